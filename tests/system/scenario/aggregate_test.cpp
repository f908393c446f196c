// Aggregate service flows: their keys, what they give their service flows, and where packets go.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "platform/base/errors.h"
#include "system/assembly/configure/configure.h"
#include "system/assembly/configure/configure_aqm.h"
#include "system/scenario/derive/classifier_rule.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/fields/fields.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::aggregate_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kHome = R"({"duration_s": 1, "rf": {"profile": "docsis31"},
  "modems": [{"name": "cm", "count": 2}],
  "service_flows": [{"name": "c", "modem": "cm"}, {"name": "l", "modem": "cm"},
    {"name": "own", "modem": "cm", "max_sustained_rate_mbps": 3},
    {"name": "ds", "modem": "cm", "direction": "downstream", "max_sustained_rate_mbps": 9}],
  "aggregate_service_flows": [{"name": "home", "modem": "cm", "amsr_mbps": 50,
    "classic_service_flow": "c", "low_latency_service_flow": "l"}],
  "classifiers": [{"service_flow": "home", "protocol": 6}],
  "flows": [{"name": "x", "modem": "cm", "kind": "voip", "service_flow": "home"}]})";

Scenario with(const std::vector<std::string>& sets = {}) {
  LoadedScenario loaded = load_scenario_text(kHome, "x", {"", sets});
  check_laws(loaded);
  return loaded.scenario;
}

std::string refusal(const std::vector<std::string>& sets) {
  try {
    with(sets);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Aggregate, GivesItsServiceFlowsRateLawAndBuffer) {
  const Scenario home = with();
  EXPECT_EQ(home.service_flows[0].max_sustained_rate_mbps, 50);
  EXPECT_EQ(home.service_flows[1].max_sustained_rate_mbps, 50);
  EXPECT_EQ(home.service_flows[0].aqm.algorithm, "none");
  EXPECT_EQ(home.service_flows[0].buffer_bytes, 1'562'500U);  // 250 ms
  EXPECT_EQ(home.service_flows[1].buffer_bytes, 62'500U);     // 10 ms
  const Scenario slow = with(
      {"aggregate_service_flows.home.amsr_mbps=2", "service_flows.c.max_sustained_rate_mbps=1"});
  EXPECT_EQ(slow.service_flows[0].max_sustained_rate_mbps, 1);
  EXPECT_EQ(slow.service_flows[1].buffer_bytes, 40'000U);  // 20 frames
}

TEST(Aggregate, IsThatOfEachModem) {
  const Scenario all = modem_by_modem(with());
  ASSERT_EQ(all.aggregate_service_flows.size(), 2U);
  EXPECT_EQ(all.aggregate_service_flows[1].modem, "cm1");
  for (unsigned modem = 0; modem < 2; ++modem) {
    const cm::DataPathConfig config = modem_config(all, modem);
    ASSERT_EQ(config.aggregates.size(), 1U);
    EXPECT_EQ(config.aggregates[0]->classic, 0U);
    EXPECT_EQ(config.aggregates[0]->low_latency, 1U);
    EXPECT_EQ(config.aggregates[0]->shaper.max_sustained_rate_bps, 50'000'000U);
    EXPECT_EQ(config.aggregates[0]->queue.law.ll_buffer_bytes, 62'500U);
    // The flows have no limit of their own below the aggregate's.
    EXPECT_EQ(config.aggregates[0]->queue.law.msr_l_bits_per_s, 0U);
  }
  EXPECT_NE(modem_config(all, 0).aggregates[0]->queue.flow_salt,
            modem_config(all, 1).aggregates[0]->queue.flow_salt);
}

TEST(Aggregate, TakesPacketsThatNameItOrNothing) {
  const Scenario all =
      modem_by_modem(with({"aggregate_service_flows.home.low_latency_packets."
                           "dscps=[8]"}));
  const docsis::PacketClassifierConfig config =
      classifier_config(all, all.modems[0], Direction::kUpstream);
  EXPECT_EQ(config.default_aggregate, 0U);
  ASSERT_EQ(config.aggregates.size(), 1U);
  EXPECT_EQ(config.aggregates[0].dscps, std::uint64_t{1} << 8);
  EXPECT_EQ(config.aggregates[0].ecn_fields, 0b1010U);
  ASSERT_EQ(config.rules.size(), 2U);
  EXPECT_EQ(config.rules[0].aggregate, 0U);
  EXPECT_EQ(config.rules[1].aggregate, 0U);
  const Scenario none = modem_by_modem(with(
      {"aggregate_service_flows.home.low_latency_packets={\"l4s\": false, \"by_dscp\": false}"}));
  const auto split = classifier_config(none, none.modems[0], Direction::kUpstream).aggregates[0];
  EXPECT_EQ(split.dscps, 0U);
  EXPECT_EQ(split.ecn_fields, 0U);
  // The first service flow of the modem is that without an aggregate.
  LoadedScenario other = load_scenario_text(
      R"({"modems": [{"name": "m"}], "service_flows": [
           {"name": "own", "modem": "m", "max_sustained_rate_mbps": 3}, {"name": "l", "modem": "m"}],
         "aggregate_service_flows": [{"name": "a", "modem": "m", "amsr_mbps": 5,
                                      "low_latency_service_flow": "l"}]})",
      "x");
  const auto first =
      classifier_config(other.scenario, other.scenario.modems[0], Direction::kUpstream);
  EXPECT_FALSE(first.default_aggregate);
  EXPECT_EQ(first.aggregates[0].classic, 1U);
  EXPECT_EQ(first.aggregates[0].low_latency, 1U);
}

TEST(Aggregate, ItsConfigurationLoadsAgainAndIsAbsentWithoutOne) {
  const std::string written = effective_configuration(with(), "");
  EXPECT_EQ(effective_configuration(load_scenario_text(written, "x").scenario, ""), written);
  const LoadedScenario plain = load_scenario_text(
      R"({"modems": [{"name": "m"}],
          "service_flows": [{"name": "u", "modem": "m", "max_sustained_rate_mbps": 3}]})",
      "x");
  EXPECT_THAT(effective_configuration(plain.scenario, ""), Not(HasSubstr("aggregate")));
}

