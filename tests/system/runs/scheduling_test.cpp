// Scheduling types, request policies, reserved rates and weights, as a scenario gives them.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <string>

#include "models/cmts/cmts.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::scheduling_test {
namespace {

// A call and an upload behind one modem; the call's service flow is scheduled as given.
std::string call_beside_upload(const std::string& scheduling, const std::string& traffic = "") {
  return R"({"duration_s": 4, "rf": {"channels": [{"name": "us0", "rate_mbps": 10.24}]},
    "modems": [{"name": "cm"}],
    "service_flows": [
      {"name": "data", "modem": "cm", "max_sustained_rate_mbps": 20},
      {"name": "voice", "modem": "cm", "max_sustained_rate_mbps": 1, "traffic_priority": 5,
       "aqm": "none", "scheduling": )" +
         scheduling + R"(}],
    "flows": [
      {"name": "upload", "modem": "cm", "rate_mbps": 14, "service_flow": "data"},)" +
         (traffic.empty() ? R"(
      {"name": "call", "modem": "cm", "kind": "voip", "service_flow": "voice"})"
                          : traffic) +
         "]}";
}

const ServiceFlowResult& named(const Results& results, const std::string& name) {
  return *std::find_if(results.service_flows.begin(), results.service_flows.end(),
                       [&](const auto& flow) { return flow.name == name; });
}

std::uint64_t mib(const ServiceFlowResult& flow, const std::string& object) {
  return std::map<std::string, std::uint64_t>(flow.mib.begin(), flow.mib.end()).at(object);
}

constexpr std::uint16_t kVoiceSid = 2;
constexpr std::uint8_t kRequestIuc = 1;

struct Finished {
  explicit Finished(const std::string& text) : system(load_scenario_text(text, "test")) {
    system.on_burst([this](const docsis::UpstreamBurst& burst) {
      if (burst.sid == kVoiceSid) {
        (burst.iuc == kRequestIuc ? requests : bursts).push_back(burst.start);
      }
    });
    system.run();
    results = system.results();
  }

  System system;
  Results results;
  std::vector<TimePs> requests;  // of the voice flow, when they began
  std::vector<TimePs> bursts;
};

// Each begins in t0 + n x interval .. + jitter.
void expect_in_step(const std::vector<TimePs>& starts, TimePs interval, TimePs jitter) {
  ASSERT_FALSE(starts.empty());
  std::vector<TimePs> phases;
  for (const TimePs start : starts) {
    const TimePs n = (start - starts.front() + interval / 2) / interval;
    phases.push_back(start - n * interval);
  }
  const auto [least, most] = std::minmax_element(phases.begin(), phases.end());
  EXPECT_LE(*most - *least, jitter);
}

TEST(Scheduling, UgsSendsWithoutAskingWithinItsJitter) {
  const Finished run(call_beside_upload(R"({"type": "ugs", "unsolicited_grant_bytes": 224,
    "nominal_grant_interval_us": 20000, "tolerated_grant_jitter_us": 400})"));
  const ServiceFlowResult& voice = named(run.results, "voice");
  EXPECT_EQ(voice.scheduling.contention_requests, 0U);
  EXPECT_EQ(voice.scheduling.polled_requests, 0U);
  EXPECT_EQ(voice.scheduling.piggyback_requests, 0U);
  EXPECT_EQ(voice.scheduling.beyond_jitter, 0U);
  EXPECT_NEAR(static_cast<double>(voice.scheduling.unsolicited_grants), 200, 1);
  // 224 bytes and the segment header, in minislots of 16 bytes.
  EXPECT_EQ(voice.scheduling.granted_bytes, voice.scheduling.unsolicited_grants * 240);
  EXPECT_TRUE(run.requests.empty());
  EXPECT_GE(run.bursts.size(), 198U);
  expect_in_step(run.bursts, 20 * kPsPerMs, 400 * kPsPerUs);
  EXPECT_EQ(voice.sent.packets, voice.offered.packets - voice.queued.packets);
  // A packet waits for the grant of its interval, never for the next.
  EXPECT_LT(*voice.queue_delay_ms.max, 20.4);
  EXPECT_EQ(mib(voice, "docsQosParamSetSchedulingType"), 6U);
  EXPECT_EQ(mib(voice, "docsQosParamSetUnsolicitGrantSize"), 224U);
  EXPECT_EQ(mib(voice, "docsQosParamSetNomGrantInterval"), 20'000U);
  EXPECT_EQ(mib(voice, "docsQosParamSetTolGrantJitter"), 400U);
  EXPECT_EQ(mib(voice, "docsQosParamSetGrantsPerInterval"), 1U);
  EXPECT_EQ(mib(voice, "docsQosParamSetRequestPolicyOct"), 0x1FU);
}

std::string call_service_flow(const std::string& number, bool is_preferred) {
  return R"({"name": "v)" + number + R"(", "modem": "m)" + number + R"(", "traffic_priority": )" +
         (is_preferred ? "5" : "0") +
         R"(, "scheduling": {"type": "ugs", "unsolicited_grant_bytes": 472,
           "nominal_grant_interval_us": 5000, "tolerated_grant_jitter_us": 1000}})";
}

