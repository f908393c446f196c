#include "models/hosts/timer_queue/timer_queue.h"

#include <utility>

namespace docsis_vp::hosts {

Timer::Timer(TimerQueue& queue, std::uint32_t owner, std::function<void()> action)
    : queue_(queue), rank_(queue.next_rank(owner)), action_(std::move(action)) {}

Timer::Timer(TimerQueue& queue, Arrivals, std::function<void()> action)
    : queue_(queue), rank_(queue.next_number_++), action_(std::move(action)) {}

Timer::~Timer() {
  if (position_ != kOutside) {
    queue_.remove(position_);
  }
}

void Timer::place() {
  if (position_ == kOutside) {
    queue_.insert(*this, deadline_);
  } else {
    queue_.hasten(*this, deadline_);
  }
}

void TimerQueue::run_due() {
  run_while([](std::uint64_t) { return true; });
  requested_ = kNever;
  request_wake();
}

bool TimerQueue::run_arrivals() {
  const bool others_due = run_while([](std::uint64_t rank) { return rank < kOwned; });
  requested_ = others_due ? heap_.front().at : kNever;
  request_wake();
  return others_due;
}

// Runs what is due, up to the first timer whose rank may not run; true if there is one.
template <typename MayRun>
bool TimerQueue::run_while(MayRun may_run) {
  running_ = true;
  bool stopped = false;
  const TimePs instant = now();
  while (!stopped && !heap_.empty() && heap_.front().at <= instant) {
    const Entry entry = heap_.front();
    Timer& timer = *entry.timer;
    if (timer.deadline_ == kNever) {
      remove(0);
    } else if (timer.deadline_ != entry.at) {
      sift_down(0, {timer.deadline_, entry.rank, &timer});
    } else if (!may_run(entry.rank)) {
      stopped = true;
    } else {
      remove(0);
      timer.deadline_ = kNever;
      timer.action_();
    }
  }
  running_ = false;
  return stopped;
}

void TimerQueue::insert(Timer& timer, TimePs at) {
  heap_.emplace_back();
  sift_up(heap_.size() - 1, {at, timer.rank_, &timer});
  request_wake();
}

void TimerQueue::hasten(Timer& timer, TimePs at) {
  sift_up(timer.position_, {at, timer.rank_, &timer});
  request_wake();
}

void TimerQueue::remove(std::size_t position) {
  heap_[position].timer->position_ = Timer::kOutside;
  heap_[position].timer->placed_ = kNever;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (position == heap_.size()) {
    return;
  }
  const Entry removed = std::exchange(heap_[position], last);
  const bool earlier = last.at < removed.at || (last.at == removed.at && last.rank < removed.rank);
  if (earlier) {
    sift_up(position, last);
  } else {
    sift_down(position, last);
  }
}

void TimerQueue::sift_up(std::size_t position, Entry entry) {
  while (position > 0) {
    const std::size_t parent = (position - 1) / 2;
    const Entry& above = heap_[parent];
    if (above.at < entry.at || (above.at == entry.at && above.rank < entry.rank)) {
      break;
    }
    put(position, above);
    position = parent;
  }
  put(position, entry);
}

void TimerQueue::sift_down(std::size_t position, Entry entry) {
  const auto precedes = [](const Entry& a, const Entry& b) {
    return a.at < b.at || (a.at == b.at && a.rank < b.rank);
  };
  for (;;) {
    std::size_t child = 2 * position + 1;
    if (child >= heap_.size()) {
      break;
    }
    if (child + 1 < heap_.size() && precedes(heap_[child + 1], heap_[child])) {
      ++child;
    }
    if (precedes(entry, heap_[child])) {
      break;
    }
    put(position, heap_[child]);
    position = child;
  }
  put(position, entry);
}

void TimerQueue::put(std::size_t position, const Entry& entry) {
  heap_[position] = entry;
  entry.timer->position_ = position;
  entry.timer->placed_ = entry.at;
}

void TimerQueue::request_wake() {
  if (!running_ && !heap_.empty() && heap_.front().at < requested_) {
    requested_ = heap_.front().at;
    wake_at(requested_);
  }
}

}  // namespace docsis_vp::hosts
