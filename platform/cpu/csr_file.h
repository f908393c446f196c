// The control and status registers of a hart that has machine mode only.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/cpu/isa.h"

namespace docsis_vp::platform {

// Privileged specification 20211203 ch. 3. Lines that software only reads (mip) and counters that
// run by themselves live in the hart; it hands them in.
class CsrFile {
 public:
  // What a counter would show had software never touched it, before the running instruction.
  struct Counts {
    std::uint64_t cycles = 0;
    std::uint64_t next_cycles = 0;  // in the next cycle, when what is written now shows
    std::uint64_t instructions = 0;
    std::uint64_t next_instructions = 0;  // once the one that writes has completed
    std::uint64_t time_us = 0;            // needed where is_time() only
  };

  CsrFile(std::uint32_t hart_id, Extensions extensions);

  // Nothing if the register does not exist: an illegal instruction.
  std::optional<std::uint32_t> read(std::uint32_t number, const Counts& counts,
                                    std::uint32_t pending) const;
  // Of a register that read() knows and that is_read_only() denies.
  void write(std::uint32_t number, std::uint32_t value, const Counts& counts);
  static bool is_read_only(std::uint32_t number) { return (number >> 10) == 3; }
  static bool is_time(std::uint32_t number) { return number == 0xc01 || number == 0xc81; }
  // mscratch and mepc change nothing that the pipeline has to wait for.
  static bool writes_without_flush(std::uint32_t number);

  // As after power-on; what the counters show now is their 0.
  void reset(const Counts& counts);

  // Enters the handler: returns its address.
  std::uint32_t enter_trap(std::uint32_t cause, std::uint32_t epc, std::uint32_t value);
  // Leaves it: returns where execution goes on.
  std::uint32_t leave_trap();

  // Of the lines in `pending`, the enabled ones, whether or not interrupts are taken now.
  std::uint32_t wakes(std::uint32_t pending) const { return pending & mie_; }
  // Of the lines in `pending`, the ones to be taken now.
  std::uint32_t takes(std::uint32_t pending) const {
    return (mstatus_ & kMstatusMie) != 0 ? pending & mie_ : 0;
  }

  bool takes_interrupts() const { return (mstatus_ & kMstatusMie) != 0; }
  // False until software wrote mtvec: a trap would go to the reset value, where nobody waits.
  bool has_handler() const { return has_handler_; }

 private:
  static constexpr std::uint32_t kMstatusMie = 1U << 3;
  static constexpr std::uint32_t kMstatusMpie = 1U << 7;
  static constexpr std::uint32_t kMstatusMpp = 3U << 11;  // WARL: machine mode is all there is

  // A counter that software may set or stop: shows count + offset, or what it stopped at.
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
  // old: what the counter showed before; count: the count that the new value belongs to.
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
