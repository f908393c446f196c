// usage: consumer SCENARIO
// Runs a scenario from an external program and checks the result.
#include <cstdio>

#include "system/assembly/system.h"

int sc_main(int, char** argv) {
  using docsis_vp::system::load_scenario;
  docsis_vp::system::System system(load_scenario(argv[1]));
  system.run();
  const auto flow = system.results().service_flows.at(0);
  std::printf("%.2f Mbit/s sent, %.1f ms median queue delay\n", flow.sent_mbps,
              flow.queue_delay_ms.p50.value());
  return flow.queue_delay_ms.p50.value() < 20 ? 0 : 1;
}
