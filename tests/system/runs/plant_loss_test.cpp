// MAPs, requests and bursts that the plant loses or delays, by chance and by script.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "models/cmts/cmts.h"
#include "system/assembly/faults/fault_rule.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::plant_loss_test {
namespace {

std::string lossy(const std::string& rf, const std::string& events = "") {
  return R"({"duration_s": 6, "rf": {)" + rf + R"(},
    "modems": [{"name": "cm", "count": 3}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 6}],
    "flows": [{"name": "x", "modem": "cm", "rate_mbps": 4, "jitter_percent": 100}],
    "events": [)" +
         events + "]}";
}

// A burst that leaves in the warm-up and is known to be lost after it: nothing was sent, not less.
TEST(PlantLoss, WhatWasLostAfterTheWarmUpIsNotSentAfterIt) {
  const std::string always = R"({"duration_s": 4, "stats": {"warmup_s": 2},
    "rf": {"upstream_loss_percent": 100}, "modems": [{"name": "cm"}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 6}],
    "flows": [{"name": "x", "modem": "cm", "rate_mbps": 4, "stop_s": 2}]})";
  System system(load_scenario_text(always, "test"));
  system.run();
  const std::vector<ServiceFlowResult> flows = system.results().service_flows;
  EXPECT_GT(flows[0].rf_lost.packets, 100U);
  EXPECT_EQ(flows[0].sent_mbps, 0);
}

// RFC 4323 counts what the modem forwarded, wherever it got to.
TEST(PlantLoss, IsInWhatAServiceFlowSent) {
  System system(load_scenario_text(
      R"({"duration_s": 2, "rf": {"upstream_loss_percent": 10}, "modems": [{"name": "cm"}],
          "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 6,
                             "min_reserved_rate_mbps": 1}],
          "flows": [{"name": "x", "modem": "cm", "rate_mbps": 4}]})",
      "test"));
  system.run();
  const ServiceFlowResult flow = system.results().service_flows[0];
  const std::map<std::string, std::uint64_t> mib(flow.mib.begin(), flow.mib.end());
  EXPECT_GT(flow.rf_lost.packets, 20U);
  EXPECT_EQ(mib.at("docsQosServiceFlowPkts"), flow.sent.packets + flow.rf_lost.packets);
  EXPECT_EQ(mib.at("docsQosServiceFlowOctets"), flow.sent.bytes + flow.rf_lost.bytes);
  EXPECT_EQ(mib.at("docsQosParamSetMinReservedPkt"), 64U);
}

TEST(PlantLoss, ARequestToAPollThatIsLostIsUnanswered) {
  System system(load_scenario_text(
      R"({"duration_s": 2, "rf": {"request_loss_percent": 30}, "modems": [{"name": "cm"}],
          "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 6,
                             "scheduling": "rtps"}],
          "flows": [{"name": "x", "modem": "cm", "interval_us": 20000}]})",
      "test"));
  system.run();
  const Results results = system.results();
  const SchedulingResult& asked = results.service_flows[0].scheduling;
  EXPECT_EQ(asked.contention_requests, 0U);
  EXPECT_GT(asked.unanswered_requests, 10U);
  EXPECT_NEAR(static_cast<double>(asked.unanswered_requests),
              static_cast<double>(results.mac.plant.requests_lost), 1);
}

struct Finished {
  explicit Finished(const std::string& text) : system(load_scenario_text(text, "test")) {
    system.on_burst([this](const docsis::UpstreamBurst& burst) {
      ++(burst.iuc == 1 ? requests : bursts);
      for (const docsis::BurstRun& run : burst.runs) {
        packets += run.packet ? 1 : 0;
      }
    });
    system.run();
    results = system.results();
    for (const ServiceFlowResult& flow : results.service_flows) {
      EXPECT_EQ(flow.offered.packets, flow.accounted().packets) << flow.modem;
      EXPECT_EQ(flow.offered.bytes, flow.accounted().bytes) << flow.modem;
      rf_lost += flow.rf_lost.packets;
      late += flow.grants_late;
      granted += flow.grants;
    }
  }

  System system;
  Results results;
  std::uint64_t requests = 0;
  std::uint64_t bursts = 0;
  std::uint64_t packets = 0;
  std::uint64_t rf_lost = 0;
  std::uint64_t late = 0;
  std::uint64_t granted = 0;
};

// Within five standard deviations of so many trials.
void expect_share(std::uint64_t struck, std::uint64_t of, double part) {
  const double mean = static_cast<double>(of) * part;
  EXPECT_NEAR(static_cast<double>(struck), mean, 5 * std::sqrt(mean * (1 - part)));
  EXPECT_GT(struck, 0U);
}

