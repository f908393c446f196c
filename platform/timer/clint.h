// Models the machine timer and software interrupt of one hart, laid out like a CLINT.
#pragma once

#include <cstdint>
#include <systemc>

#include "platform/bus/register_file.h"
#include "platform/irq/interrupt_sink.h"

namespace docsis_vp::platform {

// The registers are in clint.rdl. mtime counts microseconds from the start of the simulation until
// firmware writes it. A write changes the count, not the phase of its microseconds. The timer
// interrupt is high from the instant when mtime reaches mtimecmp until an access raises mtimecmp
// above mtime.
class Clint : public sc_core::sc_module {
 public:
  RegisterFile registers;

  Clint(const sc_core::sc_module_name& name, InterruptSink& hart);

  // Acts as a write of msip by firmware.
  void set_software_interrupt(bool level, TimePs at);
  // Restores the state after power-on, except that mtime continues.
  void reset(TimePs at);

  // mtime, for the hart's `time` CSR.
  std::uint64_t now_us(TimePs at) const;

 private:
  void add_registers();
  void expire();
  // Updates the interrupt levels at `at` and schedules the next change.
  void update(TimePs at);
  TimePs compare_instant() const;

  InterruptSink& hart_;
  bool software_ = false;
  std::uint64_t compare_us_;
  std::uint64_t offset_us_ = 0;  // mtime is the time since the start plus this, modulo 2^64
  std::uint32_t latched_high_ = 0;
  bool timer_raised_ = false;
  sc_core::sc_event reached_;
};

}  // namespace docsis_vp::platform
