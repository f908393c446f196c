// Slows simulated time down to a multiple of the host's clock.
#pragma once

#include <chrono>

#include "platform/base/time.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::system {

// Maps simulated time to the host's clock. If a run was delayed, by a debugger or a slow host, it
// continues at the same rate and does not catch up.
class PaceClock {
 public:
  using HostClock = std::chrono::steady_clock;

  // If the delay exceeds this limit, the schedule starts anew.
  static constexpr std::chrono::milliseconds kMostLag{100};

  // rate: simulated seconds per second of the host, above 0.
  explicit PaceClock(double rate) : rate_(rate) {}

  // Returns the time at which the host may simulate beyond `simulated`. The first call starts the
  // schedule. host: the present time. Neither argument may decrease between calls.
  HostClock::time_point due(TimePs simulated, HostClock::time_point host);

 private:
  const double rate_;
  bool begun_ = false;
  TimePs simulated_ = 0;        // start of the schedule
  HostClock::time_point host_;  // the same instant on the host
};

// Sleeps every millisecond of simulated time until that time is due. No result changes.
class Pace {
 public:
  // rate: as in PaceClock. Throws CallOrderError after the first run.
  explicit Pace(double rate);

 private:
  void wait();

  PaceClock clock_;
  platform::Alarm next_;
};

}  // namespace docsis_vp::system
