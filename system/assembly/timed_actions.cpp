#include "system/assembly/timed_actions.h"

#include <algorithm>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

TimedActions::TimedActions(const sc_core::sc_module_name& name,
                           platform::InstantSequencer& sequencer, unsigned phase)
    : sc_module(name), sequencer_(sequencer), task_(sequencer.add(phase, 0, [this] { act(); })) {}

void TimedActions::add(TimePs at, std::function<void()> action) {
  actions_.push_back({at, std::move(action)});
}

void TimedActions::start_of_simulation() {
  std::stable_sort(actions_.begin(), actions_.end(),
                   [](const Action& a, const Action& b) { return a.at < b.at; });
  schedule();
}

void TimedActions::act() {
  while (next_ < actions_.size() && actions_[next_].at <= platform::now_ps()) {
    actions_[next_++].run();
  }
  schedule();
}

void TimedActions::schedule() {
  if (next_ < actions_.size()) {
    sequencer_.post_at(task_, actions_[next_].at);
  }
}

}  // namespace docsis_vp::system