TEST(Aggregate, SaysInOneLineWhatIsWrong) {
  const struct {
    std::vector<std::string> sets;
    const char* says;
  } cases[] = {
      {{"aggregate_service_flows.home.classic_service_flow=ll"},
       "[0].classic_service_flow: the modem \"cm\" has no service flow \"ll\", did you mean \"l\""},
      {{"aggregate_service_flows.home.classic_service_flow=ds"},
       "expected an upstream service flow, \"ds\" goes downstream"},
      {{"aggregate_service_flows.home.classic_service_flow=l"},
       "low_latency_service_flow: expected another service flow than classic_service_flow"},
      {{"aggregate_service_flows.home.classic_service_flow=null",
        "aggregate_service_flows.home.low_latency_service_flow=null"},
       "the key \"classic_service_flow\" or \"low_latency_service_flow\" is missing"},
      {{"aggregate_service_flows.home.modem=cn"}, "there is no modem \"cn\", did you mean \"cm\""},
      {{"aggregate_service_flows.home.name=own"},
       "[0].name: the modem \"cm0\" has a service flow \"own\" already"},
      {{"aggregate_service_flows.home.direction=downstream"},
       "expected a downstream service flow, \"c\" goes upstream"},
      {{"aggregate_service_flows.home.amsr_mbps=0.001"}, "amsr_mbps: expected a number from"},
      {{"aggregate_service_flows.home.low_latency_packets.dscps=[45, 1.5]"},
       "dscps[1]: expected a whole number, got 1.5"},
      {{"service_flows.c.aqm=codel"}, "service_flows[0].aqm: expected none: the aggregate"},
      {{"service_flows.l.aqm.target_ms=3"}, "service_flows[1].aqm: expected none: the aggregate"},
      {{"service_flows.c.transmit_queue={\"packets\": 3}"}, "service_flows[0].transmit_queue: is"},
      {{"service_flows.l.shaper_engine=rtl"}, "service_flows[1].shaper_engine: expected model"},
      {{"service_flows.l.buffer_bytes=2000"},
       "service_flows[1].buffer_bytes: expected 2001 to 2147483648 bytes"},
      {{"modems.cm.control_law=firmware", "modems.cm.drop=firmware"},
       "the aggregate \"home\" judges packets in hardware, but the drop of modem \"cm\" is"},
      {{"modems.cm.queue_memory.descriptor_cache=64"}, "needs all descriptors on die"},
      {{"flows.x.service_flow=hone"}, "has no service flow \"hone\", did you mean \"home\""},
      {{"flows.x.return_service_flow=home"}, "the service flow \"home\" goes the other way"},
  };
  for (const auto& each : cases) {
    const std::string line = refusal(each.sets);
    EXPECT_THAT(line, HasSubstr(each.says));
    EXPECT_THAT(line, Not(HasSubstr("\n")));
  }
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({"service_flows.l.buffer_bytes=2001"}), "");
}

// {"name": "a0", ...}, ...
std::string many(unsigned aggregates) {
  std::string flows;
  std::string list;
  for (unsigned i = 0; i < aggregates; ++i) {
    const std::string number = std::to_string(i);
    const std::string comma = i == 0 ? "" : ", ";
    flows.append(comma).append(R"({"name": "c)").append(number).append(R"(", "modem": "m"})");
    list.append(comma).append(R"({"name": "a)").append(number);
    list.append(R"(", "modem": "m", "amsr_mbps": 5, "classic_service_flow": "c)");
    list.append(number).append("\"}");
  }
  return R"({"modems": [{"name": "m"}], "service_flows": [)" + flows +
         R"(], "aggregate_service_flows": [)" + list + "]}";
}

TEST(Aggregate, SixteenFitIntoAModemAndAServiceFlowHasOne) {
  EXPECT_EQ(load_scenario_text(many(16), "x").scenario.aggregate_service_flows.size(), 16U);
  try {
    load_scenario_text(many(17), "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("expected at most 16 aggregate service flows of the modem \"m\""));
  }
  try {
    std::string twice = many(2);
    twice.replace(twice.rfind("c1"), 2, "c0");
    load_scenario_text(twice, "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the service flow \"c0\" belongs to \"a0\" already"));
  }
}

}  // namespace
}  // namespace docsis_vp::system::aggregate_test
