// Aggregate service flows of a configuration file as those of a scenario.
#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "platform/base/errors.h"
#include "system/config_file/config_json.h"
#include "system/scenario/check/without_effect.h"
#include "system/scenario/provisioning/provisioning.h"

namespace docsis_vp::system::provisioned_aggregate_test {
namespace {

using docsis::ConfigFileError;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr LinkRates kLink = {100, 1000};

std::vector<docsis::ConfigTlv> read(const std::string& json) {
  const auto octets = docsis::write_config_tlvs(config_from_json(parse_json(json, "modem.json")));
  return docsis::read_config_tlvs(docsis::OctetView(octets));
}

struct File {
  std::string direction = "upstream";
  std::string aggregate = R"("max_sustained_rate_bps": 50000000,
    "low_latency": {"service_flow_reference": 3})";
  std::string classic = R"("aggregate_reference": 9)";
  std::string low_latency = R"("aggregate_reference": 9)";
  std::string more;

  std::string json() const {
    return "{\"" + direction + R"(_service_flows": [{"reference": 2, )" + classic +
           R"(}, {"reference": 3, )" + low_latency + "}], \"" + direction +
           R"(_aggregate_service_flows": [{"reference": 9, )" + aggregate + "}]" + more + "}";
  }
  Provisioned read() const {
    return provisioned_of(provisioned_aggregate_test::read(json()), kLink);
  }
  std::string refusal() const {
    try {
      read();
    } catch (const ConfigFileError& error) {
      return error.what();
    }
    return "accepted";
  }
  std::vector<std::string> idle() const {
    return without_effect(provisioned_aggregate_test::read(json()));
  }
};

TEST(ProvisionedAggregate, GivesItsServiceFlowsWhatAScenarioGives) {
  for (const char* direction : {"upstream", "downstream"}) {
    File file;
    file.direction = direction;
    const bool up = file.direction == "upstream";
    const Provisioned home = file.read();
    ASSERT_EQ(home.service_flows.size(), 2U);
    for (const ServiceFlowConfig& flow : home.service_flows) {
      EXPECT_EQ(flow.max_sustained_rate_mbps, 50);
      EXPECT_FALSE(flow.line_rate_mbps);
      EXPECT_EQ(flow.aqm.algorithm, "none");
    }
    EXPECT_EQ(home.service_flows[0].buffer_bytes, 1'562'500U);  // 250 ms
    EXPECT_EQ(home.service_flows[1].buffer_bytes, 62'500U);     // 10 ms
    ASSERT_EQ(home.aggregates.size(), 1U);
    const AggregateConfig& aggregate = home.aggregates[0];
    EXPECT_EQ(aggregate.direction, up ? Direction::kUpstream : Direction::kDownstream);
    EXPECT_EQ(aggregate.name, up ? "asf-us9" : "asf-ds9");
    EXPECT_EQ(aggregate.classic_service_flow, up ? "us2" : "ds2");
    EXPECT_EQ(aggregate.low_latency_service_flow, up ? "us3" : "ds3");
    EXPECT_EQ(aggregate.amsr_mbps, 50);
    EXPECT_EQ(aggregate.max_burst_bytes, 3044U);
    EXPECT_FALSE(aggregate.peak_rate_mbps);
    EXPECT_TRUE(aggregate.aqm.queue_protection);
    EXPECT_TRUE(aggregate.low_latency_packets.l4s);
    EXPECT_THAT(file.idle(), IsEmpty());
  }
}

TEST(ProvisionedAggregate, ReadsTheLawOfBothQueues) {
  File file;
  file.aggregate = R"("qos_profile_name": "home", "max_sustained_rate_bps": 30000, "rate_unit": 1,
    "max_traffic_burst_bytes": 9000, "peak_traffic_rate_bps": 40000,
    "low_latency": {"service_flow_reference": 3, "coupling_tenths": 35, "scheduling_weight": 100,
      "queue_protection": 0, "protection_latency_threshold_us": 1500,
      "protection_score_threshold_us": 2500, "protection_drain_rate_exponent": 17})";
  file.classic = R"("aggregate_reference": 9, "max_sustained_rate_bps": 20000000,
    "aqm": {"latency_target_ms": 15, "algorithm": 1})";
  file.low_latency = R"("aggregate_reference": 9, "scheduling_type": 7,
    "guaranteed_grant_rate_bps": 5000000, "guaranteed_grant_interval_us": 1000,
    "buffer_control": {"target_bytes": 45000},
    "aqm": {"immediate_max_threshold_us": 2000, "immediate_range_exponent": 20})";
  const Provisioned home = file.read();
  const AggregateConfig& aggregate = home.aggregates.at(0);
  EXPECT_EQ(aggregate.name, "home");
  EXPECT_EQ(aggregate.amsr_mbps, 30);
  EXPECT_EQ(aggregate.peak_rate_mbps, 40);
  EXPECT_EQ(aggregate.max_burst_bytes, 9000U);
  EXPECT_EQ(aggregate.aqm.coupling_factor, 3.5);
  EXPECT_EQ(aggregate.aqm.weight, 100U);
  EXPECT_FALSE(aggregate.aqm.queue_protection);
  EXPECT_EQ(aggregate.aqm.protection_threshold_us, 1500U);
  EXPECT_EQ(aggregate.aqm.protection_score_us, 2500U);
  EXPECT_EQ(aggregate.aqm.protection_drain_exponent, 17U);
  EXPECT_EQ(aggregate.aqm.target_ms, 15);
  EXPECT_EQ(aggregate.aqm.max_threshold_us, 2000U);
  EXPECT_EQ(aggregate.aqm.range_exponent, 20U);
  EXPECT_EQ(home.service_flows[0].max_sustained_rate_mbps, 20);
  EXPECT_EQ(home.service_flows[1].max_sustained_rate_mbps, 30);
  EXPECT_EQ(home.service_flows[1].buffer_bytes, 45'000U);
  EXPECT_TRUE(home.service_flows[1].scheduling->is_proactive());
  EXPECT_THAT(file.idle(), IsEmpty());
}

