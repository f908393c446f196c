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
           const InterruptSinks& harts)
    : sc_module(name), registers("registers"), existing_(mask_of(parameters.sources)) {
  if (harts.empty() || harts.size() > kMaxContexts) {
    throw std::invalid_argument("an interrupt controller has 1 to 512 contexts");
  }
  for (const std::reference_wrapper<InterruptSink> hart : harts) {
    contexts_.push_back({hart});
  }
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
  for (unsigned number = 0; number < contexts_.size(); ++number) {
    add_context(number);
  }
}

void Plic::add_context(unsigned number) {
  using namespace plic_registers;
  Context& context = contexts_[number];
  registers.add(
      kEnableOffset + number * kEnableStride, [&context](TimePs) { return context.enable; },
      [this, &context](std::uint32_t value, TimePs at) {
        context.enable = value & existing_;
        update(at);
      });
  registers.add(
      kThresholdOffset + number * kContextStride, [&context](TimePs) { return context.threshold; },
      [this, &context](std::uint32_t value, TimePs at) {
        context.threshold = value & kThresholdValueMask;
        update(at);
      });
  registers.add(
      kClaimOffset + number * kContextStride,
      [this, number](TimePs at) { return claim(number, at); },
      [this, &context](std::uint32_t value, TimePs at) { complete(context, value, at); },
      [this, &context](TimePs) { return best(context); });
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

Plic::SourceState Plic::state(unsigned source, unsigned context) const {
  const auto has = [source](std::uint32_t bits) { return (bits & bit(source)) != 0; };
  return {has(levels_),
          has(pending_),
          has(in_service_),
          has(contexts_.at(context).enable),
          priority_[source],
          pending_since_[source],
          in_service_since_[source]};
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
  for (Context& context : contexts_) {
    context.enable = 0;
    context.threshold = 0;
  }
  update(at);
}

std::uint32_t Plic::claim(unsigned number, TimePs at) {
  const unsigned source = best(contexts_[number]);
  if (source != 0) {
    pending_ &= ~bit(source);
    in_service_ |= bit(source);
    in_service_since_[source] = at;
    update(at);
    for (const auto& observer : claim_observers_) {
      observer(source, number);
    }
  }
  return source;
}

void Plic::complete(const Context& context, std::uint32_t source, TimePs at) {
  // PLIC specification, "Interrupt Completion": completion for a source that is not enabled is
  // ignored.
  if (source < kWords && (context.enable & bit(source)) != 0) {
    in_service_ &= ~bit(source);
    update(at);
  }
}

unsigned Plic::best(const Context& context) const {
  unsigned best = 0;
  for (std::uint32_t left = pending_ & context.enable; left != 0; left &= left - 1) {
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
  for (Context& context : contexts_) {
    const bool raise = priority_[best(context)] > context.threshold;
    if (raise != context.raised) {
      context.raised = raise;
      context.hart.set_interrupt(HartInterrupt::kExternal, raise, to_sc_time(at - now_ps()));
    }
  }
}

}  // namespace docsis_vp::platform
