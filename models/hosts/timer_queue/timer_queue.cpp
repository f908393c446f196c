#include "models/hosts/timer_queue/timer_queue.h"

#include <utility>

namespace docsis_vp::hosts {

// Arrival timer in the heap of a plain TimerQueue.
class QueuedArrivalTimer : public ArrivalTimer {
 public:
  QueuedArrivalTimer(TimerQueue& queue, platform::Action action)
      : timer_(queue, Timer::BeforeOwners{}, std::move(action)) {}

  void set_if_earlier(TimePs at) override {
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
  if (position_ != kNotInHeap) {
    queue_.heap_.remove(position_);
  }
}

void Timer::place() {
  queue_.place(*this);
}

std::unique_ptr<ArrivalTimer> TimerQueue::make_arrival_timer(platform::Action action) {
  return std::make_unique<QueuedArrivalTimer>(*this, std::move(action));
}

void TimerQueue::run_due() {
  running_ = true;
  const TimePs instant = now();
  while (first_is_due(instant)) {
    Timer& timer = *heap_.take_front().timer;
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
  while (heap_.front().at <= instant) {
    const Entry entry = heap_.front();
    Timer& timer = *entry.timer;
    if (timer.deadline_ == entry.at) {
      return true;
    }
    if (timer.deadline_ == kNever) {
      heap_.remove(0);
    } else {
      heap_.postpone(0, {timer.deadline_, entry.rank, &timer});
    }
  }
  return false;
}

void TimerQueue::place(Timer& timer) {
  const Entry entry{timer.deadline_, timer.rank_, &timer};
  if (timer.position_ == Timer::kNotInHeap) {
    heap_.insert(entry);
  } else {
    heap_.advance(timer.position_, entry);
  }
  request_wake();
}

void TimerQueue::request_wake() {
  if (!running_ && heap_.least().at < requested_) {
    requested_ = heap_.least().at;
    wake_at(requested_);
  }
}

}  // namespace docsis_vp::hosts
