// When the hardware models act: one event of the kernel for all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/action.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

class Alarm;
class Turn;

// Keeps the alarms of a simulation in a heap of its own, and lets all of one instant ring: by time,
// then in the order of their making. Who collects only, and acts when all of the instant is known,
// asks for a Turn: turns come when no alarm of the instant is left, in the order of their making,
// and one delta later if anything else has to run at that instant. What is asked for during turns
// makes another such round.
//
// After run_ahead() the agenda goes on to its next instants within one activation of the kernel, as
// long as nothing else is pending before. Meanwhile now_ps() is ahead of sc_time_stamp(): whoever
// is called by an alarm or a turn takes its time from now_ps() and notifies events by notify_at().
// Nothing else can tell: every other process finds the agenda as far as it would be if each of its
// instants were the kernel's. Code of others that is called by an alarm or a turn could tell by
// sc_time_stamp(): where there is some, keep_in_step() has the agenda stay with the kernel.
class Agenda : public sc_core::sc_module {
 public:
  explicit Agenda(const sc_core::sc_module_name& name);
  // The one of this simulation; made by whoever asks first, during elaboration.
  static std::shared_ptr<Agenda> shared();

  // Ends of runs have to be events then (sc_start(duration) is not one that can be asked for), so
  // that a run begins with the first and ends with the second.
  void run_ahead() { runs_ahead_ = !keeps_in_step_; }
  void stop_running_ahead() { runs_ahead_ = false; }
  // For good: something that alarms and turns call asks sc_time_stamp(), or uses events as it
  // likes.
  void keep_in_step() {
    keeps_in_step_ = true;
    runs_ahead_ = false;
  }
  // The platform's own alarms, turns and tasks are made. What is made from now on and before the
  // simulation starts is somebody else's, and has the agenda keep in step.
  void expect_others(bool follow) { others_follow_ = follow; }
  void meet_maker() {
    if (others_follow_ && !started_) {
      keep_in_step();
    }
  }

  // sc_stop() at the present instant, after what acts at it, without the kernel's own notice:
  // programs say themselves how a run ended.
  static void stop();

 private:
  friend class Alarm;
  friend class Turn;
  static constexpr std::uint32_t kOutside = UINT32_MAX;
  // Of a parent in the heap.
  static constexpr std::size_t kChildren = 2;
  // A time, not later than the alarm's, and the alarm's number: one number of both, so that the
  // earlier of two is found without a branch that nobody could foresee.
  class Entry {
   public:
    Entry(TimePs at, std::uint32_t number) : key_(static_cast<Key>(at) * (Key{1} << 64) + number) {}
    TimePs at() const { return static_cast<TimePs>(key_ >> 64); }
    std::uint32_t number() const { return static_cast<std::uint32_t>(key_); }
    bool precedes(const Entry& other) const { return key_ < other.key_; }

   private:
    __extension__ using Key = __int128;
    Key key_;
  };
  class Activation;

  // What stands where there is no entry: all precede it.
  static Entry no_entry() { return {kNever, kOutside}; }
  void start_of_simulation() override;
  std::uint32_t register_alarm(Alarm* alarm);
  void run();
  void ring_due(TimePs now);
  void take_turns();
  // The agenda alone decides what happens before this time.
  TimePs alone_until();
  // No alarm, turn or process has anything left to do.
  bool nothing_left_at(TimePs now);
  void ask_kernel();
  bool may_pass_to(TimePs next);
  TimePs first();
  TimePs earliest_entry() const;
  void reposition(const Alarm& alarm);
  void close_gap();
  void arm();
  void request_turns();
  void insert(const Entry& entry);
  void remove(std::size_t position);
  void grow();
  Entry shrink();
  void sift_up(std::size_t position, const Entry& entry);
  void sift_down(std::size_t position, const Entry& entry);
  void put(std::size_t position, const Entry& entry);

  // In the order of their making. Where an alarm is in the heap stands here and not with the alarm:
  // each step of each entry would otherwise look up another device's memory.
  std::vector<Alarm*> alarms_;            // of a turn: nullptr
  std::vector<std::uint32_t> positions_;  // in the heap, under the alarm's time or an earlier one
  // Behind the entries come places of no alarm, so that all children of the last parent exist.
  std::vector<Entry> heap_;
  std::size_t entries_ = 0;
  // The first entry is of no alarm, and precedes all others: it keeps the place of the alarm that
  // rang for the next one that is set, mostly the same.
  bool gap_ = false;
  std::vector<Turn*> asked_;
  std::vector<Turn*> taking_;
  bool started_ = false;
  bool runs_ahead_ = false;
  bool keeps_in_step_ = false;
  bool others_follow_ = false;
  bool running_ = false;
  bool stopping_ = false;
  bool delta_passed_ = false;  // since turns were asked for
  TimePs armed_ = kNever;      // what due_ is notified for
  TimePs alone_until_ = 0;     // as long as no event is notified; 0: not asked
  sc_core::sc_event due_;
};

// One time at which an action runs; the last one set.
class Alarm {
 public:
  explicit Alarm(Action action);
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
  ~Alarm();

  // Now or later; kNever: not any more.
  void set(TimePs at);
  void hasten(TimePs at) {
    if (at < time_) {
      set(at);
    }
  }
  TimePs time() const { return time_; }

 private:
  friend class Agenda;

  TimePs time_ = kNever;
  const std::shared_ptr<Agenda> agenda_;
  const std::uint32_t number_;
  Action action_;
};

// An action once all that happens at the instant has happened.
class Turn {
 public:
  explicit Turn(Action action);
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn();

  // At the present instant; once, however often it is asked for.
  void ask();
  // The same, for the last thing that an alarm does: now, if nothing else is left at the instant.
  void take_or_ask();

 private:
  friend class Agenda;

  bool asked_ = false;
  const std::shared_ptr<Agenda> agenda_;
  const std::uint32_t number_;
  Action action_;
};

}  // namespace docsis_vp::platform