std::string call_flow(const std::string& number) {
  return R"({"name": "c)" + number + R"(", "modem": "m)" + number +
         R"(", "packet_bytes": 400, "interval_us": 5000})";
}

// Nine calls of priority 5 and 21 of priority 0 need 86 % of the channels. After the event half of
// that is left. Each call loses packets' worth of grants and raises the queue indicator.
void expect_losses_by_priority(const std::string& channels, const std::string& events) {
  std::string flows;
  std::string traffic;
  for (int i = 0; i < 30; ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    flows += comma + call_service_flow(std::to_string(i), i % 10 < 3);
    traffic += comma + call_flow(std::to_string(i));
  }
  const Finished run(R"({"duration_s": 3, "rf": {"channels": [)" + channels +
                     R"(]}, "modems": [{"name": "m", "count": 30}], "service_flows": [)" + flows +
                     R"(], "flows": [)" + traffic + R"(], "events": [)" + events + "]}");
  std::uint64_t least = UINT64_MAX;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < 30; ++i) {
    const SchedulingResult& scheduling = run.results.service_flows[i].scheduling;
    if (i % 10 < 3) {
      EXPECT_EQ(scheduling.superseded, 0U) << i;
    } else {
      least = std::min(least, scheduling.superseded);
      most = std::max(most, scheduling.superseded);
      EXPECT_GE(scheduling.beyond_jitter, scheduling.superseded);
    }
  }
  EXPECT_GT(least, 150U);
  EXPECT_LE(most - least, 4U);
}

TEST(Scheduling, CallsThatASlowerProfileHasNoRoomForLoseByPriorityThenEvenly) {
  expect_losses_by_priority(
      R"({"name": "us0"})",
      R"({"time_s": 1, "kind": "change_profile", "channel": "us0", "rate_mbps": 15.36})");
}

TEST(Scheduling, CallsOfALostChannelLoseByPriorityThenEvenly) {
  std::string events;
  for (int i = 0; i < 30; ++i) {
    events += std::string(i == 0 ? "" : ", ") + R"({"time_s": 1, "channels": ["us0"],
      "kind": "change_transmit_channels", "modem": "m)" +
              std::to_string(i) + R"("})";
  }
  expect_losses_by_priority(
      R"({"name": "us0", "rate_mbps": 15.36}, {"name": "us1", "rate_mbps": 15.36})", events);
}

