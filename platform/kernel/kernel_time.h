// The bridge between sc_time and integer picoseconds.
#pragma once

#include <cstdint>
#include <systemc>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// How far the agenda is ahead of the kernel (platform/kernel/agenda.h); 0 for every other process.
inline TimePs ahead_of_kernel = 0;
// Counted by notify_at(), for those who remember how far the kernel has nothing to do: as long as
// they run and this stands still, it has nothing more.
inline std::uint64_t kernel_notifications = 0;

// The kernel's resolution stays at its default of 1 ps, so the raw value is picoseconds.
inline TimePs to_ps(const sc_core::sc_time& time) {
  return static_cast<TimePs>(time.value());
}
inline sc_core::sc_time to_sc_time(TimePs time) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time));
}
inline TimePs kernel_ps() {
  // What sc_time_stamp() returns, without a call into the kernel's library.
  return to_ps(sc_core::sc_get_curr_simcontext()->time_stamp());
}

// The present, for whoever runs.
inline TimePs now_ps() {
  return kernel_ps() + ahead_of_kernel;
}

// Of two notifications of an event the kernel keeps the earlier.
inline void notify_at(sc_core::sc_event& event, TimePs at) {
  ++kernel_notifications;
  event.notify(to_sc_time(at - kernel_ps()));
}

}  // namespace docsis_vp::platform