TEST(ProvisionedAggregate, DefaultsAreThoseOfAbsentEncodings) {
  File file;
  file.aggregate = R"("low_latency": {"service_flow_reference": 3, "coupling_tenths": 255})";
  const AggregateConfig aggregate = file.read().aggregates.at(0);
  EXPECT_EQ(aggregate.amsr_mbps, kLink.upstream_mbps);  // what its channels carry
  EXPECT_EQ(aggregate.aqm.coupling_factor, 2);
  EXPECT_EQ(aggregate.aqm.weight, 230U);
}

TEST(ProvisionedAggregate, HasOneServiceFlowWhereTheFileHasOne) {
  File file;
  file.low_latency = R"("qos_set": 1)";
  file.aggregate = R"("max_sustained_rate_bps": 50000000)";
  AggregateConfig aggregate = file.read().aggregates.at(0);
  EXPECT_EQ(aggregate.classic_service_flow, "us2");
  EXPECT_FALSE(aggregate.low_latency_service_flow);
  file = File();
  file.classic = R"("qos_set": 7)";  // beside the aggregate
  aggregate = file.read().aggregates.at(0);
  EXPECT_FALSE(aggregate.classic_service_flow);
  EXPECT_EQ(aggregate.low_latency_service_flow, "us3");
  // An inactive low-latency service flow is not there.
  file = File();
  file.low_latency = R"("aggregate_reference": 9, "qos_set": 1)";
  EXPECT_FALSE(file.read().aggregates.at(0).low_latency_service_flow);
  file.classic = R"("aggregate_reference": 9, "qos_set": 1)";
  EXPECT_THAT(file.read().aggregates, IsEmpty());
}

TEST(ProvisionedAggregate, FindsTheLowLatencyFlowByItsClassWithoutAReference) {
  File file;
  file.aggregate = R"("max_sustained_rate_bps": 50000000,
    "low_latency": {"low_latency_service_class_name": "FAST"})";
  file.classic = R"("aggregate_reference": 9, "service_class_name": "FAST",
                    "max_sustained_rate_bps": 10000000)";
  EXPECT_EQ(file.read().aggregates.at(0).low_latency_service_flow, "FAST");
  EXPECT_EQ(file.read().aggregates.at(0).classic_service_flow, "us3");
}

TEST(ProvisionedAggregate, TakesClassifiersInPlaceOfCodePoints) {
  File file;
  file.more = R"(, "upstream_classifiers": [
    {"reference": 1, "service_flow_reference": 3, "ipv4": {"tos_low_high_mask": [1, 1, 1]}}])";
  Provisioned home = file.read();
  EXPECT_FALSE(home.aggregates.at(0).low_latency_packets.l4s);
  EXPECT_FALSE(home.aggregates.at(0).low_latency_packets.by_dscp);
  EXPECT_EQ(home.classifiers.at(0).service_flow, "us3");
  file.more = R"(, "upstream_classifiers": [
    {"reference": 1, "service_flow_reference": 2, "ipv4": {"protocol": 6}}])";
  EXPECT_TRUE(file.read().aggregates.at(0).low_latency_packets.l4s);
}

