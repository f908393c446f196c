// Machine timer and software interrupt of one hart, laid out like a CLINT.
#pragma once

#include <cstdint>
#include <systemc>

#include "platform/bus/register_file.h"
#include "platform/irq/interrupt_sink.h"

namespace docsis_vp::platform {

// clint.rdl has the registers. mtime counts microseconds since the start of the simulation until
// firmware writes it; a write moves the count, not the phase of its microseconds. The timer
// interrupt is high from the instant at which mtime reaches mtimecmp to the access that lifts
// mtimecmp above it.
class Clint : public sc_core::sc_module {
 public:
  RegisterFile registers;

  Clint(const sc_core::sc_module_name& name, InterruptSink& hart);

  // As firmware writing msip.
  void set_software_interrupt(bool level, TimePs at);
  // As after power-on, but mtime counts on.
  void reset(TimePs at);

  // mtime, for the hart's `time` CSR.
  std::uint64_t now_us(TimePs at) const;

 private:
  void add_registers();
  void expire();
  // State -> interrupt levels at `at`, and the one event still to come.
  void update(TimePs at);
  TimePs compare_instant() const;

  InterruptSink& hart_;
  bool software_ = false;
  std::uint64_t compare_us_;
  std::uint64_t offset_us_ = 0;  // mtime = time since the start + this, modulo 2^64
  std::uint32_t latched_high_ = 0;
  bool timer_raised_ = false;
  sc_core::sc_event reached_;
};

}  // namespace docsis_vp::platform
