// Implements Linux's HyStart (tcp_cubic.c), which ends slow start before a loss, when back-to-back
// acknowledgments last for half a round trip or the round-trip time has risen. Ha, Rhee: Hybrid
// Slow Start for High-Bandwidth and Long-Distance Networks, 2008.
#pragma once

#include <cstdint>

#include "models/hosts/tcp/congestion/congestion_control.h"

namespace docsis_vp::hosts {

// Values of Linux 6.18: parameters of module tcp_cubic, and constants.
struct LinuxHystartConfig {
  bool ack_train = true;              // hystart_detect & 1
  bool delay_increase = true;         // hystart_detect & 2
  unsigned low_window_segments = 16;  // inactive below this window
  TimePs ack_delta = 2 * kPsPerMs;    // largest gap within a train of acknowledgments
  TimePs min_delay_threshold = 4 * kPsPerMs;
  TimePs max_delay_threshold = 16 * kPsPerMs;
  // significant rise: least round trip / 8, within the limits above
  unsigned delay_divisor = 8;
  unsigned samples_per_round = 8;  // samples before the delay is judged
  // A paced sender itself spreads its segments over half a round trip: twice the train is needed.
  bool paced = false;
  // The sender's own batches may lengthen a train: by four of the largest, at most 1 ms.
  std::uint64_t batch_bytes = 65'536;  // gso_max_size
  TimePs max_batch_delay = kPsPerMs;
};

class LinuxHystart {
 public:
  struct Sender {
    std::uint64_t cwnd;  // octets, before the growth by this acknowledgment
    std::uint64_t mss;
    bool in_slow_start;
  };

  explicit LinuxHystart(const LinuxHystartConfig& config) : config_(config) {}

  // Clears the state for a new connection or after a timeout. nxt: octets sent so far.
  void restart(TimePs now, std::uint64_t nxt);
  // Call for each acknowledgment outside recovery. Returns true, once until restart(), if slow
  // start must end.
  bool on_ack(const AckSample& ack, const Sender& sender);

 private:
  void begin_round(const AckSample& ack);
  bool train_is_long(const AckSample& ack, const Sender& sender);
  bool delay_has_risen(TimePs rtt);
  TimePs batch_delay(const AckSample& ack, const Sender& sender) const;

  const LinuxHystartConfig config_;
  bool found_ = false;
  TimePs least_rtt_ = kNever;  // since the start or the last timeout
  std::uint64_t round_end_ = 0;
  TimePs round_start_ = 0;
  TimePs train_end_ = 0;  // last acknowledgment of the train
  TimePs round_rtt_ = kNever;
  unsigned samples_ = 0;  // in this round
};

}  // namespace docsis_vp::hosts
