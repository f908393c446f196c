#include "platform/kernel/instant_sequencer.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

InstantSequencer::InstantSequencer(const sc_core::sc_module_name& name)
    : sc_module(name), alarm_([this] { ring(); }), turn_([this] { run_due(); }) {}

InstantSequencer::TaskId InstantSequencer::add(unsigned phase, unsigned key,
                                               std::function<void()> run) {
  tasks_.push_back({phase, key, std::move(run)});
  alarms_.push_back(kNever);
  return static_cast<TaskId>(tasks_.size() - 1);
}

void InstantSequencer::end_of_elaboration() {
  by_rank_.resize(tasks_.size());
  std::iota(by_rank_.begin(), by_rank_.end(), 0U);
  std::sort(by_rank_.begin(), by_rank_.end(), [this](TaskId a, TaskId b) {
    return std::tie(tasks_[a].phase, tasks_[a].key, a) <
           std::tie(tasks_[b].phase, tasks_[b].key, b);
  });
  rank_of_.resize(tasks_.size());
  for (std::uint32_t rank = 0; rank < by_rank_.size(); ++rank) {
    rank_of_[by_rank_[rank]] = rank;
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
  alarms_[task] = at;
  if (!running_) {
    arm();
  }
}

void InstantSequencer::arm() {
  TimePs next = held_phase_ == UINT32_MAX ? kNever : held_until_;
  for (const TimePs alarm : alarms_) {
    next = std::min(next, alarm);
  }
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
  for (TaskId task = 0; task < alarms_.size(); ++task) {
    if (alarms_[task] <= now) {
      alarms_[task] = kNever;
      set_due(task);
    }
  }
  turn_.ask();
}

void InstantSequencer::run_due() {
  running_ = true;
  for (std::size_t word = 0; word < due_.size(); ++word) {
    std::uint64_t ready = due_[word];
    while (ready != 0) {
      const auto bit = static_cast<std::size_t>(__builtin_ctzll(ready));
      const std::uint64_t mask = std::uint64_t{1} << bit;
      Task& task = tasks_[by_rank_[word * 64 + bit]];
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
      if (!held(tasks_[by_rank_[word * 64 + bit]])) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace docsis_vp::platform
