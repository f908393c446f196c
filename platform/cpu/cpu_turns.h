// In which order CPUs go on: by time, and at one instant hardware first, then one by one.
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

// Shared by all CPUs of a simulation. A CPU that finds other processes runnable at the instant it
// wants to go on at joins here; once nothing else is left to run, the joined CPU that was made
// first goes on, and the others follow when it waits again. (If each CPU yielded deltas by itself,
// two of them would yield to each other for ever.)
//
// Times that CPUs wait for are kept here, and the kernel hears of the first one only: who asks it
// can tell what hardware has to do from what other CPUs have.
class CpuTurns : public sc_core::sc_module {
 public:
  explicit CpuTurns(const sc_core::sc_module_name& name);
  // The one of this simulation; made by whoever asks first, during elaboration.
  static std::shared_ptr<CpuTurns> shared();

  // During elaboration: a CPU's place in the order.
  std::size_t add();
  // From the CPU's thread: waits for its turn.
  void join(std::size_t place);
  // From the CPU's thread: waits for a time that is yet to come.
  void wait_until(std::size_t place, TimePs at);
  // A CPU is about to wait for something else: the next one may go.
  void pass();
  // Between these two the kernel does not know what the others wait for and can be asked what else
  // there is.
  void hold_others();
  void release_others();
  // When the first of the others goes on, not before `now`; kNever if they wait for no time.
  TimePs next(TimePs now) const {
    if (!waiting_.empty()) {
      return now;
    }
    return later_.empty() ? kNever : later_.begin()->first;
  }

 private:
  void offer();

  std::deque<sc_core::sc_event> go_;                // by place
  std::set<std::size_t> waiting_;                   // for their turn at this instant
  std::set<std::pair<TimePs, std::size_t>> later_;  // times and who waits for them
  std::optional<std::size_t> armed_;                // of later_: whose event is notified
  sc_core::sc_event offer_;
};

}  // namespace docsis_vp::platform
