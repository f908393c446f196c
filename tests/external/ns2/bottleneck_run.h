// Describes a run of TCP over one DropTail queue in ns-2 and in the model, and the compared values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::ns2 {

constexpr unsigned kSegmentBytes = 1448;
constexpr unsigned kFrameBytes = 1518;
constexpr double kStartS = 2;  // of the first flow: TCP/Linux measures no round trip before 1 s
constexpr double kStaggerS = 0.007;
constexpr double kFirstSampleS = 2.025;
constexpr double kSampleS = 0.05;

struct Case {
  std::string name;
  double rate_mbps;
  double rtt_ms;   // without the queue and the frame itself
  unsigned limit;  // of DropTail, as ns-2 counts
  double duration_s;
  unsigned flows = 1;
};

struct FlowRun {
  std::uint64_t acked_segments = 0;
  std::uint64_t sent_again = 0;  // segments
  std::uint64_t timeouts = 0;
  std::vector<double> windows;  // segments, each kSampleS
};

struct Run {
  std::vector<FlowRun> flows;
  std::vector<double> drops_s;
  unsigned most_waiting = 0;  // packets, without the one that is being sent
};

}  // namespace docsis_vp::ns2
