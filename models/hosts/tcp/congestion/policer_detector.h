// BBR's long-term bandwidth: finds a token-bucket policer, and what it lets through.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/congestion_control.h"

namespace docsis_vp::hosts {

// A policer drops what exceeds its rate, without a queue: bandwidth that was measured while tokens
// were left is more than it carries for long. Two intervals in a row, each of 4 to 16 rounds that
// begins and ends with losses of at least a fifth of what was delivered, at rates that agree within
// an eighth, tell of one. Their mean then holds for 48 rounds of bandwidth probing.
class PolicerDetector {
 public:
  struct Round {
    TimePs now;
    std::uint64_t delivered_bytes;  // of the connection
    std::uint64_t lost_bytes;       // of the connection
    bool losses;                    // this acknowledgment showed some
    bool app_limited;
    bool starts;  // a round begins with it
  };

  void restart() { *this = {}; }

  // Each rate sample. probing: the sender has found its bandwidth and cycles around it. Returns
  // true if a rate that held is given up: probing begins anew.
  bool on_sample(const Round& round, bool probing);

  // Octets per second; 0: no policer was found.
  double bytes_per_s() const { return in_use_ ? bytes_per_s_ : 0; }

 private:
  void begin_interval(const Round& round);
  void end_interval(double bytes_per_s, const Round& round);

  bool sampling_ = false;
  bool in_use_ = false;
  double bytes_per_s_ = 0;  // of the last interval, or the mean of two that agree
  unsigned rounds_ = 0;     // of the interval, or since in_use_
  TimePs begun_at_ = 0;
  std::uint64_t delivered_then_ = 0;
  std::uint64_t lost_then_ = 0;
};

}  // namespace docsis_vp::hosts
