// Order among things that happen to one device at one instant, and its one timer.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <systemc>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/action.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::platform {

// The kernel runs the processes of one instant in any order. A device therefore only collects
// while its events fire (each block keeps its own inbox and posts its task) and acts one delta
// later, here, in an order that is stated: by phase, then key, then the order of registration.
// A task posted by a task of a later or equal rank runs one delta after that.
//
// Where nothing else is left to run at the instant, nobody could tell a delta later from now, and
// the tasks run now.
class InstantSequencer : public sc_core::sc_module {
 public:
  using TaskId = std::uint32_t;

  explicit InstantSequencer(const sc_core::sc_module_name& name);

  // During elaboration only.
  TaskId add(unsigned phase, unsigned key, Action run);

  // Runs the task once, one delta later, however often it was posted in this delta.
  void post(TaskId task);

  // Posts the task at a time, now or later; kNever: not any more. A task has one such time, the
  // last one given.
  void post_at(TaskId task, TimePs at);

  // The task belongs to the instants at, at + every, and so on, but nothing that the device does in
  // phases before `phase`, its own among them, can tell when it ran. If the device acts at one of
  // them, it is due then; else it runs late, once for all that are over, before the first task of
  // `phase` or later. It has to say again when it belongs next. One task of a device; every > 0;
  // at = kNever: not any more.
  void post_late(TaskId task, TimePs at, TimePs every, unsigned phase);

  // For tasks to call. Tasks of this phase and later that are due at this instant wait for 1 ps,
  // the smallest step there is, so that whatever else happens at the instant precedes them. Their
  // inboxes carry the time of arrival, which does not change.
  void hold_from(unsigned phase);

 private:
  struct Task {
    Action run;
    unsigned phase;
    unsigned key;
    TaskId id;
  };
  // What is known of 64 ranks, a bit each.
  struct Ranks {
    std::uint64_t due = 0;
    std::uint64_t armed = 0;  // whose alarms are set
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
  void make_late_due(TimePs now);

  // What every instant looks at lies side by side in a device of the usual size, within few cache
  // lines: among a thousand devices none of it is in a cache. Read through data(): where Boost's
  // assertions are on, these containers check every index.
  static constexpr std::size_t kUsualTasks = 16;
  boost::container::small_vector<Ranks, 1> ranks_;
  TimePs next_ = kNever;              // the least of alarms_, or,
  bool next_known_ = true;            // if not, what it was
  bool running_ = false;              // tasks, now
  unsigned held_phase_ = UINT32_MAX;  // tasks from this phase on wait
  TimePs held_until_ = 0;
  TimePs late_at_ = kNever;  // see post_late()
  TimePs late_every_ = 1;
  unsigned late_phase_ = UINT32_MAX;
  TaskId late_task_ = 0;
  Alarm alarm_;
  Turn turn_;
  std::vector<Task> tasks_;  // by registration; from elaboration on, by rank
  boost::container::small_vector<std::uint16_t, kUsualTasks> rank_of_;  // task -> rank
  boost::container::small_vector<TimePs, kUsualTasks> alarms_;  // by rank: when it is to be posted
};

}  // namespace docsis_vp::platform
