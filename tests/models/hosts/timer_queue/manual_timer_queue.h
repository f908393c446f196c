// The hosts' timers on a clock that a test advances.
#pragma once

#include "models/hosts/timer_queue/timer_queue.h"

namespace docsis_vp::hosts {

class ManualTimerQueue : public TimerQueue {
 public:
  TimePs now() const override { return now_; }
  // When run_to() has something to do; not after a timer's deadline.
  TimePs next() const { return next_; }

  // Runs every timer due up to `at`, each at its time, then leaves the clock at `at`.
  void run_to(TimePs at) {
    while (next_ <= at) {
      now_ = next_;
      next_ = kNever;
      run_due();
    }
    now_ = at;
  }

  // Turns the clock to a time at which timers may be due, and leaves those to run_to().
  void turn_to(TimePs at) { now_ = at; }

 private:
  void wake_at(TimePs at) override { next_ = at; }

  TimePs now_ = 0;
  TimePs next_ = kNever;
};

}  // namespace docsis_vp::hosts