// Each MAP has other calls of an interval of ten MAPs: those that lost go on in the MAPs of others.
TEST(Scheduling, CallsOfLongIntervalsLoseByPriorityThenEvenly) {
  std::string flows;
  std::string traffic;
  for (int i = 0; i < 36; ++i) {
    const std::string number = std::to_string(i);
    const std::string comma = i == 0 ? "" : ", ";
    flows += comma + R"({"name": "v)" + number + R"(", "modem": "m)" + number +
             R"(", "traffic_priority": )" +
             std::to_string(i % 4 == 0   ? 5
                            : i % 4 == 1 ? 2
                                         : 0) +
             R"(, "scheduling": {"type": "ugs", "unsolicited_grant_bytes": 1500,
               "nominal_grant_interval_us": 20000}})";
    traffic += comma + R"({"name": "c)" + number + R"(", "modem": "m)" + number +
               R"(", "packet_bytes": 1480, "interval_us": 20000})";
  }
  const Finished run(R"({"duration_s": 5, "rf": {"channels": [{"name": "us0"}]},
    "modems": [{"name": "m", "count": 36}], "service_flows": [)" +
                     flows + R"(], "flows": [)" + traffic + R"(], "events": [
    {"time_s": 1, "kind": "change_profile", "channel": "us0", "rate_mbps": 15.36}]})");
  std::uint64_t least = UINT64_MAX;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < 36; ++i) {
    const std::uint64_t superseded = run.results.service_flows[i].scheduling.superseded;
    if (i % 4 < 2) {
      EXPECT_EQ(superseded, 0U) << i;
    } else {
      least = std::min(least, superseded);
      most = std::max(most, superseded);
    }
  }
  EXPECT_GT(least, 50U);
  EXPECT_LE(most - least, 4U);
}

TEST(Scheduling, UgsNeedsNoRateOfItsOwn) {
  const Finished run(R"({"duration_s": 1, "modems": [{"name": "cm"}], "service_flows": [
    {"name": "data", "modem": "cm", "max_sustained_rate_mbps": 1},
    {"name": "voice", "modem": "cm", "scheduling": "ugs"}], "flows": [
    {"name": "call", "modem": "cm", "kind": "voip", "service_flow": "voice"}]})");
  const ServiceFlowConfig& voice = run.system.scenario().service_flows[1];
  EXPECT_DOUBLE_EQ(voice.max_sustained_rate_mbps, 232 * 8 / 20'000.0);
  EXPECT_EQ(named(run.results, "voice").sent.packets, run.bursts.size());
  EXPECT_GE(run.bursts.size(), 49U);
}

TEST(Scheduling, RtpsAsksInPollsAlone) {
  const Finished run(call_beside_upload(R"({"type": "rtps", "nominal_polling_interval_us": 10000,
    "tolerated_poll_jitter_us": 300})"));
  const ServiceFlowResult& voice = named(run.results, "voice");
  EXPECT_EQ(voice.scheduling.contention_requests, 0U);
  EXPECT_EQ(voice.scheduling.piggyback_requests, 0U);
  EXPECT_NEAR(static_cast<double>(voice.scheduling.polled_requests), 200, 2);
  EXPECT_EQ(voice.scheduling.polled_requests, run.requests.size());
  EXPECT_NEAR(static_cast<double>(voice.scheduling.polls), 400, 2);
  EXPECT_EQ(voice.scheduling.beyond_jitter, 0U);
  expect_in_step(run.requests, 10 * kPsPerMs, 300 * kPsPerUs);
  EXPECT_EQ(voice.scheduling.unsolicited_grants, 0U);
  EXPECT_EQ(mib(voice, "docsQosParamSetSchedulingType"), 4U);
  EXPECT_EQ(mib(voice, "docsQosParamSetNomPollInterval"), 10'000U);
  EXPECT_EQ(mib(voice, "docsQosParamSetTolPollJitter"), 300U);
}

// Lost MAPs cost a call five grants: by the end of the run it has caught up.
TEST(Scheduling, ACallCatchesUpAfterLostGrants) {
  const Finished run(R"({"duration_s": 12, "stats": {"warmup_s": 9}, "rf": {"channels":
    [{"name": "us0"}]}, "modems": [{"name": "v"}], "service_flows": [{"name": "voice",
    "modem": "v", "max_sustained_rate_mbps": 1, "aqm": "none", "scheduling": "ugs"}],
    "flows": [{"name": "call", "modem": "v", "kind": "voip", "packet_bytes": 226,
    "service_flow": "voice"}],
    "events": [{"time_s": 0.5, "kind": "lose_map", "modem": "v", "count": 50}]})");
  const ServiceFlowResult& voice = named(run.results, "voice");
  // In step with its grants: a packet waits for that of its interval, at most 20 ms.
  EXPECT_LT(*voice.queue_delay_ms.max, 20.1);
  EXPECT_EQ(voice.sent.packets + voice.queued.packets, voice.offered.packets);
}

