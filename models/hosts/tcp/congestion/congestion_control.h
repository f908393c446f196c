// How many octets a TCP sender may have in flight: the interface between the endpoint and the
// algorithm that decides it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// What a connection tells its algorithm when it is established, and again when it is reopened.
struct CongestionStart {
  std::uint32_t mss_bytes;             // payload of a full segment
  std::uint64_t initial_window_bytes;  // RFC 6928 or as configured
  TimePs now;
  bool accurate_marks = true;  // each CE mark is reported (AccECN), not that there was one
  TimePs rtt = kNever;         // of the handshake; kNever: SYN or SYN-ACK was sent twice
};

// How fast the path delivered, measured by the newest segment that an acknowledgment covers:
// draft-cheng-iccrg-delivery-rate-estimation. Octets of payload.
struct RateSample {
  std::uint64_t delivered_bytes;   // on this connection until now: C.delivered
  std::uint64_t prior_delivered;   // that count when the segment was sent
  TimePs interval;                 // in which the difference was delivered; kNever: no valid sample
  bool app_limited;                // the segment was sent while the sender had too little to send
  std::uint64_t newly_lost_bytes;  // that this acknowledgment showed to be lost
  std::uint64_t lost_bytes;        // on this connection until now; a segment counts each time
  std::uint64_t flight_bytes;      // RFC 6675's pipe after this acknowledgment
  bool in_loss;                    // after a timeout, until what was out then is acknowledged
  TimePs next_send;                // when pacing lets the next segment out; in the past: at once
};

// One acknowledgment that covers new data, in order or (with SACK) out of order.
struct AckSample {
  TimePs now;
  std::uint64_t acked_bytes;      // newly acknowledged cumulatively
  std::uint64_t delivered_bytes;  // newly acknowledged or SACKed: each octet counts once
  std::uint64_t marked_bytes;     // of delivered_bytes, what the receiver reports as CE-marked
  std::uint64_t una;              // octets acknowledged since the start, these included
  std::uint64_t nxt;              // octets sent since the start: una == an earlier nxt ends a round
  std::uint64_t flight_bytes;     // in flight (RFC 6675: pipe) before this acknowledgment
  TimePs rtt;                     // of the newest segment acknowledged; kNever: no sample (Karn)
  TimePs srtt;                    // RFC 6298; kNever: none yet
  TimePs min_rtt;                 // of the connection; kNever: none yet
  TimePs one_way_delay;           // measured by the receiver (RFC 6817); kNever: not known
  bool cwnd_limited;  // the window, not the application or the receiver, held the sender back
  bool in_recovery;   // of a loss: the window must not grow
  const RateSample* rate = nullptr;  // of algorithms that are rate-based only
};

// Why the window has to shrink.
enum class Congestion : std::uint8_t { kLoss, kEce };

struct CongestionSample {
  TimePs now;
  Congestion cause;
  std::uint64_t flight_bytes;         // RFC 5681: FlightSize
  TimePs srtt;                        // kNever: none yet
  std::uint64_t nxt = 0;              // octets sent since the start, on_timeout() only
  std::uint64_t lost_bytes = 0;       // as in RateSample, this loss included; on_timeout() only,
  std::uint64_t delivered_bytes = 0;  // and for rate-based algorithms only
};

// The endpoint calls on_ack for each acknowledgment of new data; on_congestion when loss recovery
// begins and, unless the algorithm reads marks itself, at most once per round trip for ECE; it does
// recovery's own arithmetic (pipe, inflation, PRR) aside from cwnd(). Nothing here allocates.
class CongestionControl {
 public:
  virtual ~CongestionControl() = default;

  // Sets cwnd() to the initial window and ssthresh() to kUnlimited or as configured.
  virtual void start(const CongestionStart& start) = 0;
  virtual void on_ack(const AckSample& ack) = 0;
  // Sets ssthresh() and cwnd() to what holds once the loss is repaired.
  virtual void on_congestion(const CongestionSample& sample) = 0;
  // All that was outstanding when the loss was detected is acknowledged.
  virtual void on_recovery_exit(TimePs /*now*/) {}
  // The retransmission timer expired. first: not again for the same segment. RFC 5681 sec. 3.1:
  // ssthresh = max(FlightSize / 2, 2 SMSS), if first; cwnd = 1 SMSS.
  virtual void on_timeout(const CongestionSample& sample, bool first) = 0;
  // Sending resumes after a pause in which nothing was in flight. idle: how long.
  virtual void on_idle(TimePs /*now*/, TimePs /*idle*/) {}

  // True: the algorithm takes marked_bytes itself (DCTCP, Prague), so that ECE causes no
  // on_congestion.
  virtual bool reads_marks() const { return false; }
  // Octets of payload per second that the sender keeps to; 0: not paced.
  virtual std::uint64_t pacing_bytes_per_s() const { return 0; }
  // True: each AckSample has a RateSample, cwnd() holds during recovery too (no PRR), and a pause
  // leaves it as it is: on_idle() then tells of each pause that the application made.
  virtual bool is_rate_based() const { return false; }
  // Rate-based: what is in flight is kept below what the path takes, so that rates measured by it
  // count as limited by the application.
  virtual bool limits_itself() const { return false; }

  static constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 62;
  std::uint64_t cwnd() const { return cwnd_; }          // octets
  std::uint64_t ssthresh() const { return ssthresh_; }  // octets
  bool in_slow_start() const { return cwnd_ < ssthresh_; }

  // The endpoint's own limits: NewReno's exit from recovery (RFC 6582 sec. 3.2), restart after idle
  // (RFC 5681 sec. 4.1, RFC 2861).
  void limit_cwnd(std::uint64_t bytes) { cwnd_ = std::min(cwnd_, bytes); }
  // ns-2's exit from the slow start after a timeout.
  void raise_cwnd(std::uint64_t bytes) { cwnd_ = std::max(cwnd_, bytes); }
  void raise_ssthresh(std::uint64_t bytes) { ssthresh_ = std::max(ssthresh_, bytes); }

 protected:
  std::uint64_t cwnd_ = 0;
  std::uint64_t ssthresh_ = kUnlimited;
};

}  // namespace docsis_vp::hosts
