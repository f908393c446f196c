// Drives the timer queue of the hosts by simulated time.
#pragma once

#include <memory>
#include <systemc>

#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::hosts {

// One alarm serves all timers. Timers due at an instant run kSettleRounds rounds of deferred calls
// later. Packets that links deliver at the instant thus come first, independent of the order of
// events.
//
// An arrival timer has its own alarm: most arrivals are alone at their instants, and would
// otherwise pass through two heaps.
class KernelTimerQueue : public sc_core::sc_module, public TimerQueue {
 public:
  // A link delivers at its alarm. A link without delay needs two rounds: push, deliver.
  static constexpr unsigned kSettleRounds = 4;

  explicit KernelTimerQueue(const sc_core::sc_module_name& name);

  TimePs now() const override;
  std::unique_ptr<ArrivalTimer> make_arrival_timer(platform::Action action) override;

 private:
  void wake_at(TimePs at) override;
  void ring();
  void settle();

  platform::Alarm alarm_;
  platform::DeferredCall deferred_;
  unsigned rounds_left_ = 0;
};

}  // namespace docsis_vp::hosts
