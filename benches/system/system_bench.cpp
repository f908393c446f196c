// Host cost of a whole run: packets and simulated seconds per CPU second. One scenario per process;
// tools/bench-system runs all of them and counts instructions.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <systemc>

#include "platform/base/errors.h"
#include "system/assembly/huge_pages.h"
#include "system/assembly/system.h"

int sc_main(int, char**) {
  return 0;
}

namespace {

using namespace docsis_vp::system;

class Nobody : public docsis_vp::platform::TextSink {
 public:
  void write(std::string_view) override {}
};

// Counts data packets of the sources, without acknowledgments and other responses.
std::uint64_t data_packets(const Results& results) {
  std::uint64_t packets = 0;
  for (const FlowResult& flow : results.flows) {
    packets += flow.sent_packets;
  }
  return packets;
}

void run(const std::string& scenario, double duration_s) {
  Nobody console;
  System system(load_scenario(scenario), &console);
  if (duration_s > 0) {
    system.run_for(sc_core::sc_time(duration_s, sc_core::SC_SEC));
  } else {
    system.run();
  }
  const Results results = system.results();
  if (results.error) {
    throw docsis_vp::InputError(*results.error);
  }
  const auto packets = static_cast<double>(data_packets(results));
  std::printf("%s %.0f packets, %g simulated s, %llu MAPs, %.3f CPU s: %.0f packets/CPU s, ",
              results.scenario.c_str(), packets, results.simulated_s,
              static_cast<unsigned long long>(results.mac.maps), results.cpu_s,
              packets / results.cpu_s);
  std::printf("%.0f simulated s/CPU s\n", results.simulated_s / results.cpu_s);
}

}  // namespace

// system_bench SCENARIO [SECONDS]: default is the scenario's own duration.
int main(int argc, char** argv) {
  try {
    use_huge_pages();
    run(argc > 1 ? argv[1] : "benches/system/scenarios/udp.json",
        argc > 2 ? std::stod(argv[2]) : 0);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
