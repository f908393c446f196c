// Models a CLINT: the machine timer of a SoC and the software interrupts of its harts.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "platform/bus/register_file.h"
#include "platform/irq/interrupt_sink.h"

namespace docsis_vp::platform {

// The registers of hart 0 are in clint.rdl, those of the next harts follow at the strides below.
// mtime counts microseconds from the start of the simulation until firmware writes it. A write
// changes the count, not the phase of its microseconds. The timer interrupt of a hart is high from
// the instant when mtime reaches the hart's mtimecmp until an access raises mtimecmp above mtime.
//
// All harts share mtime and its latched high word. With several harts, software must therefore read
// high, low, high until both high words are equal, or read the CSRs time and timeh.
class Clint : public sc_core::sc_module {
 public:
  // Distances between the registers of consecutive harts: msip, mtimecmp (RISC-V Advanced Core
  // Local Interruptor specification, MSWI and MTIMER).
  static constexpr std::uint32_t kMsipStride = 4;
  static constexpr std::uint32_t kMtimecmpStride = 8;
  // The same specification: mtime lies behind 4095 compare registers.
  static constexpr unsigned kMaxHarts = 4095;

  RegisterFile registers;

  // harts: by number. Throws std::invalid_argument for a number of harts out of range.
  Clint(const sc_core::sc_module_name& name, const InterruptSinks& harts);
  Clint(const sc_core::sc_module_name& name, InterruptSink& hart)
      : Clint(name, InterruptSinks{hart}) {}

  // Acts as a write of a hart's msip by firmware. Throws std::out_of_range if there is no such
  // hart.
  void set_software_interrupt(bool level, TimePs at, unsigned hart = 0);
  // Restores the state after power-on, except that mtime continues.
  void reset(TimePs at);

  // mtime, for the harts' `time` CSR.
  std::uint64_t now_us(TimePs at) const;

 private:
  struct Hart {
    InterruptSink& sink;
    bool software = false;
    bool timer_raised = false;
    std::uint64_t compare_us;
  };

  void add_registers();
  void add_hart(unsigned number);
  void expire();
  // Updates the interrupt levels at `at`.
  void update(Hart& hart, TimePs at);
  void update_all(TimePs at);
  // Schedules the next change.
  void schedule();
  TimePs compare_instant(const Hart& hart) const;

  std::vector<Hart> harts_;
  std::uint64_t offset_us_ = 0;  // mtime is the time since the start plus this, modulo 2^64
  std::uint32_t latched_high_ = 0;
  sc_core::sc_event reached_;
};

}  // namespace docsis_vp::platform
