#include "models/hosts/timer_queue/kernel_timer_queue.h"

#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts {

namespace {

class AlarmedArrivalTimer : public ArrivalTimer {
 public:
  explicit AlarmedArrivalTimer(platform::Action action) : alarm_(std::move(action)) {}
  void set_if_earlier(TimePs at) override { alarm_.set_if_earlier(at); }

 private:
  platform::Alarm alarm_;
};

}  // namespace

KernelTimerQueue::KernelTimerQueue(const sc_core::sc_module_name& name)
    : sc_module(name), alarm_([this] { ring(); }), deferred_([this] { settle(); }) {}

TimePs KernelTimerQueue::now() const {
  return platform::now_ps();
}

std::unique_ptr<ArrivalTimer> KernelTimerQueue::make_arrival_timer(platform::Action action) {
  return std::make_unique<AlarmedArrivalTimer>(std::move(action));
}

void KernelTimerQueue::wake_at(TimePs at) {
  alarm_.set(at);
}

void KernelTimerQueue::ring() {
  if (any_due()) {
    rounds_left_ = kSettleRounds;
    deferred_.request();
  }
}

void KernelTimerQueue::settle() {
  if (--rounds_left_ > 0) {
    deferred_.request();
  } else {
    run_due();
  }
}

}  // namespace docsis_vp::hosts
