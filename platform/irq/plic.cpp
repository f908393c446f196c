#include "platform/irq/plic.h"

#include <stdexcept>
#include <string>

#include "platform/irq/plic_registers.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

namespace {

constexpr std::uint32_t bit(unsigned source) {
  return std::uint32_t{1} << source;
}

std::uint32_t mask_of(unsigned sources) {
  if (sources == 0 || sources > 31) {
    throw std::invalid_argument("an interrupt controller has 1 to 31 sources");
  }
  return (UINT32_MAX >> (31 - sources)) & ~bit(0);
}

}  // namespace

Plic::Plic(const sc_core::sc_module_name& name, const PlicParameters& parameters,
           InterruptSink& hart)
    : sc_module(name), registers("registers"), existing_(mask_of(parameters.sources)), hart_(hart) {
  add_registers();
}

void Plic::add_registers() {
  using namespace plic_registers;
  for (unsigned source = 0; source < kWords; ++source) {
    const bool exists = (existing_ & bit(source)) != 0;
    RegisterFile::Write write;
    if (exists) {
      write = [this, source](std::uint32_t value, TimePs at) {
        priority_[source] = value & kPriorityValueMask;
        update(at);
      };
    }
    registers.add(
        kPriorityOffset + source * kPriorityStride,
        [this, source](TimePs) { return priority_[source]; }, write);
  }
  registers.add(kPendingOffset, [this](TimePs) { return pending_; });
  registers.add(
      kEnableOffset, [this](TimePs) { return enable_; },
      [this](std::uint32_t value, TimePs at) {
        enable_ = value & existing_;
        update(at);
      });
  registers.add(
      kThresholdOffset, [this](TimePs) { return threshold_; },
      [this](std::uint32_t value, TimePs at) {
        threshold_ = value & kThresholdValueMask;
        update(at);
      });
  registers.add(
      kClaimOffset, [this](TimePs at) { return claim(at); },
      [this](std::uint32_t value, TimePs at) { complete(value, at); },
      [this](TimePs) { return best(); });
}

void Plic::set_source(unsigned source, bool level, TimePs at) {
  if (source >= kWords || (existing_ & bit(source)) == 0) {
    throw std::out_of_range(std::string(name()) + ": no interrupt source " +
                            std::to_string(source));
  }
  for (const auto& observer : observers_) {
    observer(source, level, at);
  }
  levels_ = level ? levels_ | bit(source) : levels_ & ~bit(source);
  update(at);
}

InterruptLine Plic::line(unsigned source) {
  return [this, source](bool level, TimePs at) { set_source(source, level, at); };
}

Plic::SourceState Plic::state(unsigned source) const {
  const auto has = [source](std::uint32_t bits) { return (bits & bit(source)) != 0; };
  return {has(levels_),      has(pending_),          has(in_service_),         has(enable_),
          priority_[source], pending_since_[source], in_service_since_[source]};
}

void Plic::pulse(unsigned source, TimePs at) {
  const std::uint32_t levels = levels_;
  set_source(source, true, at);
  levels_ = levels;
}

void Plic::reset(TimePs at) {
  priority_.fill(0);
  pending_ = 0;
  in_service_ = 0;
  enable_ = 0;
  threshold_ = 0;
  update(at);
}

std::uint32_t Plic::claim(TimePs at) {
  const unsigned source = best();
  if (source != 0) {
    pending_ &= ~bit(source);
    in_service_ |= bit(source);
    in_service_since_[source] = at;
    update(at);
    if (claim_observer_) {
      claim_observer_(source);
    }
  }
  return source;
}

void Plic::complete(std::uint32_t source, TimePs at) {
  // PLIC specification, "Interrupt Completion": completion for a source that is not enabled is
  // ignored.
  if (source < kWords && (enable_ & bit(source)) != 0) {
    in_service_ &= ~bit(source);
    update(at);
  }
}

unsigned Plic::best() const {
  unsigned best = 0;
  for (std::uint32_t left = pending_ & enable_; left != 0; left &= left - 1) {
    const auto source = static_cast<unsigned>(__builtin_ctz(left));
    if (priority_[source] > priority_[best]) {  // entry 0 stays 0
      best = source;
    }
  }
  return best;
}

void Plic::update(TimePs at) {
  const std::uint32_t requested = levels_ & ~in_service_ & ~pending_;
  pending_ |= requested;
  for (std::uint32_t left = requested; left != 0; left &= left - 1) {
    pending_since_[static_cast<unsigned>(__builtin_ctz(left))] = at;
  }
  const bool raise = priority_[best()] > threshold_;
  if (raise != raised_) {
    raised_ = raise;
    hart_.set_interrupt(HartInterrupt::kExternal, raise, to_sc_time(at - now_ps()));
  }
}

}  // namespace docsis_vp::platform