TEST(PlantLoss, ByRateTakesItsShareOfEveryKind) {
  const Finished run(lossy(R"("upstream_loss_percent": 2, "request_loss_percent": 10,
                         "map_loss_percent": 3)"));
  const PlantResult& plant = run.results.mac.plant;
  expect_share(plant.bursts_lost, run.bursts, 0.02);
  expect_share(plant.requests_lost, run.requests, 0.1);
  expect_share(plant.maps_lost, 3 * run.results.mac.maps, 0.03);
  EXPECT_EQ(plant.maps_delayed, 0U);
  EXPECT_TRUE(run.results.events.empty());  // those are the scripted ones
  EXPECT_GT(run.rf_lost, 0U);
  // Modems ask again: what is lost are packets of lost bursts, not requests or grants.
  for (const ServiceFlowResult& flow : run.results.service_flows) {
    EXPECT_EQ(flow.request_giveup_drops.packets, 0U);
    EXPECT_LT(flow.queued.packets, 20U);
  }
}

TEST(PlantLoss, NothingIsLostWithoutARate) {
  const Finished run(lossy(""));
  EXPECT_EQ(run.rf_lost, 0U);
  EXPECT_EQ(run.results.mac.plant.maps_lost + run.results.mac.plant.requests_lost +
                run.results.mac.plant.bursts_lost,
            0U);
}

TEST(PlantLoss, LostMapsLoseGrantsButNoPacket) {
  const Finished run(lossy(R"("map_loss_percent": 5)"));
  EXPECT_EQ(run.rf_lost, 0U);
  std::uint64_t unused = 0;
  for (const ServiceFlowResult& flow : run.results.service_flows) {
    unused += flow.scheduling.unused_grants;
  }
  EXPECT_GT(unused, 50U);
}

// MAPs are built 2 ms before what they describe: 5 ms later all grants lie in the past.
TEST(PlantLoss, GrantsOfLateMapsAreCountedAndAskedForAgain) {
  const Finished run(lossy(R"("map_delay_percent": 10, "map_delay_us": 5000)"));
  const PlantResult& plant = run.results.mac.plant;
  expect_share(plant.maps_delayed, 3 * run.results.mac.maps, 0.1);
  EXPECT_EQ(run.results.mac.grants_late, run.late);
  expect_share(run.late, run.granted, 0.1);
  EXPECT_EQ(run.rf_lost, 0U);
  for (const ServiceFlowResult& flow : run.results.service_flows) {
    EXPECT_LT(flow.queued.packets, 20U);
    EXPECT_GT(flow.sent_mbps, 3.9);
  }
}

TEST(PlantLoss, AMapALittleLateStillServes) {
  const Finished run(lossy(R"("map_delay_percent": 100, "map_delay_us": 300)"));
  EXPECT_EQ(run.results.mac.plant.maps_delayed, 3 * run.results.mac.maps);
  EXPECT_EQ(run.late, 0U);
}

TEST(PlantLoss, ScriptStrikesAtItsTimeAndIsListed) {
  const Finished run(lossy(R"("map_delay_us": 5000)",
                           R"({"time_s": 2, "kind": "delay_map", "modem": "cm1", "count": 3},
                         {"time_s": 3, "kind": "lose_map", "modem": "cm1", "count": 2})"));
  EXPECT_EQ(run.results.mac.plant.maps_delayed, 3U);
  EXPECT_EQ(run.results.mac.plant.maps_lost, 2U);
  ASSERT_EQ(run.results.events.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    const EventResult& event = run.results.events[i];
    EXPECT_EQ(event.kind, i < 3 ? "delay_map" : "lose_map");
    EXPECT_EQ(event.modem, "cm1");
    const double first_s = i < 3 ? 2 : 3;
    EXPECT_GE(event.time_s, first_s);
    EXPECT_LT(event.time_s, first_s + 0.006);
  }
  EXPECT_EQ(run.results.service_flows[0].grants_late, 0U);
}

TEST(FaultRule, ChanceDependsOnItsStreamAlone) {
  const auto struck = [](const std::string& stream, bool scripted) {
    FaultRule rule(7, stream);
    rule.affect_share(0.25);
    if (scripted) rule.affect_from(100, 5);
    std::vector<bool> by_chance;
    for (TimePs at = 0; at < 400; ++at) {
      by_chance.push_back(rule.decide(at) == FaultRule::Cause::kChance);
    }
    EXPECT_EQ(rule.affected(),
              static_cast<std::uint64_t>(std::count(by_chance.begin(), by_chance.end(), true)) +
                  (scripted ? 5U : 0U));
    return by_chance;
  };
  EXPECT_EQ(struck("plant/maps/cm0", false), struck("plant/maps/cm0", true));
  EXPECT_NE(struck("plant/maps/cm0", false), struck("plant/maps/cm1", false));
}

}  // namespace
}  // namespace docsis_vp::system::plant_loss_test
