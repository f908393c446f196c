#include "system/assembly/cpu/fault_of.h"

#include <optional>

#include "platform/symbols/backtrace.h"
#include "platform/symbols/debug_info.h"
#include "system/assembly/configure/units.h"
#include "system/results/format.h"

namespace docsis_vp::system {

namespace {

using platform::FaultWatch;

// Lowest address of the stack.
std::optional<std::uint32_t> stack_end(const platform::ElfImage& image) {
  const platform::ElfImage::Symbol* const symbol = image.symbol("__stack_guard");
  return symbol == nullptr ? std::nullopt : std::optional(symbol->address);
}

// A larger stack frame may reach farther below.
constexpr std::uint32_t kBelowTheStack = 65536;

std::string cause_of(const platform::Trap& trap, const platform::ElfImage& image) {
  const bool is_access =
      trap.cause == platform::kLoadAccessFault || trap.cause == platform::kStoreAccessFault;
  const std::optional<std::uint32_t> end = stack_end(image);
  if (is_access && end && trap.value < *end && *end - trap.value <= kBelowTheStack) {
    return "stack overflow: " + describe(trap);
  }
  const bool is_null = trap.cause == platform::kIllegalInstruction && trap.pc == 0;
  if (trap.cause == platform::kInstructionAccessFault || is_null) {
    return "jump to nowhere: " + describe(trap);
  }
  if ((trap.cause & platform::kInterruptCause) != 0) {
    return "interrupt without a handler: " + describe(trap);
  }
  return "trap: " + describe(trap);
}

class Places {
 public:
  explicit Places(const platform::ElfImage& image) : image_(image), debug_(image.name()) {}

  const platform::DebugInfo& debug() const { return debug_; }
  // address: in the instruction that determines the source line.
  CodePlace at(std::uint32_t pc, std::uint32_t address) const {
    return {pc, symbol_of(pc, address), debug_.source_of(address)};
  }

 private:
  // Behind a call that never returns, another function may begin.
  std::string symbol_of(std::uint32_t pc, std::uint32_t address) const {
    const platform::ElfImage::Symbol* const symbol = image_.symbol_at(address);
    if (symbol == nullptr) {
      return {};
    }
    const std::string name = image_.describe(symbol->address);
    return pc == symbol->address ? name : name + format("+0x%x", pc - symbol->address);
  }

  const platform::ElfImage& image_;
  const platform::DebugInfo debug_;
};

}  // namespace

FaultResult fault_of(const FaultWatch& watch, const platform::Cpu& cpu,
                     const platform::ElfImage& image, const Ending& ending) {
  const Places places(image);
  FaultWatch::Position position = watch.position();
  FaultResult result;
  result.modem = ending.of;
  result.cause = ending.cause;
  result.time_s = to_seconds(ending.at);
  const std::optional<platform::Trap> last = cpu.last_exception();
  if (watch.exception()) {
    position = watch.exception()->position;
    result.cause = cause_of(watch.exception()->trap, image);
    result.time_s = to_seconds(watch.exception()->at);
  } else if (!watch.failure().empty() && last && last->pc == position.frame.pc) {
    result.cause = cause_of(*last, image) + ", without a handler";
  }
  result.place = places.at(position.frame.pc, position.frame.pc);
  const platform::ReadWord read = [&](std::uint32_t address) {
    return watch.word(position, address);
  };
  for (const platform::BacktraceEntry& entry :
       platform::backtrace(places.debug(), position.frame, position.traps, read)) {
    result.backtrace.push_back({places.at(entry.pc, entry.address), entry.interrupted});
  }
  for (const FaultWatch::Branch& branch : position.branches) {
    result.branches.push_back({to_seconds(branch.at), places.at(branch.from, branch.from),
                               places.at(branch.to, branch.to)});
  }
  return result;
}

}  // namespace docsis_vp::system
