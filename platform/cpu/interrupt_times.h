// Measures how long interrupts were served and masked, in a hart's cycles awake.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "platform/cpu/trap.h"

namespace docsis_vp::platform {

// Updated only at rare events: traps, their returns and writes of CSRs.
class InterruptTimes {
 public:
  struct Served {
    unsigned line;
    std::uint64_t cycles;  // from the trap to the handler's return, including nested traps
  };
  // An interrupt whose handler has not returned by mret.
  struct Open {
    unsigned line;
    std::uint64_t since;    // cycle of the trap
    std::uint32_t handler;  // address of its first instruction
  };

  // A trap was taken; it masks further interrupts.
  void entered(std::uint32_t cause, std::uint64_t cycle, std::uint32_t handler) {
    open_[depth_++ % kDeepest] = {cause, cycle, handler};
    remembered_ += remembered_ < kDeepest ? 1 : 0;
    if (is_interrupt(cause)) {
      ++open_interrupts_[line_of(cause)];
    }
    enabled(false, cycle);
  }
  // mret was executed. Returns the interrupt whose handler it ended, if it was one.
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
  // Sets whether interrupts are taken from this cycle on.
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
  // Cycle since which interrupts are masked; nothing while they are taken.
  std::optional<std::uint64_t> masked_since() const {
    return enabled_ ? std::nullopt : std::optional(disabled_since_);
  }

  // Longest masked time up to this cycle, including handlers and the current one, but not the time
  // before interrupts were first enabled.
  std::uint64_t longest_disabled_cycles(std::uint64_t cycle) const {
    const std::uint64_t lasting = enabled_ || !were_enabled_ ? 0 : cycle - disabled_since_;
    return lasting > longest_disabled_cycles_ ? lasting : longest_disabled_cycles_;
  }
  // Number of interrupts of a line, a bit number of mip, whose handlers have not returned since the
  // last reset.
  std::uint64_t open_interrupts(unsigned line) const { return open_interrupts_[line]; }
  // The last of them; nothing if it is no longer remembered.
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
  // Deeper nesting forgets the outermost traps: their mret is ignored, and their interrupts stay
  // open.
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
  std::size_t depth_ = 0;       // traps minus returns; only its value modulo kDeepest matters
  std::size_t remembered_ = 0;  // number of valid entries of open_
  std::array<std::uint64_t, kLines> open_interrupts_ = {};
  bool enabled_ = false;
  bool were_enabled_ = false;
  std::uint64_t disabled_since_ = 0;
  std::uint64_t longest_disabled_cycles_ = 0;
};

}  // namespace docsis_vp::platform
