#include "platform/kernel/instant_sequencer.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

InstantSequencer::InstantSequencer(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(InstantSequencer);
  SC_METHOD(run_due);
  sensitive << wake_ << release_;
  dont_initialize();
}

InstantSequencer::TaskId InstantSequencer::add(unsigned phase, unsigned key,
                                               std::function<void()> run) {
  tasks_.push_back({phase, key, std::move(run)});
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

void InstantSequencer::post(TaskId task) {
  const std::uint32_t rank = rank_of_[task];
  due_[rank / 64] |= std::uint64_t{1} << (rank % 64);
  wake_.notify(sc_core::SC_ZERO_TIME);
}

void InstantSequencer::hold_from(unsigned phase) {
  held_phase_ = phase;
  held_until_ = now_ps() + 1;
  release_.notify(to_sc_time(1));
}

bool InstantSequencer::held(const Task& task) const {
  return task.phase >= held_phase_ && now_ps() < held_until_;
}

void InstantSequencer::run_due() {
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
      // What the task posted at a higher rank runs in this pass; the rest in the next delta.
      ready = due_[word] & ~(mask | (mask - 1));
    }
  }
}

}  // namespace docsis_vp::platform
