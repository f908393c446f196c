#include "system/assembly/cpu/interrupt_state_of.h"

#include <utility>

#include "platform/cpu/csr_names.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/cpu/interrupt_sources.h"

namespace docsis_vp::system {

namespace {

constexpr std::pair<const char*, unsigned> kLines[] = {{"software", platform::kSoftwareBit},
                                                       {"timer", platform::kTimerBit},
                                                       {"external", platform::kExternalBit}};

constexpr unsigned kSources = 32;

bool bit_of(std::uint32_t word, unsigned bit) {
  return (word >> bit & 1) != 0;
}

std::optional<double> if_so(bool holds, TimePs since) {
  return holds ? std::optional(to_seconds(since)) : std::nullopt;
}

}  // namespace

InterruptState interrupt_state_of(ControlCpu& soc, unsigned hart) {
  platform::Cpu& cpu = soc.hart(hart);
  InterruptState state;
  const std::uint32_t mie = cpu.csr(platform::kMie).value_or(0);
  state.mstatus_mie = bit_of(cpu.csr(platform::kMstatus).value_or(0), platform::kMstatusMieBit);
  if (const std::optional<TimePs> since = cpu.interrupts_masked_since()) {
    state.masked_since_s = to_seconds(*since);
  }
  for (const auto& [name, bit] : kLines) {
    const std::optional<TimePs> since = cpu.interrupt_pending_since(bit);
    state.lines.push_back({name, bit_of(mie, bit), if_so(since.has_value(), since.value_or(0))});
  }
  state.threshold = soc.plic().threshold(hart);
  for (unsigned number = 1; number < kSources; ++number) {
    const platform::Plic::SourceState source = soc.plic().state(number, hart);
    if (source.enabled || source.level || source.pending || source.in_service) {
      state.sources.push_back({interrupt_source_name(number), source.enabled, source.priority,
                               source.level, if_so(source.pending, source.pending_since),
                               if_so(source.in_service, source.in_service_since)});
    }
  }
  return state;
}

}  // namespace docsis_vp::system
