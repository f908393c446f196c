// Reports instructions, traps and their times to the observers of a CPU.
#include <algorithm>

#include "platform/cpu/cpu.h"

namespace docsis_vp::platform {

Hart::Stop Cpu::run_observed(std::uint64_t limit) {
  observers_.erase(std::remove(observers_.begin(), observers_.end(), nullptr), observers_.end());
  return hart_.run_observed(limit);
}

// The entry becomes null and is removed when the core stops, because a callback may be running.
void Cpu::unobserve(CpuObserver& observer) {
  std::replace(observers_.begin(), observers_.end(), &observer, static_cast<CpuObserver*>(nullptr));
}

void Cpu::observe_functions(FunctionObserver& observer) {
  functions_ = &observer;
  hart_.watch_functions(observer);
}

void Cpu::enters_function() {
  functions_->on_function(local_time(), hart_.pc());
}

bool Cpu::starts() {
  started_ = local_time();
  bool goes_on = true;
  // A callback may add observers: NOLINTNEXTLINE(modernize-loop-convert)
  for (std::size_t i = 0; i < observers_.size(); ++i) {
    goes_on &= observers_[i] == nullptr || observers_[i]->on_instruction(started_, hart_.pc());
  }
  return goes_on;
}

void Cpu::retired(RetiredInstruction& instruction) {
  if (aborted_) {
    return;
  }
  instruction.start = started_;
  instruction.end = local_time();
  notify_observers(&CpuObserver::on_retired, instruction);
}

void Cpu::trapped(TakenTrap& trap) {
  trap.end = local_time();
  notify_observers(&CpuObserver::on_trap, trap);
}

void Cpu::served(unsigned line, std::uint64_t cycles) {
  if (served_observer_) {
    served_observer_(static_cast<HartInterrupt>(line), cycles);
  }
}

}  // namespace docsis_vp::platform
