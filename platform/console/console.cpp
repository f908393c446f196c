#include "platform/console/console.h"

#include <algorithm>
#include <utility>

#include "platform/console/console_registers.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

Console::Console(const sc_core::sc_module_name& name, const ConsoleParameters& parameters,
                 TextSink& sink, InterruptLine received)
    : sc_module(name),
      registers("registers"),
      character_time_(parameters.character_time),
      received_line_(std::move(received)),
      screen_(sink, parameters.prefix) {
  add_registers();
}

void Console::add_registers() {
  registers.add(
      console_registers::kDataOffset, [this](TimePs at) { return take_received(at); },
      [this](std::uint32_t value, TimePs at) { send(value, at); },
      [this](TimePs) { return peek_received(); });
  registers.add(console_registers::kStatusOffset, [this](TimePs at) { return status(at); });
  registers.add(
      console_registers::kInterruptEnableOffset,
      [this](TimePs) {
        return receive_interrupt_ ? console_registers::kInterruptEnableReceiveMask : 0;
      },
      [this](std::uint32_t value, TimePs at) {
        receive_interrupt_ = (value & console_registers::kInterruptEnableReceiveMask) != 0;
        update_interrupt(at);
      });
  registers.add(console_registers::kReceiveOverrunsOffset, [this](TimePs) { return overruns_; });
}

void Console::send(std::uint32_t value, TimePs at) {
  // The FIFO accepts the octet when at most kTransmitDepth octets are unsent.
  const TimePs accepted = std::max(at, sending_until_ - kTransmitDepth * character_time_);
  sending_until_ = std::max(accepted, sending_until_) + character_time_;
  registers.stall_until(accepted);
  const std::uint32_t octet = value & console_registers::kDataOctetMask;
  screen_.put(static_cast<char>(octet));
  if (observer_) {
    observer_(static_cast<std::uint8_t>(octet));
  }
}

TimePs Console::unsent(TimePs at) const {
  return at >= sending_until_ ? 0 : (sending_until_ - at + character_time_ - 1) / character_time_;
}

void Console::receive(std::uint8_t octet) {
  if (received_.size() == kReceiveDepth) {
    ++overruns_;
    return;
  }
  received_.push_back(octet);
  update_interrupt(now_ps());
}

void Console::reset(TimePs at) {
  received_.clear();
  receive_interrupt_ = false;
  update_interrupt(at);
}

std::uint32_t Console::take_received(TimePs at) {
  const std::uint32_t value = peek_received();
  if (!received_.empty()) {
    received_.pop_front();
    update_interrupt(at);
  }
  return value;
}

std::uint32_t Console::peek_received() const {
  return received_.empty() ? console_registers::kDataEmptyMask : received_.front();
}

std::uint32_t Console::status(TimePs at) const {
  std::uint32_t status = static_cast<std::uint32_t>(received_.size())
                         << console_registers::kStatusReceiveLevelShift;
  const TimePs octets = unsent(at);
  if (octets <= kTransmitDepth) {
    status |= console_registers::kStatusTransmitReadyMask;
  }
  if (octets == 0) {
    status |= console_registers::kStatusTransmitEmptyMask;
  } else {
    status |= static_cast<std::uint32_t>(octets - 1)
              << console_registers::kStatusTransmitLevelShift;
  }
  if (!received_.empty()) {
    status |= console_registers::kStatusReceiveAvailableMask;
  }
  return status;
}

void Console::update_interrupt(TimePs at) {
  const bool raise = receive_interrupt_ && !received_.empty();
  if (raise != raised_) {
    raised_ = raise;
    if (received_line_) {
      received_line_(raise, at);
    }
  }
}

}  // namespace docsis_vp::platform