TEST(ProvisionedAggregate, HasOneQueueWhereLowLatencyIsDisabled) {
  File file;
  file.more = R"(, "low_latency_disable": 1, "upstream_classifiers": [
    {"reference": 1, "service_flow_reference": 3, "ipv4": {"tos_low_high_mask": [1, 1, 1]}}])";
  const Provisioned home = file.read();
  ASSERT_EQ(home.service_flows.size(), 1U);
  EXPECT_EQ(home.service_flows[0].name, "us2");
  EXPECT_EQ(home.aggregates.at(0).classic_service_flow, "us2");
  EXPECT_FALSE(home.aggregates.at(0).low_latency_service_flow);
  EXPECT_EQ(home.classifiers.at(0).service_flow, "us2");
  file.classic = R"("qos_set": 7)";  // the low-latency flow is the aggregate's only one
  const Provisioned alone = file.read();
  EXPECT_EQ(alone.service_flows.size(), 2U);
  EXPECT_EQ(alone.aggregates.at(0).classic_service_flow, "us3");
  file = File();
  file.more = R"(, "low_latency_disable": 0)";
  EXPECT_EQ(file.read().service_flows.size(), 2U);
}

TEST(ProvisionedAggregate, SaysWithAnOffsetWhatIsWrong) {
  const auto refusal = [](const std::string& aggregate, const std::string& classic,
                          const std::string& low_latency) {
    File file;
    if (!aggregate.empty()) file.aggregate = aggregate;
    if (!classic.empty()) file.classic = classic;
    if (!low_latency.empty()) file.low_latency = low_latency;
    return file.refusal();
  };
  EXPECT_EQ(refusal(R"("max_sustained_rate_bps": 50000000)", "", ""),
            "offset 20: an aggregate of two service flows without "
            "low_latency.service_flow_reference, which says which one is low latency");
  EXPECT_EQ(
      refusal("", R"("aggregate_reference": 8)", ""),
      "offset 6: aggregate_reference: there is no aggregate service flow 8 in this direction");
  EXPECT_EQ(refusal("", "", R"("qos_set": 7)"),
            "offset 33: service_flow_reference: expected a service flow whose "
            "aggregate_reference is 9, got 3");
  EXPECT_EQ(refusal(R"("max_sustained_rate_bps": 7999)", R"("qos_set": 7)", ""),
            "offset 25: amsr_mbps: expected a number from 0.008 to 10000, got 0.007999");
  EXPECT_EQ(refusal(R"("max_traffic_burst_bytes": 1500)", R"("qos_set": 7)", ""),
            "offset 25: max_burst_bytes: expected an integer from 1522 to 4294967295, got 1500");
  EXPECT_EQ(refusal(R"("low_latency": {"service_flow_reference": 3,
                       "protection_drain_rate_exponent": 32})",
                    "", ""),
            "offset 32: protection_drain_exponent: expected an integer from 0 to 31, got 32");
  EXPECT_EQ(
      refusal("", "", R"("aggregate_reference": 9, "buffer_control": {"target_bytes": 2000})"),
      "offset 20: a buffer of 2000 bytes, expected at least 2001, to hold a packet");
  File twin;
  twin.aggregate += R"(}, {"reference": 9)";
  EXPECT_THAT(twin.refusal(), HasSubstr("a second aggregate service flow with the reference 9"));
  File nameless;
  nameless.aggregate += R"(}, {"traffic_priority": 1)";
  EXPECT_THAT(nameless.refusal(), HasSubstr("an aggregate service flow without a reference"));
  File third;
  third.low_latency += R"(}, {"reference": 4, "aggregate_reference": 9)";
  EXPECT_THAT(third.refusal(),
              HasSubstr("aggregate_reference: a third service flow of the aggregate 9"));
}

TEST(ProvisionedAggregate, NamesWhatHasNoEffect) {
  File file;
  file.aggregate = R"("qos_profile_name": "plan", "traffic_priority": 3,
    "min_reserved_rate_bps": 1000000, "match": {"application_id": 4},
    "low_latency": {"service_flow_reference": 3, "service_flow_id": 77,
                    "low_latency_service_class_name": "FAST"})";
  file.classic = R"("aggregate_reference": 9,
    "aqm": {"disable": 1, "latency_target_ms": 10, "immediate_max_threshold_us": 900})";
  file.low_latency = R"("aggregate_reference": 9,
    "aqm": {"latency_target_ms": 10, "immediate_max_threshold_us": 900})";
  file.more = R"(, "upstream_aqm_disable": 1, "downstream_aggregate_service_flows": [
    {"reference": 5, "max_sustained_rate_bps": 1000000}])";
  EXPECT_THAT(
      file.idle(),
      ElementsAre("24.40.1 (disable)", "24.40.4 (immediate_max_threshold_us)",
                  "24.40.2 (latency_target_ms)",
                  "70.4 (qos_profile_name plan: its rate is not known here)",
                  "70.7 (traffic_priority)", "70.10 (min_reserved_rate_bps)", "70.38 (match)",
                  "70.42.2 (service_flow_id)", "70.42.4 (low_latency_service_class_name)",
                  "76 (upstream_aqm_disable: not for aggregate service flows)",
                  "71 (downstream_aggregate_service_flows: no active service flow refers to it)"));
}

}  // namespace
}  // namespace docsis_vp::system::provisioned_aggregate_test
