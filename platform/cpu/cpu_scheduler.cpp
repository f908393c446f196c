#include "platform/cpu/cpu_scheduler.h"

#include "platform/base/shared_one.h"
#include "platform/kernel/kernel_settings.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::platform {

CpuScheduler::CpuScheduler(const sc_core::sc_module_name& name) : sc_module(name) {
  require_picoseconds();
  SC_HAS_PROCESS(CpuScheduler);
  SC_METHOD(offer);
  sensitive << offer_;
  dont_initialize();
}

std::shared_ptr<CpuScheduler> CpuScheduler::shared() {
  return shared_one<CpuScheduler>(
      [] { return std::make_shared<CpuScheduler>(sc_core::sc_gen_unique_name("turns")); });
}

std::size_t CpuScheduler::add() {
  go_.emplace_back();
  return go_.size() - 1;
}

void CpuScheduler::join(std::size_t place) {
  waiting_.insert(place);
  pass();
  sc_core::wait(go_[place]);
}

void CpuScheduler::wait_until(std::size_t place, TimePs at) {
  if (go_.size() == 1) {
    sc_core::wait(to_sc_time(at - now_ps()));
    return;
  }
  const auto entry = later_.emplace(at, place).first;
  pass();
  sc_core::wait(go_[place]);
  later_.erase(entry);
  // Another CPU may have notified the event again while this one was about to run.
  go_[place].cancel();
  if (armed_ == place) {
    armed_.reset();
  }
}

void CpuScheduler::pass() {
  if (!waiting_.empty()) {
    offer_.notify(sc_core::SC_ZERO_TIME);
  }
  release_others();
}

void CpuScheduler::release_others() {
  if (later_.empty() || armed_ == later_.begin()->second) {
    return;
  }
  hold_others();
  armed_ = later_.begin()->second;
  notify_at(go_[*armed_], later_.begin()->first);
}

void CpuScheduler::hold_others() {
  if (armed_) {
    go_[*armed_].cancel();
    armed_.reset();
  }
}

void CpuScheduler::offer() {
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
