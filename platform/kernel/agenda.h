// Schedules the actions of all hardware models by one event of SystemC's kernel.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "platform/base/time.h"
#include "platform/kernel/action.h"
#include "platform/kernel/indexed_heap.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

class Alarm;
class DeferredCall;

// Runs alarms in order of time. Alarms of the same instant run in order of construction. Clients
// that must act after all alarms of an instant schedule a DeferredCall. Deferred calls run when no
// alarm of the instant is left, in order of construction. If another process still has to run at
// that instant, they run one delta cycle later (SystemC's next round at the same time). Calls that
// a deferred call requests run in a further round, after all present ones.
//
// After run_ahead() the agenda handles several instants, one after the other, each time the kernel
// runs it. It goes on while its next alarm comes before every event that the kernel has pending.
// During this time now_ps() is ahead of sc_time_stamp(). Code that an alarm or a deferred call runs
// must therefore read the time by now_ps() and notify events by notify_at(). Other processes see no
// difference: the agenda never passes an instant at which they run. Foreign code, that is, code
// outside the platform, might read sc_time_stamp() in an alarm or a deferred call and see a stale
// time. For such code keep_in_step() keeps the agenda at the kernel's time.
class Agenda : public sc_core::sc_module {
 public:
  explicit Agenda(const sc_core::sc_module_name& name);
  // Returns the agenda of this simulation. The first call creates it, during elaboration.
  static std::shared_ptr<Agenda> shared();

  // Starts running ahead. Call run_ahead() at the start of a run and stop_running_ahead() at its
  // end. Between these calls, end the run by an event: the agenda cannot learn the end time of
  // sc_start(duration), and would run past it. Outside of them, sc_start(duration) is exact.
  void run_ahead() { runs_ahead_ = !keeps_in_step_; }
  void stop_running_ahead() { runs_ahead_ = false; }
  // Disables running ahead for the rest of the simulation. Call this if alarms or deferred calls
  // run foreign code, which might read sc_time_stamp() or notify events.
  void keep_in_step() {
    keeps_in_step_ = true;
    runs_ahead_ = false;
  }
  // Call with true once the platform's own alarms, deferred calls and tasks exist. An alarm,
  // deferred call or task that is constructed after this call, but before the simulation starts,
  // counts as foreign code: its constructor causes keep_in_step().
  void disable_run_ahead_on_new_objects(bool disable) { new_objects_are_foreign_ = disable; }
  void note_construction() {
    if (new_objects_are_foreign_ && !started_) {
      keep_in_step();
    }
  }

  // Calls sc_stop() after all actions of the present instant and suppresses SystemC's message,
  // because programs report the end of a run themselves.
  static void stop();

 private:
  friend class Alarm;
  friend class DeferredCall;
  static constexpr std::uint32_t kNotInHeap = UINT32_MAX;
  // An entry of the heap: a time and an alarm's number. If an alarm is moved to a later time, its
  // entry stays where it is, with the earlier time. Both values form one integer, so that one
  // comparison suffices; the processor could not predict the branch between two.
  class Entry {
   public:
    Entry(TimePs at, std::uint32_t number) : key_(static_cast<Key>(at) * (Key{1} << 64) + number) {}
    TimePs at() const { return static_cast<TimePs>(key_ >> 64); }
    std::uint32_t number() const { return static_cast<std::uint32_t>(key_); }
    bool precedes(const Entry& other) const { return key_ < other.key_; }
    static Entry first() { return {INT64_MIN, 0}; }
    static Entry last() { return {kNever, kNotInHeap}; }

   private:
    __extension__ using Key = __int128;
    Key key_;
  };
  // Position of each alarm in the heap, by its number; kNotInHeap if it is not in the heap. Stored
  // here instead of in the Alarm, so that moving an entry does not touch another device's memory.
  struct Positions {
    std::vector<std::uint32_t> by_number;

    void on_moved(const Entry& entry, std::size_t position) {
      by_number[entry.number()] = static_cast<std::uint32_t>(position);
    }
    void on_removed(const Entry& entry) { by_number[entry.number()] = kNotInHeap; }
  };
  class Activation;

  void start_of_simulation() override;
  std::uint32_t register_alarm(Alarm* alarm);
  void run();
  void run_due_alarms(TimePs now);
  void run_deferred_calls();
  // Returns the time before which the kernel has nothing to run.
  TimePs kernel_idle_until();
  // Returns whether no alarm, deferred call or process is left to run at this instant.
  bool nothing_left_at(TimePs now);
  void query_next_kernel_event();
  bool can_advance_to(TimePs next);
  TimePs first();
  TimePs earliest_entry() const { return heap_.least().at(); }
  void reposition(const Alarm& alarm);
  std::uint32_t position_of(std::uint32_t number) const { return heap_.index().by_number[number]; }
  void arm();
  void request_deferred_calls();

  std::vector<Alarm*> alarms_;  // by number; null for a deferred call
  IndexedHeap<Entry, Positions> heap_;
  std::vector<DeferredCall*> requested_;
  std::vector<DeferredCall*> running_calls_;
  bool started_ = false;
  bool runs_ahead_ = false;
  bool keeps_in_step_ = false;
  bool new_objects_are_foreign_ = false;
  bool running_ = false;
  bool stopping_ = false;
  bool delta_passed_ = false;     // a delta cycle has passed since the calls were requested
  TimePs armed_ = kNever;         // time for which due_ is notified
  TimePs kernel_idle_until_ = 0;  // valid while no event is notified; 0: unknown
  sc_core::sc_event due_;
};

// Runs an action at one time. Setting a new time replaces the old one.
class Alarm {
 public:
  explicit Alarm(Action action);
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
  ~Alarm();

  // at: now or later; kNever cancels the alarm.
  void set(TimePs at);
  void set_if_earlier(TimePs at) {
    if (at < time_) {
      set(at);
    }
  }
  [[deprecated("use set_if_earlier()")]] void hasten(TimePs at) { set_if_earlier(at); }
  TimePs time() const { return time_; }

 private:
  friend class Agenda;

  TimePs time_ = kNever;
  const std::shared_ptr<Agenda> agenda_;
  const std::uint32_t number_;
  Action action_;
};

// Runs an action once after all alarms of an instant.
class DeferredCall {
 public:
  explicit DeferredCall(Action action);
  DeferredCall(const DeferredCall&) = delete;
  DeferredCall& operator=(const DeferredCall&) = delete;
  ~DeferredCall();

  // Schedules the action at the present instant. Repeated requests run it once.
  void request();
  // Runs the action immediately if nothing else is left at the instant, otherwise requests it. An
  // alarm may call this only as its last step.
  void run_or_request();

 private:
  friend class Agenda;

  bool requested_ = false;
  const std::shared_ptr<Agenda> agenda_;
  const std::uint32_t number_;
  Action action_;
};

}  // namespace docsis_vp::platform
