#include "tests/system/random/witness.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint8_t kRequestIuc = 1;

}  // namespace

Witness::Witness(System& system) {
  system.subscribe(*this, kPacketEvents | kGrantEvents);
  system.on_burst([this](const docsis::UpstreamBurst& burst) { sent(burst); });
  system.on_packet([this](unsigned modem, const docsis::DownstreamFrame& frame) {
    packets_[{modem, frame.service_flow}].push_back({platform::now_ps(), frame.packet->size_bytes});
  });
}

void Witness::granted(const GrantEvent& event) {
  const cm::Grant& grant = event.grant;
  open_[{grant.channel, grant.sid, grant.first_minislot}] = grant;
}

void Witness::enqueued(const PacketEvent& event) {
  order_[{event.packet.flow, event.direction}].service_flows.insert(event.service_flow);
}

void Witness::delivered(const PacketEvent& event) {
  Order& order = order_[{event.packet.flow, event.direction}];
  const std::uint64_t late = event.packet.sequence < order.next ? 1 : 0;
  order.late += late;
  late_packets_ += late;
  order.next = std::max(order.next, event.packet.sequence + 1);
}

std::uint64_t Witness::late_packets_of_one_queue() const {
  std::uint64_t late = 0;
  for (const auto& [flow, order] : order_) {
    late += order.service_flows.size() == 1 ? order.late : 0;
  }
  return late;
}

void Witness::sent(const docsis::UpstreamBurst& burst) {
  if (burst.iuc == kRequestIuc) {
    requests_[burst.sid].push_back(burst.start);
    return;
  }
  Sent& sent = bursts_[burst.sid].emplace_back();
  sent.at = burst.start;
  for (const docsis::BurstRun& run : burst.runs) {
    sent.bytes += run.frame_bytes;
  }
  const auto grant = open_.find({burst.channel, burst.sid, burst.first_minislot});
  ASSERT_NE(grant, open_.end()) << "SID " << burst.sid << ": a burst without a grant at "
                                << to_seconds(burst.start) << " s";
  EXPECT_GE(burst.start, grant->second.start) << "SID " << burst.sid;
  EXPECT_LE(burst.end, grant->second.end) << "SID " << burst.sid;
  EXPECT_LE(burst.size_bytes, grant->second.bytes) << "SID " << burst.sid;
  open_.erase(grant);
}

}  // namespace docsis_vp::system
