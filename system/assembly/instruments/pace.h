// Holds simulated time back to a multiple of the host's clock.
#pragma once

#include <chrono>

#include "platform/base/time.h"
#include "platform/kernel/agenda.h"

namespace docsis_vp::system {

// Maps simulated time to the host's clock. A run that was held up, by a debugger or a slow host,
// goes on at the same rate: it does not catch up.
class PaceClock {
 public:
  using HostClock = std::chrono::steady_clock;

  // Delay beyond which the schedule starts anew.
  static constexpr std::chrono::milliseconds kMostLag{100};

  // rate: simulated seconds per second of the host, above 0.
  explicit PaceClock(double rate) : rate_(rate) {}

  // Returns the time at which the host may simulate beyond `simulated`. The first call starts the
  // schedule. `simulated` and `host`, the present, never decrease between calls.
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
  // rate: as above. Throws CallOrderError after the first run.
  explicit Pace(double rate);

 private:
  void wait();

  PaceClock clock_;
  platform::Alarm next_;
};

}  // namespace docsis_vp::system
