#include "models/hosts/timer_queue/timer_queue.h"

#include <utility>

namespace docsis_vp::hosts {

// Arrival timer in the heap of a plain TimerQueue.
class QueuedArrivalTimer : public ArrivalTimer {
 public:
  QueuedArrivalTimer(TimerQueue& queue, platform::Action action)
      : timer_(queue, Timer::BeforeOwners{}, std::move(action)) {}

  void hasten(TimePs at) override {
    if (at < timer_.deadline()) {
      timer_.arm(at);
    }
  }

 private:
  Timer timer_;
};

Timer::Timer(TimerQueue& queue, std::uint32_t owner, platform::Action action)
    : queue_(queue), rank_(queue.next_rank(owner)), action_(std::move(action)) {}

Timer::Timer(TimerQueue& queue, BeforeOwners, platform::Action action)
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

std::unique_ptr<ArrivalTimer> TimerQueue::make_arrival_timer(platform::Action action) {
  return std::make_unique<QueuedArrivalTimer>(*this, std::move(action));
}

void TimerQueue::run_due() {
  running_ = true;
  const TimePs instant = now();
  while (first_is_due(instant)) {
    Timer& timer = *heap_.front().timer;
    remove(0);
    timer.deadline_ = kNever;
    timer.action_();
  }
  running_ = false;
  requested_ = kNever;
  request_wake();
}

bool TimerQueue::any_due() {
  const bool due = first_is_due(now());
  requested_ = due ? heap_.front().at : kNever;
  request_wake();
  return due;
}

// Moves postponed timers to their places until the first one is due, or none is.
bool TimerQueue::first_is_due(TimePs instant) {
  while (!heap_.empty() && heap_.front().at <= instant) {
    const Entry entry = heap_.front();
    Timer& timer = *entry.timer;
    if (timer.deadline_ == entry.at) {
      return true;
    }
    if (timer.deadline_ == kNever) {
      remove(0);
    } else {
      sift_down(0, {timer.deadline_, entry.rank, &timer});
    }
  }
  return false;
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
