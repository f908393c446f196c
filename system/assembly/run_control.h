// Runs the kernel for exact stretches of simulated time.
#pragma once

#include <systemc>

#include "platform/base/time.h"

namespace docsis_vp::system {

// Pauses by an event of its own, so that the CPU, which may run as far ahead as nothing is
// pending, never runs past the end of a stretch.
class RunControl : public sc_core::sc_module {
 public:
  explicit RunControl(const sc_core::sc_module_name& name);

  // Returns at that time or at the end of the run, or when the kernel was stopped.
  void run_until(TimePs time);
  // Ends the simulation between two stretches, if it has begun and not yet ended: the modules are
  // told by end_of_simulation().
  void finish();
  // The run ends at this time, which is not before the present, if at no earlier one.
  void end_at(TimePs time);

 private:
  void pause();

  TimePs last_ = kNever;
  sc_core::sc_event end_;
  sc_core::sc_event next_stretch_;
};

}  // namespace docsis_vp::system
