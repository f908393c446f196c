#include "platform/timer/clint.h"

#include "platform/kernel/kernel_time.h"
#include "platform/timer/clint_registers.h"

namespace docsis_vp::platform {

namespace {

constexpr std::uint64_t join(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32 | low;
}
constexpr std::uint32_t low_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr std::uint32_t high_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}
constexpr std::uint64_t elapsed_us(TimePs at) {
  return static_cast<std::uint64_t>(at / kPsPerUs);
}

}  // namespace

Clint::Clint(const sc_core::sc_module_name& name, InterruptSink& hart)
    : sc_module(name),
      registers("registers"),
      hart_(hart),
      compare_us_(join(clint_registers::kMtimecmpHighReset, clint_registers::kMtimecmpLowReset)) {
  add_registers();
  SC_HAS_PROCESS(Clint);
  SC_METHOD(expire);
  sensitive << reached_;
  dont_initialize();
}

void Clint::add_registers() {
  registers.add(
      clint_registers::kMsipOffset,
      [this](TimePs) { return software_ ? clint_registers::kMsipPendingMask : 0; },
      [this](std::uint32_t value, TimePs at) {
        set_software_interrupt((value & clint_registers::kMsipPendingMask) != 0, at);
      });
  registers.add(
      clint_registers::kMtimecmpLowOffset, [this](TimePs) { return low_word(compare_us_); },
      [this](std::uint32_t value, TimePs at) {
        compare_us_ = join(high_word(compare_us_), value);
        update(at);
      });
  registers.add(
      clint_registers::kMtimecmpHighOffset, [this](TimePs) { return high_word(compare_us_); },
      [this](std::uint32_t value, TimePs at) {
        compare_us_ = join(value, low_word(compare_us_));
        update(at);
      });
  registers.add(
      clint_registers::kMtimeLowOffset,
      [this](TimePs at) {
        latched_high_ = high_word(now_us(at));
        return low_word(now_us(at));
      },
      [this](std::uint32_t value, TimePs at) {
        offset_us_ = join(high_word(now_us(at)), value) - elapsed_us(at);
        update(at);
      },
      [this](TimePs at) { return low_word(now_us(at)); });
  registers.add(
      clint_registers::kMtimeHighOffset, [this](TimePs) { return latched_high_; },
      [this](std::uint32_t value, TimePs at) {
        latched_high_ = value;
        offset_us_ = join(value, low_word(now_us(at))) - elapsed_us(at);
        update(at);
      });
}

void Clint::set_software_interrupt(bool level, TimePs at) {
  software_ = level;
  hart_.set_interrupt(HartInterrupt::kSoftware, software_, to_sc_time(at - now_ps()));
}

void Clint::reset(TimePs at) {
  set_software_interrupt(false, at);
  compare_us_ = join(clint_registers::kMtimecmpHighReset, clint_registers::kMtimecmpLowReset);
  update(at);
}

std::uint64_t Clint::now_us(TimePs at) const {
  return elapsed_us(at) + offset_us_;
}

void Clint::expire() {
  update(now_ps());
}

void Clint::update(TimePs at) {
  const bool raise = now_us(at) >= compare_us_;
  if (raise != timer_raised_) {
    timer_raised_ = raise;
    hart_.set_interrupt(HartInterrupt::kTimer, raise, to_sc_time(at - now_ps()));
  }
  reached_.cancel();
  const TimePs due = raise ? kNever : compare_instant();
  if (due != kNever) {
    notify_at(reached_, due);
  }
}

// Called while mtime is below mtimecmp, so offset plus elapsed time does not wrap before it.
TimePs Clint::compare_instant() const {
  const std::uint64_t elapsed = compare_us_ - offset_us_;
  return elapsed > elapsed_us(kNever) ? kNever : static_cast<TimePs>(elapsed) * kPsPerUs;
}

}  // namespace docsis_vp::platform
