// Service flows that change channels and channels that change profiles, under load.
#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/configure/units.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::channel_changes_test {
namespace {

struct Sent {
  unsigned channel = 0;
  TimePs start = 0;
};

// Runs a scenario; every packet arrives once and in its order, and none gets lost on the way.
class Watched {
 public:
  explicit Watched(const std::string& text) : system(load_scenario_text(text, "test")) {
    system.on_burst([this](const docsis::UpstreamBurst& burst) {
      if (!burst.runs.empty()) {
        bursts[burst.sid].push_back({burst.channel, burst.start});
      }
    });
    system.on_wan_arrival([this](const Packet& packet) {
      EXPECT_GE(packet.sequence, next_[packet.flow]) << "flow " << packet.flow;
      next_[packet.flow] = packet.sequence + 1;
    });
  }

  Results run() {
    system.run();
    Results results = system.results();
    EXPECT_FALSE(results.error) << *results.error;
    std::size_t queued = 0;
    const cmts::Receiver& receiver = system.cmts().receiver();
    for (unsigned i = 0; i < results.service_flows.size(); ++i) {
      const ServiceFlowResult& flow = results.service_flows[i];
      EXPECT_EQ(flow.offered.bytes, flow.accounted().bytes) << flow.name;
      EXPECT_EQ(flow.rf_lost.packets, 0U) << flow.name;
      EXPECT_EQ(receiver.flow_counters(i).missing_segments, 0U) << flow.name;
      EXPECT_EQ(receiver.flow_counters(i).stale_segments, 0U) << flow.name;
      queued += flow.queued.packets;
    }
    EXPECT_EQ(system.packets_alive(), queued + system.packets_in_transit());
    EXPECT_EQ(receiver.counters().stray_bursts, 0U);
    EXPECT_EQ(receiver.counters().bad_bursts, 0U);
    return results;
  }
  // The last burst of a SID on a channel that begins before a time, and the first from then on.
  TimePs last_before(std::uint16_t sid, unsigned channel, TimePs time) const {
    TimePs last = -1;
    for (const Sent& sent : bursts.at(sid)) {
      if (sent.channel == channel && sent.start < time) last = sent.start;
    }
    return last;
  }
  std::size_t on_channel(std::uint16_t sid, unsigned channel, double from_s, double until_s) const {
    std::size_t count = 0;
    for (const Sent& sent : bursts.at(sid)) {
      const double at_s = to_seconds(sent.start);
      count += sent.channel == channel && at_s >= from_s && at_s < until_s ? 1 : 0;
    }
    return count;
  }

  System system;
  std::map<std::uint16_t, std::vector<Sent>> bursts;

 private:
  std::map<std::uint64_t, std::uint64_t> next_;
};

std::string with(std::string text, const std::string& what, const std::string& instead) {
  return text.replace(text.find(what), what.size(), instead);
}

constexpr const char* kTwoChannels = R"({
  "duration_s": 4, "stats": {"warmup_s": 0.5},
  "rf": {"channels": [{"name": "a"}, {"name": "b"}], "map_phase_us": 0},
  "modems": [{"name": "cm"}],
  "service_flows": [{"name": "us", "modem": "cm", "channels": "a", "max_sustained_rate_mbps": 20}],
  "flows": [{"name": "x", "modem": "cm", "rate_mbps": 30}],
  "events": [
    {"time_s": 1, "kind": "change_transmit_channels", "modem": "cm", "channels": "b"},
    {"time_s": 2, "kind": "change_transmit_channels", "modem": "cm", "channels": ["a", "b"]},
    {"time_s": 3, "kind": "change_transmit_channels", "modem": "cm", "service_flow": "us",
     "channels": "a"}]})";

TEST(ChannelChanges, ASaturatedFlowMovesAndKeepsItsOrderAndItsRate) {
  Watched watched(kTwoChannels);
  const Results results = watched.run();
  EXPECT_GT(watched.on_channel(1, 0, 0, 1), 400U);
  EXPECT_GT(watched.on_channel(1, 1, 1.03, 2), 400U);
  EXPECT_GT(watched.on_channel(1, 0, 2.03, 3), 100U);
  EXPECT_GT(watched.on_channel(1, 1, 2.03, 3), 100U);
  EXPECT_GT(watched.on_channel(1, 0, 3.03, 4), 400U);
  // Grants made before the decision were used, at most a lead and an interval later.
  EXPECT_GT(watched.last_before(1, 0, from_seconds(1.5)), from_seconds(1));
  EXPECT_LT(watched.last_before(1, 0, from_seconds(1.5)), from_seconds(1.006));
  EXPECT_EQ(watched.on_channel(1, 0, 1.006, 2.0), 0U);
  EXPECT_EQ(watched.on_channel(1, 1, 3.006, 4.0), 0U);
  // The modem moves 10 ms later. The bucket keeps the unsent bytes nevertheless.
  EXPECT_NEAR(results.service_flows[0].sent_mbps, 20, 0.25);
  EXPECT_GT(results.mac.requests_forgotten_bytes, 0U);
  EXPECT_EQ(results.mac.maps_of_other_ucd, 0U);
  ASSERT_EQ(results.events.size(), 3U);
  EXPECT_EQ(results.events[1].kind, "change_transmit_channels");
  EXPECT_EQ(results.events[1].modem, "cm");
  EXPECT_EQ(results.events[1].time_s, 2);
}

