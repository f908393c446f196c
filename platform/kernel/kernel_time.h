// The bridge between sc_time and integer picoseconds.
#pragma once

#include <systemc>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// The kernel's resolution stays at its default of 1 ps, so the raw value is picoseconds.
inline TimePs to_ps(const sc_core::sc_time& time) {
  return static_cast<TimePs>(time.value());
}
inline sc_core::sc_time to_sc_time(TimePs time) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time));
}
inline TimePs now_ps() {
  // What sc_time_stamp() returns, without a call into the kernel's library.
  return to_ps(sc_core::sc_get_curr_simcontext()->time_stamp());
}

}  // namespace docsis_vp::platform
