// Describes several transfers that share one bottleneck, for Linux and for the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/external/tcp_lab/path/bottleneck.h"

namespace docsis_vp::tcp_lab {

// All transfers begin at time 0 and have the same round trip. Everything that a sender emits, SYN
// and pure acknowledgments too, passes the bottleneck; the way back has a delay and no rate.
struct SharedCase {
  std::string name;
  std::vector<std::string> controls;  // as Linux calls them, one for each transfer
  std::int64_t rtt_ms = 0;            // without serialisation and queue; half of it each way
  double rate_mbps = 0;               // of Ethernet octets, DA..CRC
  double buffer_bdp = 0;              // in products of rate and round trip
  double measured_from_s = 0;
  double duration_s = 0;

  TimeNs one_way_delay_ns() const { return rtt_ms * 500'000; }
  std::uint64_t rate_bps() const { return static_cast<std::uint64_t>(rate_mbps * 1e6); }
  std::uint64_t buffer_bytes() const {
    return static_cast<std::uint64_t>(rate_mbps * 125 * static_cast<double>(rtt_ms) * buffer_bdp);
  }
  TimeNs duration_ns() const { return static_cast<TimeNs>(duration_s * 1e9); }
  TimeNs measured_from_ns() const { return static_cast<TimeNs>(measured_from_s * 1e9); }
};

// BBR alone, two of it, and one beside CUBIC: at 10, 50 and 200 Mbit/s, round trips of 10, 40 and
// 100 ms, buffers of 0.5, 1 and 4 products.
const std::vector<SharedCase>& all_shared_cases();
// Five short cases for a test that measures the kernel as it runs.
const std::vector<SharedCase>& live_shared_cases();
// Throws std::invalid_argument for a name that no case has.
const SharedCase& shared_case_named(const std::string& name);

}  // namespace docsis_vp::tcp_lab
