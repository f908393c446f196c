#include "models/cm/verdict_port/verdict_port.h"

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm {

namespace {

constexpr std::uint32_t kNumbers = 256;

}  // namespace

VerdictPort::VerdictPort(const sc_core::sc_module_name& name, platform::InstantSequencer& sequencer,
                         TimePs stats_from)
    : sc_module(name),
      sequencer_(sequencer),
      stats_from_(stats_from),
      task_(sequencer.add(kDequeue, 1, [this] { apply(); })) {}

// Arrivals of this instant come after a verdict and a pull that take no time.
void VerdictPort::show(const HeadView& head) {
  sequencer_.hold_from(kEnqueue);
  head_ = head;
  number_ = (number_ + 1) % kNumbers;
  waiting_ = true;
  shown_ = platform::now_ps();
  update_interrupt(shown_);
}

void VerdictPort::clear() {
  waiting_ = false;
  head_ = {};
  update_interrupt(platform::now_ps());
}

void VerdictPort::judge(std::uint32_t number, aqm_verdict verdict, TimePs at) {
  write_ = {at, number, verdict};
  sequencer_.post_at(task_, at);
}

void VerdictPort::apply() {
  const TimePs now = platform::now_ps();
  if (write_.at > now) {
    return;
  }
  write_.at = kNever;
  if (!waiting_ || write_.number != number_) {
    ++late_verdicts_;
    return;
  }
  if (now >= stats_from_) {
    latency_ps_.add(static_cast<std::uint64_t>(now - head_.window_opened));
    service_ps_.add(static_cast<std::uint64_t>(now - shown_));
  }
  owner_->head_judged(write_.verdict);
}

void VerdictPort::enable_interrupt(bool enabled, TimePs at) {
  interrupt_enabled_ = enabled;
  update_interrupt(at);
}

void VerdictPort::update_interrupt(TimePs at) {
  const bool level = waiting_ && interrupt_enabled_;
  if (level != interrupt_level_) {
    interrupt_level_ = level;
    if (interrupt_) {
      interrupt_(level, at);
    }
  }
}

}  // namespace docsis_vp::cm
