#include "models/hosts/timer_queue/kernel_timer_queue.h"

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

KernelTimerQueue::KernelTimerQueue(const sc_core::sc_module_name& name)
    : sc_module(name), alarm_([this] { ring(); }), turn_([this] { settle(); }) {}

TimePs KernelTimerQueue::now() const {
  return platform::now_ps();
}

void KernelTimerQueue::wake_at(TimePs at) {
  alarm_.set(at);
}

void KernelTimerQueue::ring() {
  if (run_arrivals()) {
    turns_left_ = kSettleTurns;
    turn_.ask();
  }
}

void KernelTimerQueue::settle() {
  if (--turns_left_ > 0) {
    turn_.ask();
  } else {
    run_due();
  }
}

}  // namespace docsis_vp::hosts
