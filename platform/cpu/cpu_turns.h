// At one instant hardware goes first, then the CPUs, one by one.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <set>
#include <systemc>

namespace docsis_vp::platform {

// Shared by all CPUs of a simulation. A CPU that finds other processes runnable at the instant it
// wants to go on at joins here; once nothing else is left to run, the joined CPU that was made
// first goes on, and the others follow when it waits again. (If each CPU yielded deltas by itself,
// two of them would yield to each other for ever.)
class CpuTurns : public sc_core::sc_module {
 public:
  explicit CpuTurns(const sc_core::sc_module_name& name);
  // The one of this simulation; made by whoever asks first, during elaboration.
  static std::shared_ptr<CpuTurns> shared();

  // During elaboration: a CPU's place in the order.
  std::size_t add();
  // From the CPU's thread: waits for its turn.
  void join(std::size_t place);
  // A CPU is about to wait for something else: the next one may go.
  void pass();
  bool anyone_waits() const { return !waiting_.empty(); }

 private:
  void offer();

  std::deque<sc_core::sc_event> go_;  // by place
  std::set<std::size_t> waiting_;
  sc_core::sc_event offer_;
};

}  // namespace docsis_vp::platform
