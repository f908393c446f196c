#include "platform/kernel/instant_sequencer.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

namespace {

std::size_t lowest(std::uint64_t bits) {
  return static_cast<std::size_t>(__builtin_ctzll(bits));
}

}  // namespace

InstantSequencer::InstantSequencer(const sc_core::sc_module_name& name)
    : sc_module(name), alarm_([this] { ring(); }), deferred_([this] { run_due(); }) {}

InstantSequencer::TaskId InstantSequencer::add(unsigned phase, unsigned key, Action run) {
  const auto id = static_cast<TaskId>(tasks_.size());
  if (id > UINT16_MAX) {
    throw std::logic_error(std::string(name()) + ": too many tasks");
  }
  Agenda::shared()->note_construction();
  tasks_.push_back({std::move(run), phase, key, id});
  alarms_.push_back(kNever);
  rank_of_.push_back(static_cast<std::uint16_t>(id));
  ranks_.resize(id / 64 + 1);
  return id;
}

void InstantSequencer::end_of_elaboration() {
  const std::vector<TimePs> set_before(alarms_.begin(), alarms_.end());
  alarms_.clear();
  std::sort(tasks_.begin(), tasks_.end(), [](const Task& a, const Task& b) {
    return std::tie(a.phase, a.key, a.id) < std::tie(b.phase, b.key, b.id);
  });
  for (std::uint32_t rank = 0; rank < tasks_.size(); ++rank) {
    rank_of_[tasks_[rank].id] = static_cast<std::uint16_t>(rank);
    alarms_.push_back(set_before[tasks_[rank].id]);
    Ranks& ranks = ranks_[rank / 64];
    const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
    ranks.armed = alarms_[rank] != kNever ? ranks.armed | bit : ranks.armed & ~bit;
  }
}

inline void InstantSequencer::make_due(TaskId task) {
  const std::uint32_t rank = rank_of_.data()[task];
  ranks_.data()[rank / 64].due |= std::uint64_t{1} << (rank % 64);
}

void InstantSequencer::post(TaskId task) {
  make_due(task);
  if (!running_) {
    deferred_.request();
  }
}

void InstantSequencer::post_at(TaskId task, TimePs at) {
  const std::uint32_t rank = rank_of_.data()[task];
  TimePs& alarm = alarms_.data()[rank];
  if (at <= next_) {
    next_ = at;
    next_known_ = true;
  } else if (alarm == next_) {
    next_known_ = false;
  }
  alarm = at;
  ranks_.data()[rank / 64].armed |= std::uint64_t{at != kNever} << (rank % 64);
  if (!running_) {
    arm();
  }
}

void InstantSequencer::post_deferrable(TaskId task, TimePs at, TimePs every, unsigned phase) {
  deferrable_task_ = task;
  deferrable_at_ = at;
  deferrable_every_ = every;
  deferrable_phase_ = phase;
}

// The deferrable task becomes due if it belongs to this instant.
void InstantSequencer::make_deferrable_due(TimePs now) {
  if (deferrable_at_ <= now && (now - deferrable_at_) % deferrable_every_ == 0) {
    make_due(deferrable_task_);
  }
}

// Makes every task due whose alarm is at or before `now`; next_ becomes the earliest other alarm.
void InstantSequencer::pass_to(TimePs now) {
  TimePs next = kNever;
  TimePs* const alarms = alarms_.data();
  Ranks* const ranks = ranks_.data();
  for (std::size_t word = 0; word < ranks_.size(); ++word) {
    std::uint64_t due = 0;
    std::uint64_t armed = 0;
    for (std::uint64_t left = ranks[word].armed; left != 0; left &= left - 1) {
      TimePs& alarm = alarms[word * 64 + lowest(left)];
      const std::uint64_t bit = left & -left;
      if (alarm <= now) {
        alarm = kNever;
        due |= bit;
      } else if (alarm != kNever) {
        next = std::min(next, alarm);
        armed |= bit;
      }
    }
    ranks[word].armed = armed;
    ranks[word].due |= due;
  }
  next_ = next;
  next_known_ = true;
}

inline bool InstantSequencer::any_due() const {
  const Ranks* const end = ranks_.data() + ranks_.size();
  for (const Ranks* ranks = ranks_.data(); ranks != end; ++ranks) {
    if (ranks->due != 0) {
      return true;
    }
  }
  return false;
}

void InstantSequencer::arm() {
  if (!next_known_) {
    pass_to(-1);
  }
  end_past_hold();
  const bool waits = holds() && any_due();
  const TimePs next = waits ? std::min(next_, held_until_) : next_;
  if (next != alarm_.time()) {
    alarm_.set(next);
  }
}

void InstantSequencer::hold_from(unsigned phase) {
  held_phase_ = phase;
  held_until_ = now_ps() + 1;
}

// run_due() sets the alarm again.
void InstantSequencer::ring() {
  pass_to(now_ps());
  deferred_.run_or_request();
}

// A hold ends with its instant, even if no task waited and therefore no alarm rang.
void InstantSequencer::end_past_hold() {
  if (holds() && held_until_ <= now_ps()) {
    held_phase_ = UINT32_MAX;
  }
}

void InstantSequencer::run_due() {
  running_ = true;
  end_past_hold();
  const TimePs now = deferrable_at_ == kNever ? 0 : now_ps();
  make_deferrable_due(now);
  Ranks* const ranks = ranks_.data();
  for (std::size_t word = 0; word < ranks_.size(); ++word) {
    std::uint64_t& due = ranks[word].due;
    std::uint64_t ready = due;
    while (ready != 0) {
      const std::uint64_t mask = ready & -ready;
      Task& task = tasks_[word * 64 + lowest(ready)];
      if (!holds() || task.phase < held_phase_) {
        due &= ~mask;
        if (deferrable_at_ < now && task.phase >= deferrable_phase_) {
          tasks_[rank_of_.data()[deferrable_task_]].run();
        }
        task.run();
      }
      // Tasks that this task posted at a higher rank run in this pass, others in the next.
      ready = due & ~(mask | (mask - 1));
    }
  }
  running_ = false;
  if (any_ready()) {
    deferred_.request();
  }
  arm();
}

bool InstantSequencer::any_ready() const {
  if (!holds()) {
    return any_due();
  }
  for (std::size_t word = 0; word < ranks_.size(); ++word) {
    for (std::uint64_t left = ranks_.data()[word].due; left != 0; left &= left - 1) {
      if (tasks_[word * 64 + lowest(left)].phase < held_phase_) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace docsis_vp::platform
