// Determines the order in which the CPUs of a simulation run: by time, after the hardware of the
// same instant, one by one.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <systemc>
#include <utility>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// All CPUs of a simulation share one object. A CPU calls join() if other processes are runnable at
// its instant. Once nothing else is left to run, the joined CPU that was constructed first
// continues. The next one follows when that CPU waits again. (If each CPU yielded deltas by itself,
// two CPUs would yield to each other forever.)
//
// The times that CPUs wait for are kept here; the kernel has only the earliest one. A CPU can thus
// distinguish pending hardware events from the wake-ups of other CPUs.
class CpuScheduler : public sc_core::sc_module {
 public:
  explicit CpuScheduler(const sc_core::sc_module_name& name);
  // Returns the object of this simulation. The first call creates it, during elaboration.
  static std::shared_ptr<CpuScheduler> shared();

  // Adds a CPU, during elaboration. Returns its index in the order.
  std::size_t add();
  // Waits until the CPU may continue at this instant. Call it from the CPU's thread.
  void join(std::size_t place);
  // Waits until a later time. Call it from the CPU's thread.
  void wait_until(std::size_t place, TimePs at);
  // Call it before the calling CPU waits for something else: lets the next CPU continue.
  void pass();
  // Between these calls the kernel has no wake-up of another CPU pending. It can then be asked for
  // the next event of the hardware.
  void hold_others();
  void release_others();
  // Returns the time at which the first other CPU continues, at least `now`; kNever if none waits.
  TimePs next(TimePs now) const {
    if (!waiting_.empty()) {
      return now;
    }
    return later_.empty() ? kNever : later_.begin()->first;
  }

 private:
  void offer();

  std::deque<sc_core::sc_event> go_;                // by place
  std::set<std::size_t> waiting_;                   // CPUs that joined at this instant
  std::set<std::pair<TimePs, std::size_t>> later_;  // times, and the places that wait for them
  std::optional<std::size_t> armed_;                // place in later_ whose event is notified
  sc_core::sc_event offer_;
};

}  // namespace docsis_vp::platform
