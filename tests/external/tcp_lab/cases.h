// The experiments that Linux and the model both run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/external/tcp_lab/path/bottleneck.h"
#include "tests/external/tcp_lab/path/loss_script.h"

namespace docsis_vp::tcp_lab {

// IPv4 and TCP with timestamps inside an MTU of 1500: 1500 - 20 - 20 - 12.
constexpr std::uint32_t kSegmentBytes = 1448;
// Ethernet header and FCS, which the path counts besides the IP packet.
constexpr std::uint32_t kFrameOverheadBytes = 18;

enum class Purpose {
  kGrowth,     // the window's course after one loss
  kRecovery,   // from lost segments in one window
  kSteady,     // throughput and retransmissions over a long run
  kSlowStart,  // where HyStart ends it
  kReference,  // measured on Linux only
};

struct Case {
  std::string name;
  std::string congestion_control;  // as Linux calls it
  Purpose purpose = Purpose::kSteady;
  std::int64_t rtt_ms = 0;  // without serialisation and queue; half of it each way
  double rate_mbps = 0;     // of Ethernet octets, DA..CRC
  std::uint64_t buffer_bytes = 0;
  LossScript loss;                     // besides what finds the buffer full
  bool hystart = false;                // CUBIC's only
  int receive_buffer_bytes = 1 << 20;  // that Linux is asked for; it doubles them
  double duration_s = 0;
  double steady_from_s = 0;  // throughput counts from here
  double bin_ms = 100;       // of the time line

  TimeNs one_way_delay_ns() const { return rtt_ms * 500'000; }
  std::uint64_t rate_bps() const { return static_cast<std::uint64_t>(rate_mbps * 1e6); }
  TimeNs duration_ns() const { return static_cast<TimeNs>(duration_s * 1e9); }
  TimeNs bin_ns() const { return static_cast<TimeNs>(bin_ms * 1e6); }
};

const std::vector<Case>& all_cases();
// Throws std::invalid_argument for a name that no case has.
const Case& case_named(const std::string& name);

}  // namespace docsis_vp::tcp_lab
