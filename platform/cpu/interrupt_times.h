// How long interrupts were served, and how long none was taken, in a hart's cycles awake.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "platform/cpu/trap.h"

namespace docsis_vp::platform {

// Told at what is rare anyway: traps, their ends, writes of CSRs.
class InterruptTimes {
 public:
  struct Served {
    unsigned line;
    std::uint64_t cycles;  // from taking it to the handler's return, what came between included
  };

  // A trap was taken, and with it no further interrupt is.
  void entered(std::uint32_t cause, std::uint64_t cycle) {
    open_[depth_++ % kDeepest] = {cause, cycle};
    enabled(false, cycle);
  }
  // mret: what it ended, if that was an interrupt.
  std::optional<Served> left(std::uint64_t cycle) {
    if (depth_ == 0) {
      return {};
    }
    const Open& open = open_[--depth_ % kDeepest];
    if ((open.cause & kInterruptCause) == 0) {
      return {};
    }
    return Served{open.cause & ~kInterruptCause, cycle - open.since};
  }
  // Whether interrupts are taken from this cycle on.
  void enabled(bool now, std::uint64_t cycle) {
    if (now == enabled_) {
      return;
    }
    enabled_ = now;
    if (!now) {
      disabled_since_ = cycle;
    } else if (were_enabled_ && cycle - disabled_since_ > longest_disabled_cycles_) {
      longest_disabled_cycles_ = cycle - disabled_since_;
    }
    were_enabled_ = true;
  }
  void reset(std::uint64_t cycle) {
    depth_ = 0;
    enabled_ = false;
    were_enabled_ = false;
    disabled_since_ = cycle;
  }
  // None while interrupts are taken.
  std::optional<std::uint64_t> masked_since() const {
    return enabled_ ? std::nullopt : std::optional(disabled_since_);
  }

  // Handlers included; not the time before interrupts were first enabled.
  std::uint64_t longest_disabled_cycles() const { return longest_disabled_cycles_; }

 private:
  // Deeper ones are forgotten, as are those that a program never returned from.
  static constexpr std::size_t kDeepest = 16;
  struct Open {
    std::uint32_t cause = 0;
    std::uint64_t since = 0;
  };

  std::array<Open, kDeepest> open_ = {};
  std::size_t depth_ = 0;
  bool enabled_ = false;
  bool were_enabled_ = false;
  std::uint64_t disabled_since_ = 0;
  std::uint64_t longest_disabled_cycles_ = 0;
};

}  // namespace docsis_vp::platform
