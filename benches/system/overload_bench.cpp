// Simulated packets per CPU second of a whole run.
#include <cstdio>
#include <exception>
#include <systemc>

#include "system/assembly/system.h"

int sc_main(int, char**) {
  return 0;
}

int main(int argc, char** argv) {
  using namespace docsis_vp::system;
  try {
    System system(load_scenario(argc > 1 ? argv[1] : "scenarios/overload.json"));
    system.run();
    const Results results = system.results();
    double packets = 0;
    for (const ServiceFlowResult& flow : results.service_flows) {
      packets += static_cast<double>(flow.offered.packets);
    }
    std::printf("%s: %.0f packets in %.3f CPU s: %.0f packets per CPU second, %.3f us each\n",
                results.scenario.c_str(), packets, results.cpu_s, packets / results.cpu_s,
                1e6 * results.cpu_s / packets);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
