#include "platform/kernel/instant_sequencer.h"

#include <algorithm>
#include <tuple>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

InstantSequencer::InstantSequencer(const sc_core::sc_module_name& name)
    : sc_module(name), alarm_([this] { ring(); }), turn_([this] { run_due(); }) {}

InstantSequencer::TaskId InstantSequencer::add(unsigned phase, unsigned key,
                                               std::function<void()> run) {
  const auto id = static_cast<TaskId>(tasks_.size());
  tasks_.push_back({phase, key, id, std::move(run)});
  alarms_.push_back(kNever);
  return id;
}

void InstantSequencer::end_of_elaboration() {
  std::sort(tasks_.begin(), tasks_.end(), [](const Task& a, const Task& b) {
    return std::tie(a.phase, a.key, a.id) < std::tie(b.phase, b.key, b.id);
  });
  rank_of_.resize(tasks_.size());
  for (std::uint32_t rank = 0; rank < tasks_.size(); ++rank) {
    rank_of_[tasks_[rank].id] = rank;
  }
  due_.assign((tasks_.size() + 63) / 64, 0);
}

void InstantSequencer::set_due(TaskId task) {
  const std::uint32_t rank = rank_of_[task];
  due_[rank / 64] |= std::uint64_t{1} << (rank % 64);
}

void InstantSequencer::post(TaskId task) {
  set_due(task);
  if (!running_) {
    turn_.ask();
  }
}

void InstantSequencer::post_at(TaskId task, TimePs at) {
  TimePs& alarm = alarms_[task];
  if (at <= next_) {
    next_ = at;
    next_known_ = true;
  } else if (alarm == next_) {
    next_known_ = false;
  }
  alarm = at;
  if (!running_) {
    arm();
  }
}

void InstantSequencer::find_next() {
  next_ = *std::min_element(alarms_.begin(), alarms_.end());
  next_known_ = true;
}

void InstantSequencer::arm() {
  if (!next_known_) {
    find_next();
  }
  const TimePs next = held_phase_ == UINT32_MAX ? next_ : std::min(next_, held_until_);
  if (next != alarm_.time()) {
    alarm_.set(next);
  }
}

void InstantSequencer::hold_from(unsigned phase) {
  held_phase_ = phase;
  held_until_ = now_ps() + 1;
}

void InstantSequencer::ring() {
  const TimePs now = now_ps();
  if (held_until_ <= now) {
    held_phase_ = UINT32_MAX;
  }
  next_ = kNever;
  next_known_ = true;
  for (TaskId task = 0; task < alarms_.size(); ++task) {
    if (alarms_[task] <= now) {
      alarms_[task] = kNever;
      set_due(task);
    }
    next_ = std::min(next_, alarms_[task]);
  }
  arm();
  turn_.ask();
}

void InstantSequencer::run_due() {
  running_ = true;
  for (std::size_t word = 0; word < due_.size(); ++word) {
    std::uint64_t ready = due_[word];
    while (ready != 0) {
      const auto bit = static_cast<std::size_t>(__builtin_ctzll(ready));
      const std::uint64_t mask = std::uint64_t{1} << bit;
      Task& task = tasks_[word * 64 + bit];
      if (!held(task)) {
        due_[word] &= ~mask;
        task.run();
      }
      // What the task posted at a higher rank runs in this pass; the rest in the next.
      ready = due_[word] & ~(mask | (mask - 1));
    }
  }
  running_ = false;
  if (any_ready()) {
    turn_.ask();
  }
  arm();
}

bool InstantSequencer::any_ready() const {
  for (std::size_t word = 0; word < due_.size(); ++word) {
    for (std::uint64_t left = due_[word]; left != 0; left &= left - 1) {
      const auto bit = static_cast<std::size_t>(__builtin_ctzll(left));
      if (!held(tasks_[word * 64 + bit])) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace docsis_vp::platform
