// Records the delivered octets of each flow over time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/hosts/timer_queue/timer_queue.h"
#include "platform/base/time.h"

namespace docsis_vp::system {

// Samples all flows at the end of the warm-up and once per interval, after the hosts' timers of
// that instant.
class GoodputLog {
 public:
  using Probe = std::function<std::uint64_t(std::size_t flow)>;  // octets delivered so far

  GoodputLog(hosts::TimerQueue& timers, TimePs warmup, TimePs interval, std::size_t flows,
             Probe probe);

  // Returns the mean from the end of the warm-up to now; 0 before.
  double mean_mbps(std::size_t flow, TimePs now) const;
  // Returns the goodput of every complete interval from 0 to now.
  std::vector<double> series_mbps(std::size_t flow, TimePs now) const;

 private:
  void sample();
  TimePs sampled_until() const;

  const TimePs warmup_;
  const TimePs interval_;
  const std::size_t flows_;
  const Probe probe_;
  std::vector<std::uint64_t> at_warmup_;
  std::vector<std::uint64_t> samples_;  // one value per interval and flow, interval by interval
  hosts::Timer warm_;
  hosts::Timer next_;
};

}  // namespace docsis_vp::system
