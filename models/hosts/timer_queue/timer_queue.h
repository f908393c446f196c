// Keeps the timers of all hosts in one queue, independent of SystemC.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "platform/base/time.h"
#include "platform/kernel/action.h"
#include "platform/kernel/indexed_heap.h"

namespace docsis_vp::hosts {

class TimerQueue;

// Timer for packets that arrive at a host or leave it; it runs before all other timers of the
// instant.
class ArrivalTimer {
 public:
  virtual ~ArrivalTimer() = default;
  // at: now or later. The action runs once, at the earliest time given since its last run.
  virtual void set_if_earlier(TimePs at) = 0;
};

// Timer that runs its action once per arming. Arming an armed timer moves it. Moving it to a later
// time costs O(1); the retransmission timer does this at every acknowledgment.
class Timer {
 public:
  // owner: a flow, or another number that orders the actions of one instant. They run by owner,
  // then in the order of construction. The queue must outlive the timer.
  Timer(TimerQueue& queue, std::uint32_t owner, platform::Action action);
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer();

  // at: now or later. With `now` the action runs at this instant, after the packets that arrive at
  // it.
  void arm(TimePs at) {
    deadline_ = at;
    if (at < placed_) {
      place();
    }
  }
  void cancel() { deadline_ = kNever; }
  bool armed() const { return deadline_ != kNever; }
  TimePs deadline() const { return deadline_; }  // kNever: not armed

 private:
  friend class TimerQueue;
  friend class QueuedArrivalTimer;
  static constexpr std::size_t kNotInHeap = SIZE_MAX;

  struct BeforeOwners {};  // ranks before all timers with an owner

  Timer(TimerQueue& queue, BeforeOwners, platform::Action action);
  void place();

  TimerQueue& queue_;
  const std::uint64_t rank_;
  platform::Action action_;
  TimePs deadline_ = kNever;
  TimePs placed_ = kNever;             // key in the queue's heap
  std::size_t position_ = kNotInHeap;  // position in the heap
};

// A heap ordered by time, owner and construction. A postponed or cancelled timer keeps its
// position; it is moved when it reaches the front.
class TimerQueue {
 public:
  TimerQueue() = default;
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;
  virtual ~TimerQueue() = default;

  virtual TimePs now() const = 0;
  // The queue must outlive the timer. Arrival timers of one instant run in the order of
  // construction.
  virtual std::unique_ptr<ArrivalTimer> make_arrival_timer(platform::Action action);

 protected:
  // Runs all timers due by now(), then requests the next wake-up.
  void run_due();
  // Returns true if a timer is due by now(): run_due() must follow at this instant. Otherwise
  // requests the next wake-up.
  bool any_due();
  // Requests run_due() or any_due() at this time; the last request is always the earliest. A
  // wake-up may find nothing due.
  virtual void wake_at(TimePs at) = 0;

 private:
  friend class Timer;
  struct Entry {
    TimePs at;  // not later than the timer's deadline
    std::uint64_t rank;
    Timer* timer;

    bool precedes(const Entry& other) const {
      return at < other.at || (at == other.at && rank < other.rank);
    }
    static Entry first() { return {INT64_MIN, 0, nullptr}; }
    static Entry last() { return {kNever, UINT64_MAX, nullptr}; }
  };
  // The timers keep their positions themselves.
  struct Positions {
    void on_moved(const Entry& entry, std::size_t position) {
      entry.timer->position_ = position;
      entry.timer->placed_ = entry.at;
    }
    void on_removed(const Entry& entry) { on_moved({kNever, 0, entry.timer}, Timer::kNotInHeap); }
  };

  // Set in the ranks of timers with an owner.
  static constexpr std::uint64_t kOwned = std::uint64_t{1} << 63;

  std::uint64_t next_rank(std::uint32_t owner) {
    return kOwned | std::uint64_t{owner} << 31 | next_number_++;
  }
  bool first_is_due(TimePs instant);
  void place(Timer& timer);
  void request_wake();

  platform::IndexedHeap<Entry, Positions> heap_;
  std::uint32_t next_number_ = 0;
  TimePs requested_ = kNever;  // pending wake-up
  bool running_ = false;
};

}  // namespace docsis_vp::hosts