TEST(Scheduling, ActivityDetectionWithdrawsGrantsThatACallDoesNotUse) {
  const Finished run(R"({"duration_s": 10, "rf": {"channels": [{"name": "us0"}]},
    "modems": [{"name": "v"}], "service_flows": [{"name": "voice", "modem": "v",
    "max_sustained_rate_mbps": 1, "aqm": "none",
    "scheduling": {"type": "ugs_ad", "grants_per_interval": 4}}],
    "flows": [{"name": "call", "modem": "v", "kind": "voip", "service_flow": "voice"}]})");
  const ServiceFlowResult& voice = named(run.results, "voice");
  EXPECT_NEAR(static_cast<double>(voice.scheduling.unsolicited_grants), 500, 10);
  EXPECT_LE(voice.scheduling.unused_grants, 12U);
  EXPECT_EQ(voice.sent.packets + voice.queued.packets, voice.offered.packets);
  EXPECT_LT(*voice.queue_delay_ms.max, 21.0);
}

TEST(Scheduling, NrtpsIsPolledAndContends) {
  const Finished run(
      call_beside_upload(R"({"type": "nrtps", "nominal_polling_interval_us": 7000})"));
  const ServiceFlowResult& voice = named(run.results, "voice");
  EXPECT_GT(voice.scheduling.contention_requests, 10U);
  EXPECT_GT(voice.scheduling.polled_requests, 10U);
  EXPECT_NEAR(static_cast<double>(voice.scheduling.polls), 4'000 / 7.0, 2);
  EXPECT_EQ(mib(voice, "docsQosParamSetSchedulingType"), 3U);
}

TEST(Scheduling, ActivityDetectionPollsWhileTheCallIsSilent) {
  const Finished run(call_beside_upload(
      R"({"type": "ugs_ad", "unsolicited_grant_bytes": 224, "silent_after_grants": 5})", R"(
      {"name": "call", "modem": "cm", "kind": "voip", "service_flow": "voice", "stop_s": 1},
      {"name": "again", "modem": "cm", "kind": "voip", "service_flow": "voice", "start_s": 3})"));
  const ServiceFlowResult& voice = named(run.results, "voice");
  EXPECT_EQ(voice.scheduling.contention_requests, 0U);
  // Two seconds of 50 each, less one or two until the second call is noticed; 5 to notice that the
  // first is over, and one that is on its way by then.
  EXPECT_NEAR(static_cast<double>(voice.scheduling.unsolicited_grants), 104.5, 1.5);
  EXPECT_NEAR(static_cast<double>(voice.scheduling.polls), 95, 2);
  EXPECT_EQ(voice.scheduling.polled_requests, 1U);
  EXPECT_EQ(voice.scheduling.beyond_jitter, 0U);
  EXPECT_EQ(voice.sent.packets + voice.queued.packets, voice.offered.packets);
  EXPECT_EQ(mib(voice, "docsQosParamSetSchedulingType"), 5U);
}

TEST(Scheduling, PacketsLargerThanAGrantAreDroppedOnlyWhereThePolicySaysSo) {
  const std::string packets =
      R"({"name": "call", "modem": "cm", "packet_bytes": 219, "interval_us": 40000, "service_flow": "voice"},
         {"name": "fits", "modem": "cm", "packet_bytes": 218, "interval_us": 40000, "service_flow": "voice"})";
  const std::string ugs = R"({"type": "ugs", "unsolicited_grant_bytes": 224)";
  const Finished run(call_beside_upload(ugs + R"(, "request_policy":
    ["no_broadcast_requests", "no_piggyback", "drop_oversized"]})",
                                        packets));
  const ServiceFlowResult& strict = named(run.results, "voice");
  EXPECT_EQ(strict.oversize_drops.packets, 100U);
  EXPECT_EQ(strict.oversize_drops.bytes, 21'900U);
  EXPECT_EQ(strict.offered.packets, 200U);
  EXPECT_EQ(strict.offered.packets, strict.accounted().packets);
  EXPECT_EQ(strict.sent.packets + strict.queued.packets, 100U);
  EXPECT_EQ(mib(strict, "docsQosServiceFlowPolicedDropPkts"), 100U);
  EXPECT_EQ(mib(strict, "docsQosParamSetRequestPolicyOct"), 0x111U);
}

