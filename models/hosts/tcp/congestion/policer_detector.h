// Implements BBR's long-term bandwidth estimate, which detects a token-bucket policer and its rate.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/congestion_control.h"

namespace docsis_vp::hosts {

// A policer drops the excess over its rate without a queue, so bandwidth measured while it had
// tokens is too high. It is detected by two consecutive intervals of 4 to 16 rounds each. Both
// begin and end with losses, lose at least a fifth of the delivered octets, and have rates that
// agree within an eighth. The mean rate then applies for 48 rounds of bandwidth probing.
class PolicerDetector {
 public:
  struct Round {
    TimePs now;
    std::uint64_t delivered_bytes;  // on the connection
    std::uint64_t lost_bytes;       // on the connection
    bool losses;                    // this acknowledgment found losses
    bool app_limited;
    bool starts;  // it begins a round
  };

  void restart() { *this = {}; }

  // Takes each rate sample. probing: the sender is in PROBE_BW. Returns true if a detected rate is
  // dropped and probing must restart.
  bool on_sample(const Round& round, bool probing);

  // Octets per second; 0: no policer detected.
  double bytes_per_s() const { return in_use_ ? bytes_per_s_ : 0; }

 private:
  void begin_interval(const Round& round);
  void end_interval(double bytes_per_s, const Round& round);

  bool sampling_ = false;
  bool in_use_ = false;
  double bytes_per_s_ = 0;  // of the last interval, or the mean of the two that agree
  unsigned rounds_ = 0;     // in the interval, or since in_use_
  TimePs begun_at_ = 0;
  std::uint64_t delivered_then_ = 0;
  std::uint64_t lost_then_ = 0;
};

}  // namespace docsis_vp::hosts
