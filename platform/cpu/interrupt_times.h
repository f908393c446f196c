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
  // An interrupt whose handler did not return by mret.
  struct Open {
    unsigned line;
    std::uint64_t since;    // the cycle that took it
    std::uint32_t handler;  // its first instruction
  };

  // A trap was taken, and with it no further interrupt is.
  void entered(std::uint32_t cause, std::uint64_t cycle, std::uint32_t handler) {
    open_[depth_++ % kDeepest] = {cause, cycle, handler};
    remembered_ += remembered_ < kDeepest ? 1 : 0;
    if (is_interrupt(cause)) {
      ++open_interrupts_[line_of(cause)];
    }
    enabled(false, cycle);
  }
  // mret: what it ended, if that was an interrupt.
  std::optional<Served> left(std::uint64_t cycle) {
    if (remembered_ == 0) {
      return {};
    }
    --remembered_;
    const Taken& taken = open_[--depth_ % kDeepest];
    if (!is_interrupt(taken.cause)) {
      return {};
    }
    const unsigned line = line_of(taken.cause);
    --open_interrupts_[line];
    return Served{line, cycle - taken.since};
  }
  // Whether interrupts are taken from this cycle on.
  void enabled(bool now, std::uint64_t cycle) {
    if (now == enabled_) {
      return;
    }
    if (now) {
      longest_disabled_cycles_ = longest_disabled_cycles(cycle);
    } else {
      disabled_since_ = cycle;
    }
    enabled_ = now;
    were_enabled_ = true;
  }
  void reset(std::uint64_t cycle) {
    longest_disabled_cycles_ = longest_disabled_cycles(cycle);
    remembered_ = 0;
    open_interrupts_ = {};
    enabled_ = false;
    were_enabled_ = false;
    disabled_since_ = cycle;
  }
  // None while interrupts are taken.
  std::optional<std::uint64_t> masked_since() const {
    return enabled_ ? std::nullopt : std::optional(disabled_since_);
  }

  // Up to this cycle: handlers included, and what lasts until now; not the time before interrupts
  // were first enabled.
  std::uint64_t longest_disabled_cycles(std::uint64_t cycle) const {
    const std::uint64_t lasting = enabled_ || !were_enabled_ ? 0 : cycle - disabled_since_;
    return lasting > longest_disabled_cycles_ ? lasting : longest_disabled_cycles_;
  }
  // Interrupts of a line, a bit number of mip, that did not return since the last reset.
  std::uint64_t open_interrupts(unsigned line) const { return open_interrupts_[line]; }
  // The last of them; nothing if it is not remembered.
  std::optional<Open> last_open(unsigned line) const {
    for (std::size_t back = 1; back <= remembered_; ++back) {
      const Taken& taken = open_[(depth_ - back) % kDeepest];
      if (taken.cause == (kInterruptCause | line)) {
        return Open{line, taken.since, taken.handler};
      }
    }
    return {};
  }

 private:
  // If more are nested, the outermost are forgotten: their mret ends nothing, and their interrupt
  // stays open.
  static constexpr std::size_t kDeepest = 16;
  static constexpr std::size_t kLines = 32;
  struct Taken {
    std::uint32_t cause = 0;
    std::uint64_t since = 0;
    std::uint32_t handler = 0;
  };

  static bool is_interrupt(std::uint32_t cause) { return (cause & kInterruptCause) != 0; }
  static unsigned line_of(std::uint32_t cause) { return cause & ~kInterruptCause; }

  std::array<Taken, kDeepest> open_ = {};
  std::size_t depth_ = 0;       // taken less left; only its remainder by kDeepest matters
  std::size_t remembered_ = 0;  // of open_
  std::array<std::uint64_t, kLines> open_interrupts_ = {};
  bool enabled_ = false;
  bool were_enabled_ = false;
  std::uint64_t disabled_since_ = 0;
  std::uint64_t longest_disabled_cycles_ = 0;
};

}  // namespace docsis_vp::platform
