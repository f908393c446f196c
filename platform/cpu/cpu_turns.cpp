#include "platform/cpu/cpu_turns.h"

namespace docsis_vp::platform {

CpuTurns::CpuTurns(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(CpuTurns);
  SC_METHOD(offer);
  sensitive << offer_;
  dont_initialize();
}

std::shared_ptr<CpuTurns> CpuTurns::shared() {
  static std::weak_ptr<CpuTurns> current;
  std::shared_ptr<CpuTurns> turns = current.lock();
  if (!turns) {
    turns = std::make_shared<CpuTurns>(sc_core::sc_gen_unique_name("turns"));
    current = turns;
  }
  return turns;
}

std::size_t CpuTurns::add() {
  go_.emplace_back();
  return go_.size() - 1;
}

void CpuTurns::join(std::size_t place) {
  waiting_.insert(place);
  offer_.notify(sc_core::SC_ZERO_TIME);
  sc_core::wait(go_[place]);
}

void CpuTurns::pass() {
  if (!waiting_.empty()) {
    offer_.notify(sc_core::SC_ZERO_TIME);
  }
}

void CpuTurns::offer() {
  if (waiting_.empty()) {
    return;
  }
  if (sc_core::sc_pending_activity_at_current_time()) {
    offer_.notify(sc_core::SC_ZERO_TIME);
    return;
  }
  const std::size_t next = *waiting_.begin();
  waiting_.erase(waiting_.begin());
  go_[next].notify();
}

}  // namespace docsis_vp::platform
