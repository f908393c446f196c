// Declares TCP parameters that the RFCs leave open, and presets of the studies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

enum class InitialWindow : std::uint8_t {
  kRfc6928,   // min(10 MSS, max(2 MSS, 14600))
  kRfc5681,   // 4, 3 or 2 segments, depending on their size
  kSegments,  // initial_window_segments
};

enum class RecoveryMethod : std::uint8_t {
  kNewReno,  // RFC 6582, without SACK
  kSack,     // RFC 6675

};

enum class IdleRestart : std::uint8_t {
  kOff,
  kRfc5681,  // after one RTO without sending: cwnd = min(initial window, cwnd)
  kRfc2861,  // halved per RTO down to the initial window, like Linux
};

enum class TcpEcn : std::uint8_t {
  kOff,
  kClassic,   // RFC 3168: ECE until CWR
  kDctcp,     // RFC 8257: ECE reports the newest packets; all packets are ECT(0)
  kAccurate,  // counts of CE-marked packets and octets; all packets are ECT(1)
};

// Configuration of one end; the ends may differ. Octets are payload unless stated otherwise.
struct TcpConfig {
  // Segments
  std::uint32_t mss_bytes = 1460;      // announced; 100..8960. Timestamps use 12 of them
  std::uint32_t ip_header_bytes = 20;  // IPv6: 40
  bool timestamps = true;              // RFC 7323; needs both ends, like SACK and ECN
  bool nagle = false;                  // RFC 9293 sec. 3.7.4

  // Handshake and retransmission timer, RFC 6298
  TimePs initial_rto = kPsPerSecond;
  TimePs min_rto = kPsPerSecond;
  TimePs max_rto = 60 * kPsPerSecond;
  TimePs clock_granularity = kPsPerMs;      // G
  bool min_rto_on_variance = false;         // Linux: RTO = SRTT + max(min_rto, 4 RTTVAR)
  unsigned syn_retries = 6;                 // the connection fails after them
  bool slow_rto_after_syn_loss = true;      // sec. 5.7: RTO = 3 s at the start of data
  bool small_window_after_syn_loss = true;  // RFC 5681 sec. 3.1: initial window 1 SMSS

  // Sending
  InitialWindow initial_window = InitialWindow::kRfc6928;
  unsigned initial_window_segments = 10;  // 1..100, for kSegments
  RecoveryMethod recovery = RecoveryMethod::kSack;
  unsigned dup_threshold = 3;                // DupThresh
  bool limited_transmit = true;              // RFC 3042; part of RFC 6675 with SACK
  bool proportional_rate_reduction = false;  // RFC 6937, with SACK
  bool loss_by_time = false;  // RFC 8985 (RACK) replaces IsLost() and rules 3, 4, with SACK
  // Forward acknowledgments and rate halving as in ns-2's TCP/Linux replace RFC 6675 sec. 5.
  // Excludes loss_by_time and proportional_rate_reduction.
  bool forward_acknowledgment = false;
  bool keep_sack_on_timeout = false;  // RFC 2018 sec. 8 discards it; Linux keeps it
  bool window_validation = true;      // the window grows only if it limited the sender
  IdleRestart idle_restart = IdleRestart::kRfc5681;
  std::optional<std::uint32_t> max_window_segments;  // ns-2's window_: limit of the flight
  TcpEcn ecn = TcpEcn::kOff;

  // Receiving
  std::uint64_t receive_buffer_bytes = 6 * 1024 * 1024;
  bool window_scaling = true;  // else at most 65535
  unsigned ack_every = 2;      // full segments per acknowledgment; 1: no delayed acknowledgments
  TimePs ack_delay = 100 * kPsPerMs;  // longest delay of an acknowledgment; at most 500 ms
  unsigned quick_acks = 0;            // number of first data segments that are acknowledged at once
  bool duplicate_sack = false;        // RFC 2883

  // Payload of a full segment with timestamps as configured here.
  std::uint32_t segment_bytes() const { return mss_bytes - (timestamps ? 12 : 0); }
  std::uint64_t initial_window_bytes(std::uint32_t segment_bytes) const;
};

// Returns the preset linux, bsd-sack, ns2-sack1 or ns2-linux-cubic; none for another name.
// README.md lists their settings and reasons.
std::optional<TcpConfig> tcp_preset(const std::string& name);

// Throws ConfigError below `pointer` for values that are out of range or contradictory.
void check_tcp_config(const TcpConfig& config, const std::string& pointer);

}  // namespace docsis_vp::hosts
