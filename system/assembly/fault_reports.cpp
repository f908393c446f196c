#include "system/assembly/fault_reports.h"

#include <algorithm>

#include "models/cm/soc_registers.h"
#include "system/assembly/units.h"
#include "system/results/format.h"

namespace docsis_vp::system {

namespace {

using platform::FaultWatch;

// The stack grows down to here; below it nothing is.
std::optional<std::uint32_t> stack_end(const platform::ElfImage& image) {
  const platform::ElfImage::Symbol* const symbol = image.symbol("__stack_guard");
  return symbol == nullptr ? std::nullopt : std::optional(symbol->address);
}

// A frame larger than this may reach farther.
constexpr std::uint32_t kBelowTheStack = 65536;

std::string cause_of(const platform::Trap& trap, const platform::ElfImage& image) {
  const bool is_access =
      trap.cause == platform::kLoadAccessFault || trap.cause == platform::kStoreAccessFault;
  const std::optional<std::uint32_t> end = stack_end(image);
  if (is_access && end && trap.value < *end && *end - trap.value <= kBelowTheStack) {
    return "stack overflow: " + describe(trap);
  }
  if (trap.cause == platform::kInstructionAccessFault) {
    return "jump to nowhere: " + describe(trap);
  }
  return "trap: " + describe(trap);
}

class Places {
 public:
  explicit Places(const platform::ElfImage& image) : image_(image), debug_(image.name()) {}

  const platform::DebugInfo& debug() const { return debug_; }
  // address: in the instruction that tells the line.
  CodePlace at(std::uint32_t pc, std::uint32_t address) const {
    return {pc, symbol_of(pc, address), debug_.source_of(address)};
  }

 private:
  // Behind a call that never returns another function may begin.
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

FaultReports::FaultReports(const std::vector<std::unique_ptr<ModemUnit>>& modems) {
  for (const auto& unit : modems) {
    if (unit->cpu() != nullptr) {
      watched_.push_back(
          {unit.get(), std::make_unique<FaultWatch>(unit->cpu()->cpu(), unit->cpu()->bus())});
    }
  }
}

// A CPU says so itself; a device that ended the run has the name of its SoC; of those whose
// firmware may have written to its exit device, the one in whose handler or last store it was.
const FaultReports::Watched* FaultReports::culprit(const platform::Outcome& outcome) const {
  const auto find = [this](auto is_culprit) {
    const auto found = std::find_if(watched_.begin(), watched_.end(), is_culprit);
    return found == watched_.end() ? nullptr : &*found;
  };
  if (outcome.failed()) {
    return find([&outcome](const Watched& each) {
      const std::string soc = each.unit->cpu()->name();
      return outcome.cause().compare(0, soc.size() + 1, soc + ".") == 0;
    });
  }
  return find([](const Watched& each) {
    return each.watch->stored_to() == cm::soc_registers::kExitDeviceBase;
  });
}

std::optional<FaultResult> FaultReports::result(const platform::Outcome& outcome,
                                                const std::string& cause) const {
  const bool went_well = !outcome.failed() && outcome.exit_code() == 0;
  const Watched* const watched = went_well ? nullptr : culprit(outcome);
  if (watched == nullptr) {
    return {};
  }
  const FaultWatch& watch = *watched->watch;
  ControlCpu& soc = *watched->unit->cpu();
  const Places places(soc.image());
  FaultWatch::Position position = watch.position();
  FaultResult result;
  result.modem = watched->unit->modem().config().name;
  result.cause = cause;
  result.time_s = to_seconds(outcome.at());
  const std::optional<platform::Trap> last = soc.cpu().last_exception();
  if (watch.exception()) {
    position = watch.exception()->position;
    result.cause = cause_of(watch.exception()->trap, soc.image());
    result.time_s = to_seconds(watch.exception()->at);
  } else if (!watch.failure().empty() && last && last->pc == position.frame.pc) {
    result.cause = cause_of(*last, soc.image()) + ", without a handler";
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
