// Implements the control and status registers of a hart with machine mode only.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/cpu/isa.h"

namespace docsis_vp::platform {

// Implements privileged specification 20211203 ch. 3. The hart keeps the pending lines (mip) and
// the free-running counters and passes them in.
class CsrFile {
 public:
  // Free-running counters before the running instruction, as if software had never written them.
  struct Counts {
    std::uint64_t cycles = 0;
    std::uint64_t next_cycles = 0;  // in the next cycle, when a written value takes effect
    std::uint64_t instructions = 0;
    std::uint64_t next_instructions = 0;  // after the writing instruction
    std::uint64_t time_us = 0;            // used only if is_time()
  };

  CsrFile(std::uint32_t hart_id, Extensions extensions);

  // Returns nothing if the register does not exist: the instruction is illegal.
  std::optional<std::uint32_t> read(std::uint32_t number, const Counts& counts,
                                    std::uint32_t pending) const;
  // number: a register that read() knows and that is not is_read_only().
  void write(std::uint32_t number, std::uint32_t value, const Counts& counts);
  static bool is_read_only(std::uint32_t number) { return (number >> 10) == 3; }
  static bool is_time(std::uint32_t number) { return number == 0xc01 || number == 0xc81; }
  // True for registers whose write needs no pipeline flush: mscratch and mepc.
  static bool writes_without_flush(std::uint32_t number);

  // Restores the state after power-on; the counters restart from 0.
  void reset(const Counts& counts);

  // Enters the trap handler; returns its address.
  std::uint32_t enter_trap(std::uint32_t cause, std::uint32_t epc, std::uint32_t value);
  // Leaves the handler; returns the address at which execution continues.
  std::uint32_t leave_trap();

  // Returns the lines in `pending` that are enabled, whether or not interrupts are taken now.
  std::uint32_t wakes(std::uint32_t pending) const { return pending & mie_; }
  // Returns the lines in `pending` that are taken now.
  std::uint32_t takes(std::uint32_t pending) const {
    return (mstatus_ & kMstatusMie) != 0 ? pending & mie_ : 0;
  }

  // Whether some interrupt would be taken: mstatus.MIE is set, and a bit of mie.
  bool takes_interrupts() const { return (mstatus_ & kMstatusMie) != 0 && mie_ != 0; }
  // False until software has written mtvec: a trap would go to the reset value, where no handler
  // is.
  bool has_handler() const { return has_handler_; }

 private:
  static constexpr std::uint32_t kMstatusMie = 1U << 3;
  static constexpr std::uint32_t kMstatusMpie = 1U << 7;
  static constexpr std::uint32_t kMstatusMpp = 3U << 11;  // WARL: machine mode is the only mode

  // A counter that software may set or stop. It shows count + offset, or the value at the stop.
  struct Counter {
    std::uint64_t offset = 0;
    std::uint64_t stopped_at = 0;
    bool stopped = false;

    std::uint64_t value(std::uint64_t count) const { return stopped ? stopped_at : count + offset; }
    void set(std::uint64_t value, std::uint64_t count);
    void stop(bool now_stopped, std::uint64_t count);
  };

  std::uint32_t misa() const;
  std::optional<std::uint32_t> read_counter(std::uint32_t number, const Counts& counts) const;
  // old: value of the counter before; count: the count to which the new value belongs.
  static void set_half(Counter& counter, bool high, std::uint32_t value, std::uint64_t old,
                       std::uint64_t count);

  std::uint32_t hart_id_;
  Extensions extensions_;
  std::uint32_t mstatus_ = kMstatusMpp;
  std::uint32_t mie_ = 0;
  std::uint32_t mtvec_ = 0;
  std::uint32_t mscratch_ = 0;
  std::uint32_t mepc_ = 0;
  std::uint32_t mcause_ = 0;
  std::uint32_t mtval_ = 0;
  Counter mcycle_;
  Counter minstret_;
  bool has_handler_ = false;
};

}  // namespace docsis_vp::platform
