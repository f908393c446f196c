// Order among things that happen to one device at one instant.
#pragma once

#include <cstdint>
#include <functional>
#include <systemc>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// The kernel runs the processes of one instant in any order. A device therefore only collects
// while its events fire (each block keeps its own inbox and posts its task) and acts one delta
// later, here, in an order that is stated: by phase, then key, then the order of registration.
// A task posted by a task of a later or equal rank runs one delta after that.
class InstantSequencer : public sc_core::sc_module {
 public:
  using TaskId = std::uint32_t;

  explicit InstantSequencer(const sc_core::sc_module_name& name);

  // During elaboration only.
  TaskId add(unsigned phase, unsigned key, std::function<void()> run);

  // Runs the task once, one delta later, however often it was posted in this delta.
  void post(TaskId task);

  // Tasks of this phase and later that are due at this instant wait for 1 ps, the smallest step
  // there is, so that whatever else happens at the instant precedes them. Their inboxes carry the
  // time of arrival, which does not change.
  void hold_from(unsigned phase);

 private:
  struct Task {
    unsigned phase;
    unsigned key;
    std::function<void()> run;
  };

  void end_of_elaboration() override;
  void run_due();
  bool held(const Task& task) const;

  std::vector<Task> tasks_;             // in order of registration
  std::vector<TaskId> by_rank_;         // rank -> task
  std::vector<std::uint32_t> rank_of_;  // task -> rank
  std::vector<std::uint64_t> due_;      // one bit per rank
  unsigned held_phase_ = 0;
  TimePs held_until_ = 0;
  sc_core::sc_event wake_;
  sc_core::sc_event release_;
};

}  // namespace docsis_vp::platform
