#include "platform/observe/instruction_trace.h"

#include <algorithm>
#include <cstdio>

#include "platform/cpu/disassembler.h"

namespace docsis_vp::platform {

InstructionTrace::InstructionTrace(std::ostream& to, std::string name, const ElfImage& image,
                                   TraceFilter filter)
    : to_(to), name_(std::move(name)), code_(image), filter_(std::move(filter)) {}

void InstructionTrace::on_retired(const RetiredInstruction& instruction) {
  if (!wants(instruction.start, instruction.pc)) {
    return;
  }
  char bits[16];
  std::snprintf(bits, sizeof bits, "%0*x", 2 * instruction.length_bytes, instruction.bits);
  char line[64];
  std::snprintf(line, sizeof line, "%-8s ", bits);
  to_ << begin(instruction.start, instruction.pc) << line
      << disassemble(instruction.bits, instruction.pc) << '\n';
}

void InstructionTrace::on_trap(const TakenTrap& trap) {
  if (wants(trap.end, trap.trap.pc)) {
    const bool is_interrupt = (trap.trap.cause & kInterruptCause) != 0;
    to_ << begin(trap.end, trap.trap.pc)
        << (is_interrupt ? "interrupt " + std::to_string(trap.trap.cause & ~kInterruptCause)
                         : "exception " + std::to_string(trap.trap.cause))
        << '\n';
  }
}

void InstructionTrace::on_sleep(TimePs at) {
  if (filter_.ranges.empty() && filter_.functions.empty() && at >= filter_.from &&
      at < filter_.to) {
    char time[32];
    std::snprintf(time, sizeof time, "%.12f ", static_cast<double>(at) / kPsPerSecond);
    to_ << time << name_ << " sleeps\n";
  }
}

void InstructionTrace::on_reset(TimePs) {
  if (code_.is_stale()) {
    code_.follow();
  }
}

bool InstructionTrace::wants(TimePs at, std::uint32_t pc) {
  if (at < filter_.from || at >= filter_.to) {
    return false;
  }
  if (filter_.ranges.empty() && filter_.functions.empty()) {
    return true;
  }
  const auto holds = [pc](const TraceFilter::Range& range) {
    return pc >= range.first && pc <= range.last;
  };
  const std::string& function = code_->function_at(pc).name;
  return std::any_of(filter_.ranges.begin(), filter_.ranges.end(), holds) ||
         std::find(filter_.functions.begin(), filter_.functions.end(), function) !=
             filter_.functions.end();
}

std::string InstructionTrace::begin(TimePs at, std::uint32_t pc) {
  const Function& function = code_->function_at(pc);
  char offset[24] = "";
  if (pc != function.address) {
    std::snprintf(offset, sizeof offset, "+0x%x", pc - function.address);
  }
  constexpr std::size_t kColumn = 28;  // longer names shift the rest to the right
  std::string place = function.name + offset;
  place.resize(std::max(place.size(), kColumn), ' ');
  char time[32];
  std::snprintf(time, sizeof time, "%.12f ", static_cast<double>(at) / kPsPerSecond);
  char address[16];
  std::snprintf(address, sizeof address, " 0x%08x ", pc);
  return time + name_ + address + place + ' ';
}

}  // namespace docsis_vp::platform
