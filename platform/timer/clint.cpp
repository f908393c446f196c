#include "platform/timer/clint.h"

#include <algorithm>
#include <stdexcept>

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
constexpr std::uint64_t kCompareReset =
    join(clint_registers::kMtimecmpHighReset, clint_registers::kMtimecmpLowReset);
constexpr std::uint64_t elapsed_us(TimePs at) {
  return static_cast<std::uint64_t>(at / kPsPerUs);
}

}  // namespace

Clint::Clint(const sc_core::sc_module_name& name, const InterruptSinks& harts)
    : sc_module(name), registers("registers") {
  if (harts.empty() || harts.size() > kMaxHarts) {
    throw std::invalid_argument("a core-local interruptor serves 1 to 4095 harts");
  }
  for (const std::reference_wrapper<InterruptSink> hart : harts) {
    harts_.push_back({hart, false, false, kCompareReset});
  }
  add_registers();
  SC_HAS_PROCESS(Clint);
  SC_METHOD(expire);
  sensitive << reached_;
  dont_initialize();
}

void Clint::add_registers() {
  for (unsigned number = 0; number < harts_.size(); ++number) {
    add_hart(number);
  }
  registers.add(
      clint_registers::kMtimeLowOffset,
      [this](TimePs at) {
        latched_high_ = high_word(now_us(at));
        return low_word(now_us(at));
      },
      [this](std::uint32_t value, TimePs at) {
        offset_us_ = join(high_word(now_us(at)), value) - elapsed_us(at);
        update_all(at);
      },
      [this](TimePs at) { return low_word(now_us(at)); });
  registers.add(
      clint_registers::kMtimeHighOffset, [this](TimePs) { return latched_high_; },
      [this](std::uint32_t value, TimePs at) {
        latched_high_ = value;
        offset_us_ = join(value, low_word(now_us(at))) - elapsed_us(at);
        update_all(at);
      });
}

void Clint::add_hart(unsigned number) {
  Hart& hart = harts_[number];
  registers.add(
      clint_registers::kMsipOffset + number * kMsipStride,
      [&hart](TimePs) { return hart.software ? clint_registers::kMsipPendingMask : 0; },
      [this, number](std::uint32_t value, TimePs at) {
        set_software_interrupt((value & clint_registers::kMsipPendingMask) != 0, at, number);
      });
  registers.add(
      clint_registers::kMtimecmpLowOffset + number * kMtimecmpStride,
      [&hart](TimePs) { return low_word(hart.compare_us); },
      [this, &hart](std::uint32_t value, TimePs at) {
        hart.compare_us = join(high_word(hart.compare_us), value);
        update(hart, at);
        schedule();
      });
  registers.add(
      clint_registers::kMtimecmpHighOffset + number * kMtimecmpStride,
      [&hart](TimePs) { return high_word(hart.compare_us); },
      [this, &hart](std::uint32_t value, TimePs at) {
        hart.compare_us = join(value, low_word(hart.compare_us));
        update(hart, at);
        schedule();
      });
}

void Clint::set_software_interrupt(bool level, TimePs at, unsigned hart) {
  Hart& target = harts_.at(hart);
  target.software = level;
  target.sink.set_interrupt(HartInterrupt::kSoftware, level, to_sc_time(at - now_ps()));
}

void Clint::reset(TimePs at) {
  for (unsigned number = 0; number < harts_.size(); ++number) {
    set_software_interrupt(false, at, number);
    harts_[number].compare_us = kCompareReset;
  }
  update_all(at);
}

std::uint64_t Clint::now_us(TimePs at) const {
  return elapsed_us(at) + offset_us_;
}

void Clint::expire() {
  update_all(now_ps());
}

void Clint::update(Hart& hart, TimePs at) {
  const bool raise = now_us(at) >= hart.compare_us;
  if (raise != hart.timer_raised) {
    hart.timer_raised = raise;
    hart.sink.set_interrupt(HartInterrupt::kTimer, raise, to_sc_time(at - now_ps()));
  }
}

void Clint::update_all(TimePs at) {
  for (Hart& hart : harts_) {
    update(hart, at);
  }
  schedule();
}

void Clint::schedule() {
  TimePs due = kNever;
  for (const Hart& hart : harts_) {
    due = hart.timer_raised ? due : std::min(due, compare_instant(hart));
  }
  reached_.cancel();
  if (due != kNever) {
    notify_at(reached_, due);
  }
}

// Called while mtime is below mtimecmp, so offset plus elapsed time does not wrap before it.
TimePs Clint::compare_instant(const Hart& hart) const {
  const std::uint64_t elapsed = hart.compare_us - offset_us_;
  return elapsed > elapsed_us(kNever) ? kNever : static_cast<TimePs>(elapsed) * kPsPerUs;
}

}  // namespace docsis_vp::platform
