// Runs actions on a modem at given instants, ordered with its blocks.
#pragma once

#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/instant_sequencer.h"

namespace docsis_vp::system {

class TimedActions : public sc_core::sc_module {
 public:
  // phase: position within an instant (models/cm/flow_interfaces.h).
  TimedActions(const sc_core::sc_module_name& name, platform::InstantSequencer& sequencer,
               unsigned phase);

  // Adds an action in any order of times, now or later. Actions of equal times run in the order of
  // calls.
  void add(TimePs at, std::function<void()> action);

 private:
  struct Action {
    TimePs at = 0;
    std::function<void()> run;
  };

  void start_of_simulation() override;
  void act();
  void schedule();

  platform::InstantSequencer& sequencer_;
  platform::InstantSequencer::TaskId task_;
  std::vector<Action> actions_;  // in order of time
  std::size_t next_ = 0;
  bool started_ = false;
};

}  // namespace docsis_vp::system
