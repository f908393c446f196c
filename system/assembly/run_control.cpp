#include "system/assembly/run_control.h"

#include <algorithm>

#include "platform/kernel/agenda.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/instruments/call_order.h"

namespace docsis_vp::system {

RunControl::RunControl(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(RunControl);
  SC_METHOD(pause);
  sensitive << end_;
  dont_initialize();
}

void RunControl::pause() {
  sc_core::sc_pause();
  // This event lets a sequencer that runs later in this instant see pending activity, as an earlier
  // one does: its events at this instant belong to the next period.
  next_stretch_.notify(sc_core::SC_ZERO_TIME);
}

void RunControl::finish() {
  if (sc_core::sc_get_status() == sc_core::SC_PAUSED) {
    platform::Agenda::stop();
  }
}

void RunControl::end_at(TimePs time) {
  last_ = std::min(last_, time);
  platform::notify_at(end_, time);
}

void RunControl::run_until(TimePs time, const char* call) {
  time = std::min(time, last_);
  if (time <= platform::now_ps()) {
    return;
  }
  if (sc_core::sc_get_status() == sc_core::SC_STOPPED) {
    throw CallOrderError(call, "expected no run after the end of the simulation");
  }
  end_.cancel();  // left over from a shortened period
  platform::notify_at(end_, time);
  const auto agenda = platform::Agenda::shared();
  agenda->run_ahead();
  sc_core::sc_start();
  agenda->stop_running_ahead();
  end_.cancel();
  if (last_ != kNever && last_ > platform::now_ps()) {
    platform::notify_at(end_, last_);
  }
}

}  // namespace docsis_vp::system
