// Observes transfers that share a bottleneck: goodput, queueing delay, BBR's phases.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/external/tcp_lab/shared/shared_case.h"

namespace docsis_vp::tcp_lab {

// BBR's gains in 256ths, as TCP_CC_INFO has them.
struct BbrGains {
  unsigned pacing;
  unsigned cwnd;
};

struct FlowFigures {
  double goodput_mbps = 0;     // acknowledged payload
  double share_percent = 0;    // of the goodput of all
  std::uint64_t repeated = 0;  // data segments, over the whole run
  double probe_bw_ms = 0;      // median time between two beginnings of the gain 1.25; 0: not seen
  double probe_rtt_s = 0;      // mean time between two beginnings of PROBE_RTT; 0: not seen
};

struct SharedFigures {
  std::vector<FlowFigures> flows;  // of equal senders the one with the larger share first
  double queue_p50_ms = 0;         // wait of the packets that the bottleneck took
  double queue_p90_ms = 0;
};

// Times are since the run began; callers report in the order of time.
class SharedObserver {
 public:
  explicit SharedObserver(const SharedCase& c);

  // A data segment enters the path; offset counts the octets of its transfer from 0.
  void on_data(TimeNs at, std::size_t flow, std::uint64_t offset, std::uint32_t payload_bytes);
  // The bottleneck takes a packet, which waits so long before its first octet is sent.
  void on_admitted(TimeNs at, TimeNs wait);
  // The sender has seen this cumulative acknowledgment.
  void on_ack(TimeNs at, std::size_t flow, std::uint64_t acked_bytes);
  // The gains that hold from now on.
  void on_gains(TimeNs at, std::size_t flow, const BbrGains& gains);

  SharedFigures figures() const;

 private:
  struct Flow {
    std::uint64_t highest_sent = 0;
    std::uint64_t repeated = 0;
    std::uint64_t acked_before = 0;  // when the measurement began
    std::uint64_t acked = 0;
    bool probing_up = false;
    bool probing_rtt = false;
    std::vector<TimeNs> ups;
    std::vector<TimeNs> probe_rtts;
  };

  const SharedCase& case_;
  std::vector<Flow> flows_;
  std::vector<TimeNs> waits_;
};

}  // namespace docsis_vp::tcp_lab
