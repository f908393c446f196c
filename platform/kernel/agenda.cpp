#include "platform/kernel/agenda.h"

#include <algorithm>
#include <utility>

#include "platform/kernel/kernel_settings.h"

namespace docsis_vp::platform {

namespace {

std::weak_ptr<Agenda> current;

void stop_kernel() {
  drop_kernel_notices();
  sc_core::sc_stop();
}

}  // namespace

// Marks the agenda as running during its lifetime.
class Agenda::Activation {
 public:
  explicit Activation(Agenda& agenda) : agenda_(agenda) {
    agenda_.running_ = true;
    agenda_.armed_ = kNever;
    agenda_.kernel_idle_until_ = 0;
  }
  Activation(const Activation&) = delete;
  Activation& operator=(const Activation&) = delete;
  ~Activation() {
    agenda_.arm();
    agenda_.running_ = false;
    ahead_of_kernel = 0;
  }

 private:
  Agenda& agenda_;
};

Agenda::Agenda(const sc_core::sc_module_name& name) : sc_module(name) {
  require_picoseconds();
  SC_HAS_PROCESS(Agenda);
  SC_METHOD(run);
  sensitive << due_;
  dont_initialize();
}

std::shared_ptr<Agenda> Agenda::shared() {
  std::shared_ptr<Agenda> agenda = current.lock();
  if (!agenda) {
    agenda = std::make_shared<Agenda>(sc_core::sc_gen_unique_name("agenda"));
    current = agenda;
  }
  return agenda;
}

void Agenda::start_of_simulation() {
  started_ = true;
  arm();
}

void Agenda::stop() {
  const std::shared_ptr<Agenda> agenda = current.lock();
  if (agenda && agenda->running_ && ahead_of_kernel > 0) {
    agenda->stopping_ = true;
  } else {
    stop_kernel();
  }
}

// The functions on the path of every instant come first, so that the compiler inlines them into
// run().

// The alarm was postponed or cancelled: moves or removes its entry.
inline void Agenda::reposition(const Alarm& alarm) {
  const std::size_t position = position_of(alarm.number_);
  if (alarm.time_ == kNever) {
    heap_.remove(position);
  } else {
    heap_.postpone(position, {alarm.time_, alarm.number_});
  }
}

inline void Agenda::run_due_alarms(TimePs now) {
  while (earliest_entry() <= now) {
    const Entry entry = heap_.front();
    Alarm& alarm = *alarms_[entry.number()];
    if (alarm.time_ != entry.at()) {
      reposition(alarm);
      continue;
    }
    heap_.take_front();
    alarm.time_ = kNever;
    alarm.action_();
  }
}

inline void Agenda::run_deferred_calls() {
  if (requested_.size() == 1) {
    DeferredCall& call = *requested_.front();
    requested_.clear();
    call.requested_ = false;
    call.action_();
    return;
  }
  running_calls_.swap(requested_);
  std::sort(running_calls_.begin(), running_calls_.end(),
            [](const DeferredCall* a, const DeferredCall* b) { return a->number_ < b->number_; });
  for (DeferredCall* const call : running_calls_) {
    call->requested_ = false;
    call->action_();
  }
  running_calls_.clear();
}

// Returns the time of the first alarm, after moving stale entries to their places.
inline TimePs Agenda::first() {
  for (;;) {
    const Entry& entry = heap_.front();
    if (entry.number() == kNotInHeap) {
      return kNever;
    }
    const Alarm& alarm = *alarms_[entry.number()];
    if (alarm.time_ == entry.at()) {
      return entry.at();
    }
    reposition(alarm);
  }
}

// Within one activation only an event's notification moves this time forward. If a notification is
// cancelled, the activation ends at its time at the latest; the next activation asks the kernel
// again.
inline TimePs Agenda::kernel_idle_until() {
  if (!runs_ahead_ || kernel_idle_until_ == 0) {
    query_next_kernel_event();
  }
  return std::min(kernel_idle_until_, earliest_notified);
}

inline bool Agenda::nothing_left_at(TimePs now) {
  return running_ && requested_.empty() && earliest_entry() > now && kernel_idle_until() > now;
}

inline bool Agenda::can_advance_to(TimePs next) {
  return runs_ahead_ && !stopping_ && next != kNever && next < kernel_idle_until();
}

void Agenda::run() {
  if (stopping_) {
    stop_kernel();
    return;
  }
  const Activation activation(*this);
  TimePs now = now_ps();
  for (;;) {
    run_due_alarms(now);
    if (!requested_.empty()) {
      if (!delta_passed_ && kernel_idle_until() <= now) {
        delta_passed_ = true;
        return;
      }
      delta_passed_ = false;
      run_deferred_calls();
      continue;
    }
    const TimePs next = first();
    if (next > now) {
      if (!can_advance_to(next)) {
        return;
      }
      ahead_of_kernel += next - now;
      now = next;
    }
  }
}

void Agenda::query_next_kernel_event() {
  earliest_notified = kNever;
  const auto pending = sc_core::sc_time_to_pending_activity().value();
  const TimePs kernel = kernel_ps();
  kernel_idle_until_ = pending >= static_cast<std::uint64_t>(kNever - kernel)
                           ? kNever
                           : kernel + static_cast<TimePs>(pending);
}

void Agenda::arm() {
  const TimePs now = now_ps();
  const TimePs next = requested_.empty() && !stopping_ ? first() : now;
  if (next == armed_) {
    return;
  }
  // The kernel keeps the earlier of two notifications.
  if (next > armed_) {
    due_.cancel();
  }
  armed_ = next;
  if (next != kNever) {
    notify_at(due_, std::max(next, now));
  }
}

// A request outside an activation comes from another process. The calls run in the same delta if
// nothing else has to run, else in the next.
void Agenda::request_deferred_calls() {
  if (armed_ > now_ps()) {
    armed_ = now_ps();
    earliest_notified = std::min(earliest_notified, armed_);
    due_.notify();
  }
}

std::uint32_t Agenda::register_alarm(Alarm* alarm) {
  note_construction();
  alarms_.push_back(alarm);
  heap_.index().by_number.push_back(kNotInHeap);
  return static_cast<std::uint32_t>(alarms_.size() - 1);
}

Alarm::Alarm(Action action)
    : agenda_(Agenda::shared()),
      number_(agenda_->register_alarm(this)),
      action_(std::move(action)) {}

Alarm::~Alarm() {
  const std::uint32_t position = agenda_->position_of(number_);
  if (position != Agenda::kNotInHeap) {
    agenda_->heap_.remove(position);
  }
}

void Alarm::set(TimePs at) {
  time_ = at;
  Agenda& agenda = *agenda_;
  const std::uint32_t position = agenda.position_of(number_);
  if (position == Agenda::kNotInHeap) {
    if (at != kNever) {
      agenda.heap_.insert({at, number_});
    }
  } else if (at < agenda.heap_[position].at()) {
    agenda.heap_.advance(position, {at, number_});
  }
  if (agenda.started_ && !agenda.running_) {
    agenda.arm();
  }
}

DeferredCall::DeferredCall(Action action)
    : agenda_(Agenda::shared()),
      number_(agenda_->register_alarm(nullptr)),
      action_(std::move(action)) {}

DeferredCall::~DeferredCall() {
  auto& requested = agenda_->requested_;
  requested.erase(std::remove(requested.begin(), requested.end(), this), requested.end());
}

void DeferredCall::run_or_request() {
  if (!requested_ && agenda_->nothing_left_at(now_ps())) {
    action_();
  } else {
    request();
  }
}

void DeferredCall::request() {
  if (requested_) {
    return;
  }
  requested_ = true;
  agenda_->requested_.push_back(this);
  if (agenda_->started_ && !agenda_->running_) {
    agenda_->request_deferred_calls();
  }
}

}  // namespace docsis_vp::platform
