// TDMA and OFDMA channels in one MAC domain.
#include <gmock/gmock.h>

#include <map>
#include <string>
#include <utility>

#include "models/cmts/cmts.h"
#include "platform/base/errors.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::mixed_channels_test {
namespace {

constexpr unsigned kTdma = 0;
constexpr unsigned kOfdma = 1;

// Bursts that carry data, by SID and channel. Every packet arrives once and in its order.
struct Watched {
  explicit Watched(LoadedScenario scenario) : system(std::move(scenario)) {
    system.on_burst([this](const docsis::UpstreamBurst& burst) {
      bursts[{burst.sid, burst.channel}] += burst.runs.empty() ? 0 : 1;
    });
    system.on_wan_arrival([this](const Packet& packet) {
      EXPECT_GE(packet.sequence, next[packet.flow]) << "flow " << packet.flow;
      next[packet.flow] = packet.sequence + 1;
    });
  }
  Results run() {
    system.run();
    Results results = system.results();
    for (unsigned i = 0; i < results.service_flows.size(); ++i) {
      const ServiceFlowResult& flow = results.service_flows[i];
      EXPECT_EQ(flow.offered.packets, flow.accounted().packets) << flow.name;
      EXPECT_EQ(flow.offered.bytes, flow.accounted().bytes) << flow.name;
      EXPECT_EQ(flow.rf_lost.packets, 0U) << flow.name;
      EXPECT_EQ(system.cmts().receiver().flow_counters(i).missing_segments, 0U) << flow.name;
    }
    EXPECT_EQ(system.cmts().receiver().counters().stray_bursts, 0U);
    EXPECT_EQ(results.mac.grants_missed, 0U);
    return results;
  }

  System system;
  std::map<std::pair<unsigned, unsigned>, unsigned> bursts;
  std::map<std::uint64_t, std::uint64_t> next;
};

TEST(MixedChannelsRun, BondsBothKindsBesideModemsOfOne) {
  Watched watched(load_scenario("scenarios/mac/mixed-channels.json", {"", {"duration_s=6"}}));
  const Results results = watched.run();
  // Modem by modem: wide, the call, us30 and us31, with SIDs 1 to 4.
  EXPECT_NEAR(results.service_flows[0].sent_mbps, 40, 0.5);
  EXPECT_GT(results.service_flows[2].sent_mbps, 6);  // TCP, in what wide leaves of TDMA
  EXPECT_NEAR(results.service_flows[3].sent_mbps, 18, 0.3);
  EXPECT_GT((watched.bursts[{1, kTdma}]), 500U);
  EXPECT_GT((watched.bursts[{1, kOfdma}]), 500U);
  EXPECT_NEAR((watched.bursts[{2, kTdma}]), 6 * 50, 5);
  EXPECT_EQ((watched.bursts[{2, kOfdma}]), 0U);
  EXPECT_GT((watched.bursts[{3, kTdma}]), 100U);
  EXPECT_EQ((watched.bursts[{3, kOfdma}]), 0U);
  EXPECT_EQ((watched.bursts[{4, kTdma}]), 0U);
  EXPECT_GT((watched.bursts[{4, kOfdma}]), 500U);
}

TEST(MixedChannelsRun, EachKindHasItsOwnMaps) {
  Watched watched(load_scenario("scenarios/mac/mixed-channels.json",
                                {"", {"duration_s=1", "stats.warmup_s=0"}}));
  watched.run();
  const cmts::MapScheduler& scheduler = watched.system.cmts().scheduler();
  const docsis::ChannelGeometry& tdma = scheduler.geometry(kTdma);
  const docsis::ChannelGeometry& ofdma = scheduler.geometry(kOfdma);
  EXPECT_EQ(tdma.parameters().map_version(), 1U);
  EXPECT_EQ(ofdma.parameters().map_version(), 5U);
  // 2025 us are 162 minislots of the one and 15 frames of the other.
  EXPECT_EQ(tdma.frame_ps() * 162, ofdma.frame_ps() * 15);
  EXPECT_NEAR(static_cast<double>(scheduler.counters(kTdma).maps), 1e6 / 2025, 3);
  EXPECT_NEAR(static_cast<double>(scheduler.counters(kOfdma).maps), 1e6 / 2025, 3);
}

TEST(MixedChannelsRun, ARunMayMoveBetweenKindsAndChangeEachProfile) {
  const std::string events = R"(events=[
    {"time_s": 1, "kind": "change_transmit_channels", "modem": "both", "service_flow": "wide",
     "channels": "tdma"},
    {"time_s": 2, "kind": "change_transmit_channels", "modem": "both", "service_flow": "wide",
     "channels": "ofdma"},
    {"time_s": 3, "kind": "change_profile", "channel": "ofdma", "bits_per_s_per_hz": 4},
    {"time_s": 3, "kind": "change_profile", "channel": "tdma", "rate_mbps": 15.36}])";
  Watched watched(load_scenario("scenarios/mac/mixed-channels.json",
                                {"", {"duration_s=4", "stats.warmup_s=0", events}}));
  const Results results = watched.run();
  EXPECT_EQ(results.events.size(), 4U);
  EXPECT_GT(results.mac.requests_forgotten_bytes, 0U);
}

TEST(MixedChannelsRun, RefusesKeysOfTheOtherKind) {
  const auto refusal = [](const std::string& channel) -> std::string {
    try {
      load_scenario("scenarios/mac/mixed-channels.json", {"", {"rf.channels.tdma." + channel}});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal("subcarriers=320"),
              ::testing::HasSubstr("applies only for an OFDMA channel"));
  EXPECT_THAT(refusal("kind=ofdma"), ::testing::HasSubstr("applies only for a TDMA channel"));
  EXPECT_THAT(refusal("kind=fdma"), ::testing::HasSubstr("tdma"));
}

}  // namespace
}  // namespace docsis_vp::system::mixed_channels_test
