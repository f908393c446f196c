#include "system/assembly/series/timed_actions.h"

#include <algorithm>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

TimedActions::TimedActions(const sc_core::sc_module_name& name,
                           platform::InstantSequencer& sequencer, unsigned phase)
    : sc_module(name), sequencer_(sequencer), task_(sequencer.add(phase, 0, [this] { act(); })) {}

void TimedActions::add(TimePs at, std::function<void()> action) {
  const auto first = actions_.begin() + static_cast<std::ptrdiff_t>(next_);
  const auto place = std::upper_bound(
      first, actions_.end(), at, [](TimePs time, const Action& other) { return time < other.at; });
  actions_.insert(place, {at, std::move(action)});
  if (started_) {
    schedule();
  }
}

void TimedActions::start_of_simulation() {
  started_ = true;
  schedule();
}

void TimedActions::act() {
  while (next_ < actions_.size() && actions_[next_].at <= platform::now_ps()) {
    const std::function<void()> run = std::move(actions_[next_++].run);  // it may add others
    run();
  }
  schedule();
}

void TimedActions::schedule() {
  if (next_ < actions_.size()) {
    sequencer_.post_at(task_, actions_[next_].at);
  }
}

}  // namespace docsis_vp::system
