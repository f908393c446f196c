// Declares the interface by which a device drives the interrupt lines of a hart.
#pragma once

#include <functional>
#include <systemc>
#include <vector>

namespace docsis_vp::platform {

// Bit positions in mip and mie (RISC-V privileged specification, sec. 3.1.9).
enum class HartInterrupt : unsigned { kSoftware = 3, kTimer = 7, kExternal = 11 };

class InterruptSink {
 public:
  virtual ~InterruptSink() = default;
  // Sets the level of a line from sc_time_stamp() + delay on. `delay` is the delay of the
  // transaction if firmware caused the change, else zero.
  virtual void set_interrupt(HartInterrupt line, bool level, const sc_core::sc_time& delay) = 0;
};

// The interrupt sinks of the harts of a SoC, by hart number.
using InterruptSinks = std::vector<std::reference_wrapper<InterruptSink>>;

}  // namespace docsis_vp::platform