TEST(Scheduling, WithoutThePolicyALargePacketGoesOnInTheNextGrant) {
  const Finished run(call_beside_upload(
      R"({"type": "ugs", "unsolicited_grant_bytes": 224, "nominal_grant_interval_us": 10000})",
      R"({"name": "call", "modem": "cm", "packet_bytes": 400, "interval_us": 40000, "service_flow": "voice"})"));
  const ServiceFlowResult& voice = named(run.results, "voice");
  EXPECT_EQ(voice.oversize_drops.packets, 0U);
  EXPECT_GE(voice.sent.packets, 99U);
  EXPECT_EQ(run.bursts.size(), 2 * voice.sent.packets + (voice.queued.packets > 0 ? 1 : 0));
}

TEST(Scheduling, WithoutPiggybackEveryRequestContends) {
  const Finished run(call_beside_upload(R"({"request_policy": ["no_piggyback"]})"));
  const ServiceFlowResult& voice = named(run.results, "voice");
  EXPECT_EQ(voice.scheduling.piggyback_requests, 0U);
  EXPECT_GT(voice.scheduling.contention_requests, 150U);
  EXPECT_EQ(run.requests.size(), voice.scheduling.contention_requests);
  EXPECT_GT(named(run.results, "data").scheduling.piggyback_requests, 500U);
}

// Both flood a channel of 10.24 Mbit/s, of which the request region takes 4 of 160 minislots.
std::string two_floods(const std::string& first, const std::string& second,
                       const std::string& rf = "", unsigned packet_bytes = 1000) {
  const auto flow = [](const char* name, const std::string& keys) {
    return R"({"name": ")" + std::string(name) +
           R"(", "modem": "cm", "max_sustained_rate_mbps": 12, "aqm": "none")" + keys + "}";
  };
  return R"({"duration_s": 4, "stats": {"warmup_s": 0.5}, "rf": {)" + rf + R"(
      "channels": [{"name": "us0", "rate_mbps": 10.24}]}, "modems": [{"name": "cm"}],
    "service_flows": [)" +
         flow("a", first) + "," + flow("b", second) + R"(], "flows": [
      {"name": "to_a", "modem": "cm", "rate_mbps": 13, "service_flow": "a", "packet_bytes": )" +
         std::to_string(packet_bytes) + R"(},
      {"name": "to_b", "modem": "cm", "rate_mbps": 13, "service_flow": "b"}]})";
}

// One MAP each 2 ms, 1000 bytes of MAC frames in it.
TEST(Scheduling, AMapGrantsNoMoreThanAFlowMayHave) {
  System system(load_scenario_text(R"({"duration_s": 4, "modems": [{"name": "cm"}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 20,
                       "scheduling": {"type": "best_effort", "max_grant_bytes": 1000}}],
    "flows": [{"name": "x", "modem": "cm", "rate_mbps": 10, "packet_bytes": 1494}]})",
                                   "test"));
  system.run();
  const double sent_mbps = system.results().service_flows[0].sent_mbps;
  EXPECT_LE(sent_mbps, 4 * 1494 / 1500.0);
  EXPECT_GT(sent_mbps, 3.8);  // not every MAP finds as much asked for
}

TEST(Scheduling, WhatIsReservedComesBeforePriority) {
  const Finished run(two_floods(R"(, "min_reserved_rate_mbps": 2)", R"(, "traffic_priority": 7)"));
  const ServiceFlowResult& reserved = named(run.results, "a");
  EXPECT_NEAR(reserved.sent_mbps, 2.0, 0.02);
  EXPECT_GT(named(run.results, "b").sent_mbps, 7.5);
  EXPECT_EQ(mib(reserved, "docsQosParamSetMinReservedRate"), 2'000'000U);
}