// At once: what MAPs on their way grant on the channel left is not seen, and asked for again.
TEST(ChannelChanges, AnAbruptMoveHealsToo) {
  Watched watched(
      with(with(kTwoChannels, R"("channels": "b"})", R"("channels": "b", "exchange_ms": 0})"),
           R"({"time_s": 1,)", R"({"time_s": 1.0001,)"));
  const Results results = watched.run();
  EXPECT_GT(watched.system.cmts().scheduler().flow_counters(0).unused_grants, 0U);
  EXPECT_NEAR(results.service_flows[0].sent_mbps, 20, 0.25);
}

// One packet in a long time. Its request goes out on channel a, which no longer answers.
TEST(ChannelChanges, ALonelyRequestIsMadeAgainOnTheNewChannel) {
  const std::string text = R"({
    "duration_s": 0.2, "stats": {"warmup_s": 0},
    "rf": {"channels": [{"name": "a"}, {"name": "b"}], "map_phase_us": 0, "grant_offset_us": 500,
           "request_opportunities": 1, "backoff_start": 0, "backoff_end": 0},
    "modems": [{"name": "cm"}],
    "service_flows": [{"name": "us", "modem": "cm", "channels": "a", "max_sustained_rate_mbps": 20}],
    "flows": [{"name": "x", "modem": "cm", "packet_bytes": 1000, "interval_us": 1000000,
               "phase_us": 100500}],
    "events": [{"time_s": 0.1025, "kind": "change_transmit_channels", "modem": "cm",
                "channels": "b", "exchange_ms": 0}]})";
  Watched watched(text);
  const Results results = watched.run();
  ASSERT_EQ(watched.bursts[1].size(), 1U);
  EXPECT_EQ(watched.bursts[1][0].channel, 1U);
  EXPECT_EQ(results.mac.requests, 2U);
  EXPECT_EQ(results.mac.requests_forgotten_bytes, 1008U);  // 1006, in units of 4
  // Asked at 102 ms on a. The first MAP of b that the modem reads after its move, at 102.5, is that
  // for 106, built at 104: it acknowledges what was sent before 104, and the flow asks again in its
  // region. That is answered two MAPs later.
  EXPECT_EQ(watched.bursts[1][0].start, 110 * kPsPerMs + 500 * kPsPerUs);
}

constexpr const char* kProfile = R"({
  "duration_s": 3, "stats": {"warmup_s": 0.5},
  "rf": {"channels": [{"name": "a"}], "map_phase_us": 0},
  "modems": [{"name": "cm"}],
  "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 100,
                     "aqm": "none"}],
  "flows": [{"name": "x", "modem": "cm", "rate_mbps": 40}],
  "events": [
    {"time_s": 1, "kind": "change_profile", "channel": "a", "rate_mbps": 15.36},
    {"time_s": 2, "kind": "change_profile", "channel": "a", "rate_mbps": 30.72}]})";

TEST(ChannelChanges, AProfileCarriesLessWithoutLoss) {
  Watched watched(kProfile);
  const Results results = watched.run();
  // Half a second at 30.72, one at 15.36, one more at 30.72; headers and regions take their part.
  EXPECT_NEAR(results.service_flows[0].sent_mbps, (1.5 * 30.72 + 15.36) / 2.5, 1.2);
  EXPECT_EQ(results.mac.maps_of_other_ucd, 0U);
  EXPECT_EQ(results.mac.grants_missed, 0U);
  ASSERT_EQ(results.events.size(), 2U);
  EXPECT_EQ(results.events[0].channel, "a");
}

