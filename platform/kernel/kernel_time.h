// The bridge between sc_time and integer picoseconds.
#pragma once

#include <algorithm>
#include <systemc>
#include <type_traits>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// How far the agenda is ahead of the kernel (platform/kernel/agenda.h); 0 for every other process.
inline TimePs ahead_of_kernel = 0;
// The earliest time for which notify_at() was called since this was set to kNever, by whoever runs
// and asked the kernel how far it has nothing to do.
inline TimePs earliest_notified = kNever;

// Code ran that may have notified events, written signals or spawned processes by any means: what
// was asked of the kernel before holds no more.
inline void forget_kernel_activity() {
  earliest_notified = -1;
}

// The kernel's resolution stays at its default of 1 ps, so the raw value is picoseconds.
inline TimePs to_ps(const sc_core::sc_time& time) {
  return static_cast<TimePs>(time.value());
}
// As sc_time::from_value(), without a call into the kernel's library: a standard layout begins with
// its only member.
inline sc_core::sc_time to_sc_time(TimePs time) {
  using sc_core::sc_time;
  static_assert(std::is_standard_layout_v<sc_time> &&
                sizeof(sc_time) == sizeof(sc_time::value_type));
  sc_time result;
  reinterpret_cast<sc_time::value_type&>(result) = static_cast<sc_time::value_type>(time);
  return result;
}
inline TimePs kernel_ps() {
  // As sc_time_stamp(), without a call into the kernel's library, and without making a context
  // where there is none yet: that code would stand in every caller.
  const sc_core::sc_simcontext* const context = sc_core::sc_curr_simcontext;
  return context != nullptr ? to_ps(context->time_stamp()) : 0;
}

// The present, for whoever runs.
inline TimePs now_ps() {
  return kernel_ps() + ahead_of_kernel;
}

// Of two notifications of an event the kernel keeps the earlier.
inline void notify_at(sc_core::sc_event& event, TimePs at) {
  earliest_notified = std::min(earliest_notified, at);
  event.notify(to_sc_time(at - kernel_ps()));
}

}  // namespace docsis_vp::platform
