// The hosts' timers on the SystemC kernel's clock.
#pragma once

#include <systemc>

#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

// One event serves all timers. Arrivals run as soon as their instant comes. Other timers that are
// due at an instant run kSettleDeltas delta cycles into it, so that packets which links deliver at
// the instant come first, whichever process the kernel picks.
class KernelTimerQueue : public sc_core::sc_module, public TimerQueue {
 public:
  // A link delivers in the first delta, and without a delay in the third: push, collect, deliver.
  static constexpr unsigned kSettleDeltas = 4;

  explicit KernelTimerQueue(const sc_core::sc_module_name& name);

  TimePs now() const override;

 private:
  void wake_at(TimePs at) override;
  void wake();

  sc_core::sc_event wake_;
  unsigned settled_deltas_ = 0;
};

}  // namespace docsis_vp::hosts