// The UCD comes 50 ms late: 25 MAPs say nothing to the modem.
TEST(ChannelChanges, MapsOfAUcdNotYetReadAreCountedAndIgnored) {
  Watched watched(with(kProfile, "15.36}", R"(15.36, "ucd_lead_ms": -50})"));
  const Results results = watched.run();
  EXPECT_EQ(results.mac.maps_of_other_ucd, 25U);
  EXPECT_EQ(watched.on_channel(1, 0, 1.006, 1.048), 0U);
  EXPECT_GT(watched.on_channel(1, 0, 1.06, 1.1), 10U);
  EXPECT_GT(watched.system.cmts().scheduler().counters(0).unused_grants, 0U);
}

void expect_both_changes(const std::string& lead_of_second) {
  Watched watched(with(kProfile, "30.72}", R"(30.72, "ucd_lead_ms": )" + lead_of_second + "}"));
  const Results results = watched.run();
  EXPECT_EQ(results.mac.maps_of_other_ucd, 0U);
  EXPECT_EQ(results.mac.grants_missed, 0U);
  EXPECT_NEAR(results.service_flows[0].sent_mbps, (1.5 * 30.72 + 15.36) / 2.5, 1.2);
}

TEST(ChannelChanges, TheNextUcdMayBeReadBeforeTheChange) {
  expect_both_changes("1010");
}

TEST(ChannelChanges, TheNextUcdMayBeReadBeforeThatOfTheChange) {
  expect_both_changes("1500");
}

TEST(ChannelChanges, AnOfdmaProfileChangesToo) {
  const std::string text = R"({
    "duration_s": 3, "stats": {"warmup_s": 0.5},
    "rf": {"profile": "docsis31", "channels": [{"name": "a"}]},
    "modems": [{"name": "cm"}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 1000,
                       "aqm": "none", "buffer_ms": 10}],
    "flows": [{"name": "x", "modem": "cm", "rate_mbps": 300}],
    "events": [{"time_s": 1, "kind": "change_profile", "channel": "a", "bits_per_s_per_hz": 2}]})";
  Watched watched(text);
  const Results results = watched.run();
  const double before = 300;
  const double after = 8 * 235 * 9 / 135.0;  // minislots of 9 bytes in a frame of 135 us
  EXPECT_NEAR(results.service_flows[0].sent_mbps, (0.5 * before + 2 * after) / 2.5, 12);
}

std::string refusal(const std::string& events) {
  try {
    load_scenario_text(kTwoChannels, "x", {"", {"events=[" + events + "]"}});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ChannelChanges, RefusesMovesOfAServiceFlowThatOverlap) {
  const auto move = [](const std::string& keys) {
    return R"({"kind": "change_transmit_channels", "modem": "cm", )" + keys + "}";
  };
  const std::string slow = move(R"("channels": "b", "time_s": 2, "exchange_ms": 1000)");
  const std::string inside = move(R"("channels": "a", "time_s": 2.2)");
  const std::string of_one = move(R"("channels": "a", "time_s": 2.2, "service_flow": "us")");
  const std::string behind = move(R"("channels": "a", "time_s": 3)");
  const std::string what =
      ".time_s: the service flow \"us\" still changes channels, from 2 s on for 1000 ms";
  EXPECT_THAT(refusal(slow + ", " + inside), ::testing::HasSubstr("events[1]" + what));
  EXPECT_THAT(refusal(of_one + ", " + slow), ::testing::HasSubstr("events[0]" + what));
  EXPECT_EQ(refusal(behind + ", " + slow), "");
}

TEST(ChannelChanges, RefusesWhatDoesNotFit) {
  using ::testing::HasSubstr;
  EXPECT_THAT(refusal(R"({"time_s": 1, "kind": "change_transmit_channels", "modem": "cm"})"),
              HasSubstr("channels"));
  EXPECT_THAT(refusal(R"({"time_s": 1, "kind": "change_transmit_channels", "modem": "cm",
                          "channels": "c"})"),
              HasSubstr("has no channel \"c\""));
  EXPECT_THAT(refusal(R"({"time_s": 1, "kind": "change_transmit_channels", "modem": "cm",
                          "channels": "a", "service_flow": "su"})"),
              HasSubstr("no upstream service flow \"su\", did you mean \"us\"?"));
  EXPECT_THAT(refusal(R"({"time_s": 1, "kind": "change_profile", "channel": "a"})"),
              HasSubstr("its rate_mbps"));
  EXPECT_THAT(refusal(R"({"time_s": 1, "kind": "change_profile", "channel": "a", "modem": "cm",
                          "rate_mbps": 5})"),
              HasSubstr("modem"));
  EXPECT_THAT(refusal(R"({"time_s": 1, "kind": "lose_map", "modem": "cm", "channels": "a"})"),
              HasSubstr("channels"));
}

}  // namespace
}  // namespace docsis_vp::system::channel_changes_test
