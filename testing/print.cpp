#include "testing/print.h"

#include <ostream>
#include <sstream>

#include "system/assembly/system.h"

namespace docsis_vp::system {

void PrintTo(const FlowResult& flow, std::ostream* to) {
  *to << "flow " << flow.name << " (" << flow.direction << ", " << flow.sent_packets
      << " packets sent, " << flow.lost_packets << " lost, " << flow.goodput_mbps << " Mbit/s)";
}

void PrintTo(const ServiceFlowResult& flow, std::ostream* to) {
  *to << "service flow " << flow.modem << "." << flow.name << " (" << flow.direction << ", "
      << flow.offered.packets << " packets offered, " << flow.sent.packets << " sent, "
      << flow.sent_mbps << " Mbit/s)";
}

void PrintTo(const CpuResult& cpu, std::ostream* to) {
  *to << "CPU of " << cpu.modem << " (" << cpu.instructions << " instructions)";
}

void PrintTo(const Results& results, std::ostream* to) {
  *to << "results of " << (results.scenario.empty() ? "a scenario" : results.scenario) << " at "
      << results.simulated_s << " s";
}

void PrintTo(const System& system, std::ostream* to) {
  PrintTo(system.results(), to);
}

}  // namespace docsis_vp::system

namespace docsis_vp::testing {

std::string as_text(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

}  // namespace docsis_vp::testing
