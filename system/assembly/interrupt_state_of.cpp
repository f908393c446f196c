#include "system/assembly/interrupt_state_of.h"

#include <utility>

#include "system/assembly/interrupt_sources.h"
#include "system/assembly/units.h"

namespace docsis_vp::system {

namespace {

// Privileged specification sec. 3.1.6 and 3.1.9.
constexpr std::uint32_t kMstatus = 0x300, kMie = 0x304;
constexpr unsigned kGlobalBit = 3;
constexpr std::pair<const char*, unsigned> kLines[] = {
    {"software", 3}, {"timer", 7}, {"external", 11}};

constexpr unsigned kSources = 32;

bool bit_of(std::uint32_t word, unsigned bit) {
  return (word >> bit & 1) != 0;
}

std::optional<double> if_so(bool holds, TimePs since) {
  return holds ? std::optional(to_seconds(since)) : std::nullopt;
}

}  // namespace

InterruptState interrupt_state_of(ControlCpu& soc) {
  platform::Cpu& cpu = soc.cpu();
  InterruptState state;
  const std::uint32_t mie = cpu.csr(kMie).value_or(0);
  state.mstatus_mie = bit_of(cpu.csr(kMstatus).value_or(0), kGlobalBit);
  if (const std::optional<TimePs> since = cpu.interrupts_masked_since()) {
    state.masked_since_s = to_seconds(*since);
  }
  for (const auto& [name, bit] : kLines) {
    const std::optional<TimePs> since = cpu.interrupt_pending_since(bit);
    state.lines.push_back({name, bit_of(mie, bit), if_so(since.has_value(), since.value_or(0))});
  }
  state.threshold = soc.plic().threshold();
  for (unsigned number = 1; number < kSources; ++number) {
    const platform::Plic::SourceState source = soc.plic().state(number);
    if (source.enabled || source.level || source.pending || source.in_service) {
      state.sources.push_back({interrupt_source_name(number), source.enabled, source.priority,
                               source.level, if_so(source.pending, source.pending_since),
                               if_so(source.in_service, source.in_service_since)});
    }
  }
  return state;
}

}  // namespace docsis_vp::system
