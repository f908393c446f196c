// Order among things that happen to one device at one instant, and its one timer.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

#include "platform/base/time.h"
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
  TaskId add(unsigned phase, unsigned key, std::function<void()> run);

  // Runs the task once, one delta later, however often it was posted in this delta.
  void post(TaskId task);

  // Posts the task at a time, now or later; kNever: not any more. A task has one such time, the
  // last one given.
  void post_at(TaskId task, TimePs at);

  // For tasks to call. Tasks of this phase and later that are due at this instant wait for 1 ps,
  // the smallest step there is, so that whatever else happens at the instant precedes them. Their
  // inboxes carry the time of arrival, which does not change.
  void hold_from(unsigned phase);

 private:
  struct Task {
    unsigned phase;
    unsigned key;
    TaskId id;
    std::function<void()> run;
  };

  // What every instant looks at lies side by side in a device of the usual size, within few cache
  // lines: among a thousand devices none of it is in a cache. Read through data(), because these
  // containers check every index.
  static constexpr std::size_t kUsualTasks = 16;
  // Ranks, one bit each.
  using RankSet = boost::container::small_vector<std::uint64_t, 1>;
  static void mark(RankSet& set, std::uint32_t rank, bool member) {
    const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
    std::uint64_t& word = set.data()[rank / 64];
    word = member ? word | bit : word & ~bit;
  }

  void end_of_elaboration() override;
  void ring();
  void run_due();
  bool any_ready() const;
  void arm();
  bool any_due() const;
  bool held(const Task& task) const { return task.phase >= held_phase_; }
  void end_past_hold();
  void pass_to(TimePs now);

  RankSet due_;
  RankSet armed_;                     // whose alarms are set
  TimePs next_ = kNever;              // the least of alarms_, or,
  bool next_known_ = true;            // if not, what it was
  bool running_ = false;              // tasks, now
  unsigned held_phase_ = UINT32_MAX;  // tasks from this phase on wait
  TimePs held_until_ = 0;
  Alarm alarm_;
  Turn turn_;
  std::vector<Task> tasks_;  // by registration; from elaboration on, by rank
  boost::container::small_vector<std::uint32_t, kUsualTasks> rank_of_;  // task -> rank
  boost::container::small_vector<TimePs, kUsualTasks> alarms_;  // by rank: when it is to be posted
};

}  // namespace docsis_vp::platform
