// Runs the tasks of one device in a fixed order within an instant, and provides its timer.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <systemc>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/action.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::platform {

// The kernel runs the processes of one instant in any order. Event handlers of a device therefore
// only collect inputs: each block keeps an inbox and posts its task. The sequencer runs the posted
// tasks one delta later, ordered by phase, then key, then registration. If a task posts a task of
// an equal or lower rank, that task runs one delta later.
//
// The tasks run immediately if nothing else is left to run at the instant, because no process could
// observe the difference.
class InstantSequencer : public sc_core::sc_module {
 public:
  using TaskId = std::uint32_t;

  explicit InstantSequencer(const sc_core::sc_module_name& name);

  // Adds a task, during elaboration.
  TaskId add(unsigned phase, unsigned key, Action run);

  // Runs the task once, one delta later, regardless of how often it was posted in this delta.
  void post(TaskId task);

  // Posts the task at a time, now or later; kNever cancels it. A task has one such time; a new time
  // replaces the old one.
  void post_at(TaskId task, TimePs at);

  // Posts the task at the times at, at + every, and so on, but allows it to run late. The task must
  // have no effect that the device's tasks of phases before `phase` can observe; its own phase is
  // one of them. If the device acts anyway at one of these times, the task runs in its phase.
  // Otherwise it runs once for all times that have passed, before the next task of `phase` or
  // later. After each run the task must be posted again. A device has one such task; every > 0; at
  // = kNever cancels it.
  void post_deferrable(TaskId task, TimePs at, TimePs every, unsigned phase);

  // Called by tasks. Due tasks of this phase and later are delayed by 1 ps, the smallest step, so
  // that everything else at the instant precedes them. Their inboxes keep the original arrival
  // times.
  void hold_from(unsigned phase);

 private:
  struct Task {
    Action run;
    unsigned phase;
    unsigned key;
    TaskId id;
  };
  // State of 64 ranks, one bit each.
  struct Ranks {
    std::uint64_t due = 0;
    std::uint64_t armed = 0;  // alarm is set
  };

  void end_of_elaboration() override;
  void ring();
  void run_due();
  bool any_ready() const;
  void arm();
  bool any_due() const;
  bool holds() const { return held_phase_ != UINT32_MAX; }
  void end_past_hold();
  void pass_to(TimePs now);
  void make_due(TaskId task);
  void make_deferrable_due(TimePs now);

  // Data that every instant reads is adjacent, within few cache lines for a device of the usual
  // size; with a thousand devices each instant starts with cache misses. The code reads it through
  // data(), because Boost's assertions check every index.
  static constexpr std::size_t kInlineTasks = 16;
  boost::container::small_vector<Ranks, 1> ranks_;
  TimePs next_ = kNever;              // the earliest of alarms_
  bool next_known_ = true;            // if false, next_ is the previous value
  bool running_ = false;              // run_due() is running tasks
  unsigned held_phase_ = UINT32_MAX;  // tasks from this phase on wait
  TimePs held_until_ = 0;
  TimePs deferrable_at_ = kNever;  // see post_deferrable()
  TimePs deferrable_every_ = 1;
  unsigned deferrable_phase_ = UINT32_MAX;
  TaskId deferrable_task_ = 0;
  Alarm alarm_;
  DeferredCall deferred_;
  std::vector<Task> tasks_;  // by registration; from elaboration on, by rank
  boost::container::small_vector<std::uint16_t, kInlineTasks> rank_of_;  // task -> rank
  boost::container::small_vector<TimePs, kInlineTasks> alarms_;  // by rank: time of the next post
};

}  // namespace docsis_vp::platform
