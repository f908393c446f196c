#include "system/assembly/traffic/periodic.h"
#include "system/scenario/complete/complete_flow.h"
#include "system/scenario/derive/fill.h"
#include "system/scenario/fields/traffic_kind.h"

namespace docsis_vp::system {

extern const TrafficKind kGameKind;

namespace {

// docsis-ns3, residential traffic: up 128 +- 20 bytes every 33 +- 3 ms, down 450 +- 120 bytes every
// 33 +- 5 ms.
constexpr unsigned kGameUpBytes = 128;
constexpr unsigned kGameUpSizeJitter = 20;
constexpr unsigned kGameDownBytes = 450;
constexpr unsigned kGameDownSizeJitter = 120;
constexpr double kGameIntervalUs = 33'000;
constexpr double kGameUpJitterUs = 3'000;
constexpr double kGameDownJitterUs = 5'000;

void complete_game(FlowConfig& flow, const Extensions&, const std::string& pointer) {
  constexpr double kPercent = 100;
  const bool upstream = flow.direction == Direction::kUpstream;
  fill(flow.packet_bytes, upstream ? kGameUpBytes : kGameDownBytes);
  fill(flow.size_jitter_bytes, upstream ? kGameUpSizeJitter : kGameDownSizeJitter);
  fill(flow.interval_us, kGameIntervalUs);
  fill(flow.jitter_percent,
       (upstream ? kGameUpJitterUs : kGameDownJitterUs) / kGameIntervalUs * kPercent);
  check_packet_bytes(flow, pointer);
}

}  // namespace

constexpr TrafficKind kGameKind = [] {
  TrafficKind kind;
  kind.name = "game";
  kind.is_periodic = true;
  kind.sizes_vary = true;
  kind.periodic = {"128 up and 450 down", "20 up and 120 down", "33000",
                   "9.1 (3 ms) up and 15.2 (5 ms) down", "docsis-ns3, residential traffic"};
  kind.complete = complete_game;
  kind.make = make_periodic_flow;
  return kind;
}();

}  // namespace docsis_vp::system
