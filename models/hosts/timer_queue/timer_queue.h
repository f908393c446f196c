// The timers of all hosts in one queue, without SystemC.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/action.h"

namespace docsis_vp::hosts {

class TimerQueue;

// Runs its action when packets arrive at a host or leave it: before all timers of that instant.
class ArrivalTimer {
 public:
  virtual ~ArrivalTimer() = default;
  // Now or later. The action runs once, at the earliest of the times given since its last run.
  virtual void hasten(TimePs at) = 0;
};

// Runs its action once each time it is armed, at the time asked for. Arming an armed timer moves
// it: to a later time, as the retransmission timer is on every acknowledgment, in O(1).
class Timer {
 public:
  // owner: a flow, or whatever else orders actions of one instant: they run by owner, then in the
  // order in which the timers were made. The queue must outlive the timer.
  Timer(TimerQueue& queue, std::uint32_t owner, platform::Action action);
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer();

  // at: now or later. At `now`, the action runs at this instant, after the packets that arrive at
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
  static constexpr std::size_t kOutside = SIZE_MAX;

  struct BeforeOwners {};  // ranks before all timers that have an owner

  Timer(TimerQueue& queue, BeforeOwners, platform::Action action);
  void place();

  TimerQueue& queue_;
  const std::uint64_t rank_;
  platform::Action action_;
  TimePs deadline_ = kNever;
  TimePs placed_ = kNever;           // the time under which it lies in the queue's heap,
  std::size_t position_ = kOutside;  // and where
};

// A heap by time, owner, order of making. A timer that moves to a later time, or is cancelled,
// keeps its place; when its turn comes it is put where it belongs.
class TimerQueue {
 public:
  TimerQueue() = default;
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;
  virtual ~TimerQueue() = default;

  virtual TimePs now() const = 0;
  // The queue must outlive it. Those of one instant run in the order of their making.
  virtual std::unique_ptr<ArrivalTimer> make_arrival_timer(platform::Action action);

 protected:
  // Runs what is due by now(); then asks for the next wake-up.
  void run_due();
  // True if a timer is due by now(): run_due() has to follow at this instant. Otherwise asks for
  // the next wake-up.
  bool any_due();
  // The queue has to run at this time; the last request is always the earliest. A wake-up may come
  // in vain.
  virtual void wake_at(TimePs at) = 0;

 private:
  friend class Timer;
  struct Entry {
    TimePs at;  // not later than the timer's deadline
    std::uint64_t rank;
    Timer* timer;
  };

  static constexpr std::uint64_t kOwned = std::uint64_t{1} << 63;  // of ranks of owners' timers

  std::uint64_t next_rank(std::uint32_t owner) {
    return kOwned | std::uint64_t{owner} << 31 | next_number_++;
  }
  bool first_is_due(TimePs instant);
  void insert(Timer& timer, TimePs at);
  void hasten(Timer& timer, TimePs at);
  void remove(std::size_t position);
  void sift_up(std::size_t position, Entry entry);
  void sift_down(std::size_t position, Entry entry);
  void put(std::size_t position, const Entry& entry);
  void request_wake();

  std::vector<Entry> heap_;
  std::uint32_t next_number_ = 0;
  TimePs requested_ = kNever;  // the wake-up that is under way
  bool running_ = false;
};

}  // namespace docsis_vp::hosts
