// The hosts' timers on the clock of the simulation.
#pragma once

#include <memory>
#include <systemc>

#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::hosts {

// One alarm serves all timers. Those that are due at an instant run kSettleRounds turns later, so
// that packets which links deliver at the instant come first, whatever came to the instant first.
//
// An arrival timer has an alarm of its own: an arrival is mostly alone at its instant, and would
// pass two heaps.
class KernelTimerQueue : public sc_core::sc_module, public TimerQueue {
 public:
  // A link delivers when its alarm rings, and without a delay in the second turn: push, deliver.
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
