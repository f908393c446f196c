#include "system/assembly/instruments/pace.h"

#include <thread>

#include "platform/kernel/kernel_time.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/instruments/call_order.h"

namespace docsis_vp::system {

PaceClock::HostClock::time_point PaceClock::due(TimePs simulated, HostClock::time_point host) {
  const std::chrono::duration<double> ahead(to_seconds(simulated - simulated_) / rate_);
  const auto planned = host_ + std::chrono::duration_cast<HostClock::duration>(ahead);
  if (begun_ && host <= planned + kMostLag) {
    return planned;
  }
  begun_ = true;
  simulated_ = simulated;
  host_ = host;
  return host;
}

Pace::Pace(double rate) : clock_(rate), next_([this] { wait(); }) {
  require_before_first_run("Pace()");
  next_.set(0);
}

void Pace::wait() {
  const TimePs now = platform::now_ps();
  std::this_thread::sleep_until(clock_.due(now, PaceClock::HostClock::now()));
  next_.set(now + kPsPerMs);
}

}  // namespace docsis_vp::system
