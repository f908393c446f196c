// Declares the interface between a TCP sender and its congestion control algorithm, which limits
// the octets in flight.
#pragma once

#include <algorithm>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// Parameters of a connection when it is established.
struct CongestionStart {
  std::uint32_t mss_bytes;             // payload of a full segment
  std::uint64_t initial_window_bytes;  // RFC 6928, or as configured
  TimePs now;
  bool accurate_marks = true;  // true: each CE mark is reported (AccECN); false: only its presence
  // round trip of the handshake; kNever: a SYN or SYN-ACK was sent twice
  TimePs rtt = kNever;
};

// Delivery rate sample of the newest segment that an acknowledgment covers:
// draft-cheng-iccrg-delivery-rate-estimation. Octets of payload.
struct RateSample {
  std::uint64_t delivered_bytes;  // octets delivered on this connection so far: C.delivered
  std::uint64_t prior_delivered;  // that count when the segment was sent
  // time in which the difference was delivered; kNever: invalid sample
  TimePs interval;
  bool app_limited;                // the segment was sent while the sender had too little data
  std::uint64_t newly_lost_bytes;  // found lost by this acknowledgment
  std::uint64_t lost_bytes;        // lost on this connection so far; each loss of a segment counts
  std::uint64_t flight_bytes;      // RFC 6675's pipe after this acknowledgment
  // after a timeout, until the octets in flight at that time are acknowledged
  bool in_loss;
  // time when pacing releases the next segment; in the past: at once
  TimePs next_send;
};

// An acknowledgment of new data, in order or (with SACK) out of order.
struct AckSample {
  TimePs now;
  std::uint64_t acked_bytes;      // newly acknowledged cumulatively
  std::uint64_t delivered_bytes;  // newly acknowledged or SACKed: each octet counts once
  std::uint64_t marked_bytes;     // part of delivered_bytes that the receiver reports as CE-marked
  std::uint64_t una;              // octets acknowledged since the start, including these
  std::uint64_t nxt;              // octets sent since the start: una == an earlier nxt ends a round
  std::uint64_t flight_bytes;     // in flight (RFC 6675: pipe) before this acknowledgment
  TimePs rtt;                     // of the newest acknowledged segment; kNever: no sample (Karn)
  TimePs srtt;                    // RFC 6298; kNever: none yet
  TimePs min_rtt;                 // least of the connection; kNever: none yet
  TimePs one_way_delay;           // measured by the receiver (RFC 6817); kNever: unknown
  bool cwnd_limited;  // the window held the sender back, not the application or receiver
  bool in_recovery;   // loss recovery: the window must not grow
  const RateSample* rate = nullptr;  // set for rate-based algorithms only
};

// Causes of a window reduction.
enum class Congestion : std::uint8_t { kLoss, kEce };

struct CongestionSample {
  TimePs now;
  Congestion cause;
  std::uint64_t flight_bytes;         // RFC 5681: FlightSize
  TimePs srtt;                        // kNever: none yet
  std::uint64_t nxt = 0;              // octets sent since the start; on_timeout() only
  std::uint64_t lost_bytes = 0;       // as in RateSample, including this loss; on_timeout() and
  std::uint64_t delivered_bytes = 0;  // rate-based algorithms only
};

// The endpoint calls on_ack() for each acknowledgment of new data. It calls on_congestion() when
// loss recovery begins, and at most once per round trip for ECE unless the algorithm reads marks
// itself. The endpoint does recovery's own arithmetic (pipe, inflation, PRR) separately from
// cwnd(). Nothing here allocates.
class CongestionControl {
 public:
  virtual ~CongestionControl() = default;

  // Sets cwnd() to the initial window, and ssthresh() to kUnlimited or the configured value.
  virtual void start(const CongestionStart& start) = 0;
  virtual void on_ack(const AckSample& ack) = 0;
  // Sets ssthresh() and cwnd() to their values after the repair.
  virtual void on_congestion(const CongestionSample& sample) = 0;
  // All data outstanding at the detection of the loss is acknowledged.
  virtual void on_recovery_exit(TimePs /*now*/) {}
  // The retransmission timer expired. first: true at the first expiry for a segment. RFC 5681 sec.
  // 3.1: ssthresh = max(FlightSize / 2, 2 SMSS), if first; cwnd = 1 SMSS.
  virtual void on_timeout(const CongestionSample& sample, bool first) = 0;
  // Sending resumes after a pause without data in flight. idle: its duration.
  virtual void on_idle(TimePs /*now*/, TimePs /*idle*/) {}

  // True: the algorithm uses marked_bytes itself (DCTCP, Prague), so that ECE does not call
  // on_congestion().
  virtual bool reads_marks() const { return false; }
  // Pacing rate in octets of payload per second; 0: not paced.
  virtual std::uint64_t pacing_bytes_per_s() const { return 0; }
  // True: each AckSample has a RateSample, cwnd() also applies during recovery (no PRR), and a
  // pause does not change it. on_idle() then reports each pause of the application.
  virtual bool is_rate_based() const { return false; }
  // Rate-based algorithms: the flight is currently kept below the path's capacity, so that rate
  // samples count as application-limited.
  virtual bool limits_itself() const { return false; }

  static constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 62;
  std::uint64_t cwnd() const { return cwnd_; }          // octets
  std::uint64_t ssthresh() const { return ssthresh_; }  // octets
  bool in_slow_start() const { return cwnd_ < ssthresh_; }

  // Limits by the endpoint: NewReno's exit from recovery (RFC 6582 sec. 3.2), restart after idle
  // (RFC 5681 sec. 4.1, RFC 2861).
  void limit_cwnd(std::uint64_t bytes) { cwnd_ = std::min(cwnd_, bytes); }
  // ns-2's exit from slow start after a timeout.
  void raise_cwnd(std::uint64_t bytes) { cwnd_ = std::max(cwnd_, bytes); }
  void raise_ssthresh(std::uint64_t bytes) { ssthresh_ = std::max(ssthresh_, bytes); }

 protected:
  std::uint64_t cwnd_ = 0;
  std::uint64_t ssthresh_ = kUnlimited;
};

}  // namespace docsis_vp::hosts
