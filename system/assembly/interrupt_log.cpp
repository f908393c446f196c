#include "system/assembly/interrupt_log.h"

#include <algorithm>
#include <iterator>

#include "system/assembly/interrupt_sources.h"

namespace docsis_vp::system {

InterruptLog::InterruptLog(platform::Cpu& cpu, platform::Plic& plic) {
  cpu.observe_served(
      [this](platform::HartInterrupt line, std::uint64_t cycles) { add(line, cycles); });
  plic.observe_claims([this](unsigned source) { claimed_ |= std::uint32_t{1} << source; });
}

void InterruptLog::add(platform::HartInterrupt line, std::uint64_t cycles) {
  const bool external = line == platform::HartInterrupt::kExternal;
  Tally& tally = tallies_[{line, external ? claimed_ : 0}];
  ++tally.served;
  tally.cycles += cycles;
  tally.worst_cycles = std::max(tally.worst_cycles, cycles);
  if (external) {
    claimed_ = 0;
  }
}

std::vector<InterruptResult> InterruptLog::results() const {
  std::vector<InterruptResult> results;
  for (const auto& [cause, tally] : tallies_) {
    results.push_back({name_of(cause), tally.served,
                       static_cast<double>(tally.cycles) / static_cast<double>(tally.served),
                       tally.worst_cycles});
  }
  return results;
}

std::string InterruptLog::name_of(const Cause& cause) {
  if (cause.line != platform::HartInterrupt::kExternal) {
    return cause.line == platform::HartInterrupt::kTimer ? "timer" : "software";
  }
  std::string name;
  for (unsigned source = 0; source < 32; ++source) {
    if ((cause.sources >> source & 1) != 0) {
      name += name.empty() ? "" : "+";
      name += source < std::size(kInterruptSources) ? kInterruptSources[source] : "unknown";
    }
  }
  return name.empty() ? "unclaimed" : name;
}

}  // namespace docsis_vp::system
