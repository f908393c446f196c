// Runs the kernel for exact periods of simulated time.
#pragma once

#include <systemc>

#include "platform/base/time.h"

namespace docsis_vp::system {

// Pauses by an event of its own: a CPU runs ahead only until the next pending event, so it never
// runs past the end of a period.
class RunControl : public sc_core::sc_module {
 public:
  explicit RunControl(const sc_core::sc_module_name& name);

  // Returns at `time`, at the end of the run, or when the kernel was stopped. Throws CallOrderError
  // after the end of the simulation; `call` is the name of the call for its message.
  void run_until(TimePs time, const char* call);
  // Ends the simulation between two periods, if it has begun and not ended: calls
  // end_of_simulation() of the modules.
  void finish();
  // Ends the run at `time`, which is not in the past, unless it ends earlier.
  void end_at(TimePs time);

 private:
  void pause();

  TimePs last_ = kNever;
  sc_core::sc_event end_;
  sc_core::sc_event next_stretch_;
};

}  // namespace docsis_vp::system
