#include "models/hosts/timer_queue/kernel_timer_queue.h"

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

KernelTimerQueue::KernelTimerQueue(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(KernelTimerQueue);
  SC_METHOD(wake);
  sensitive << wake_;
  dont_initialize();
}

TimePs KernelTimerQueue::now() const {
  return platform::now_ps();
}

void KernelTimerQueue::wake_at(TimePs at) {
  wake_.notify(platform::to_sc_time(at - now()));
}

void KernelTimerQueue::wake() {
  if (settled_deltas_ == 0 && !run_arrivals()) {
    return;
  }
  if (settled_deltas_ < kSettleDeltas) {
    ++settled_deltas_;
    wake_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  settled_deltas_ = 0;
  run_due();
}

}  // namespace docsis_vp::hosts