TEST(Scheduling, TheReservedRateCountsSmallPacketsAsOfTheAssumedSize) {
  const std::string reserved = R"(, "min_reserved_rate_mbps": 2, "min_reserved_packet_bytes": 800)";
  const Finished run(two_floods(reserved, R"(, "traffic_priority": 7)", "", 200));
  EXPECT_NEAR(named(run.results, "a").sent_mbps, 2 * 200 / 800.0, 0.01);
  EXPECT_EQ(mib(named(run.results, "a"), "docsQosParamSetMinReservedPkt"), 800U);
}

// 64 bytes come with 6 of a MAC header, and fill the minislots of a grant as they may.
TEST(Scheduling, TheReservedRateIsOfEthernetBytes) {
  const Finished run(
      two_floods(R"(, "min_reserved_rate_mbps": 2)", R"(, "traffic_priority": 7)", "", 64));
  EXPECT_NEAR(named(run.results, "a").sent_mbps, 2.0, 0.01);
}

// 40 x 50 kbit/s of 10 Mbit/s: 13 bytes a MAP for each, which rounding must not make a minislot.
TEST(Scheduling, ManySmallReservedRatesLeaveTheRestToPriority) {
  System system(load_scenario_text(R"({"duration_s": 3, "stats": {"warmup_s": 1},
    "rf": {"channels": [{"name": "us0", "rate_mbps": 10.24}], "max_request_opportunities": 20},
    "modems": [{"name": "hi"}, {"name": "lo", "count": 40}],
    "service_flows": [
      {"name": "first", "modem": "hi", "max_sustained_rate_mbps": 20, "traffic_priority": 7, "aqm": "none"},
      {"name": "small", "modem": "lo", "max_sustained_rate_mbps": 2, "min_reserved_rate_mbps": 0.05,
       "aqm": "none"}],
    "flows": [
      {"name": "flood", "modem": "hi", "service_flow": "first", "rate_mbps": 12},
      {"name": "file", "modem": "lo", "service_flow": "small", "rate_mbps": 1, "packet_bytes": 500}]})",
                                   "test"));
  system.run();
  const Results results = system.results();
  for (const ServiceFlowResult& flow : results.service_flows) {
    if (flow.name == "first") {
      EXPECT_GT(flow.sent_mbps, 7.2);
    } else {
      EXPECT_NEAR(flow.sent_mbps, 0.05, 0.004) << flow.name;
    }
  }
}

TEST(Scheduling, WeightsDivideWhatIsLeft) {
  const Finished run(two_floods(R"(, "weight": 1)", R"(, "weight": 3)"));
  const double a = static_cast<double>(named(run.results, "a").scheduling.granted_bytes);
  const double b = static_cast<double>(named(run.results, "b").scheduling.granted_bytes);
  EXPECT_NEAR(b / a, 3, 0.06);
  EXPECT_NEAR(named(run.results, "a").sent_mbps + named(run.results, "b").sent_mbps, 9.7, 0.2);
}

TEST(Scheduling, OldestFirstKnowsNoPriorities) {
  const Finished run(two_floods("", R"(, "traffic_priority": 7)", R"("sharing": "oldest_first",)"));
  EXPECT_NEAR(named(run.results, "a").sent_mbps, named(run.results, "b").sent_mbps, 0.5);
}

TEST(Scheduling, PrioritiesAreStrictOtherwise) {
  const Finished run(two_floods("", R"(, "traffic_priority": 7)"));
  EXPECT_LT(named(run.results, "a").sent_mbps, 0.05);
}

TEST(Scheduling, RequestRegionsGrowWithTheLoadAsFarAsTheyMay) {
  System system(load_scenario_text(
      R"({"duration_s": 2, "rf": {"request_opportunities": 4, "max_request_opportunities": 20},
      "modems": [{"name": "cm", "count": 60}],
      "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 5}],
      "flows": [{"name": "x", "modem": "cm", "packet_bytes": 100, "interval_us": 20000,
                 "jitter_percent": 100}]})",
      "test"));
  system.run();
  const auto& counters = system.cmts().scheduler().counters(0);
  EXPECT_GT(counters.opportunities, 8 * counters.maps);
  EXPECT_LE(counters.opportunities, 20 * counters.maps);
}

}  // namespace
}  // namespace docsis_vp::system::scheduling_test
