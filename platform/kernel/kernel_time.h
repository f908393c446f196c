// Converts between sc_time and integer picoseconds, and gives models the present time.
#pragma once

#include <algorithm>
#include <systemc>
#include <type_traits>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Lead of the agenda over the kernel (platform/kernel/agenda.h); 0 for every other process.
inline TimePs ahead_of_kernel = 0;
// The earliest time passed to notify_at() since the running code last set this to kNever. Code sets
// it when it queries the kernel for the time of the next pending activity.
inline TimePs earliest_notified = kNever;

// Call this after code that may have notified events, written signals or spawned processes in any
// way: the kernel's earlier answers about pending activity are stale.
inline void forget_kernel_activity() {
  earliest_notified = -1;
}

// The kernel's resolution is its default of 1 ps, so the raw value is picoseconds.
inline TimePs to_ps(const sc_core::sc_time& time) {
  return static_cast<TimePs>(time.value());
}
// Equals sc_time::from_value(). That function is in the kernel's library, and a call of it for each
// access costs 6 % of the instructions of a register access and of an idle modem. A pointer to a
// standard-layout object is also a pointer to its first member.
inline sc_core::sc_time to_sc_time(TimePs time) {
  using sc_core::sc_time;
  static_assert(std::is_standard_layout_v<sc_time> &&
                sizeof(sc_time) == sizeof(sc_time::value_type));
  sc_time result;
  reinterpret_cast<sc_time::value_type&>(result) = static_cast<sc_time::value_type>(time);
  return result;
}
inline TimePs kernel_ps() {
  // Equals sc_time_stamp(), without a call into the kernel's library and without the code that
  // creates a context if there is none.
  const sc_core::sc_simcontext* const context = sc_core::sc_curr_simcontext;
  return context != nullptr ? to_ps(context->time_stamp()) : 0;
}

// Returns the present time, including the lead of the agenda over the kernel.
inline TimePs now_ps() {
  return kernel_ps() + ahead_of_kernel;
}

// Notifies the event at an absolute time; the kernel keeps the earlier of two notifications.
inline void notify_at(sc_core::sc_event& event, TimePs at) {
  earliest_notified = std::min(earliest_notified, at);
  event.notify(to_sc_time(at - kernel_ps()));
}

}  // namespace docsis_vp::platform
