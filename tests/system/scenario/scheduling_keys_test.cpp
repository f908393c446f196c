// The keys that say how an upstream service flow gets to send: defaults and refusals.
#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::scheduling_keys_test {
namespace {

std::string with(const std::string& keys, const std::string& rf = "") {
  return R"({"rf": {)" + rf + R"(}, "modems": [{"name": "cm"}], "service_flows": [
    {"name": "data", "modem": "cm", "max_sustained_rate_mbps": 5},
    {"name": "sf", "modem": "cm")" +
         keys + "}]}";
}

ServiceFlowConfig loaded(const std::string& keys) {
  return load_scenario_text(with(keys), "x").scenario.service_flows[1];
}

std::string error_of(const std::string& keys, const std::string& rf = "") {
  try {
    load_scenario_text(with(keys, rf), "x");
  } catch (const InputError& error) {
    const std::string text = error.what();
    return text.substr(text.find(": ") + 2);
  }
  return "accepted";
}

TEST(SchedulingKeys, RequestsCountInAPowerOfTwo) {
  const std::string key = R"(, "max_sustained_rate_mbps": 5, "request_unit_bytes": )";
  EXPECT_EQ(error_of(key + "8"), "accepted");
  EXPECT_EQ(error_of(key + "12"),
            "service_flows[1].request_unit_bytes: expected 1, 2, 4, 8 or 16, got 12");
}

TEST(SchedulingKeys, DefaultsHangOnTheType) {
  const std::string rate = R"(, "max_sustained_rate_mbps": 5)";
  const ServiceFlowConfig best_effort = loaded(rate);
  EXPECT_EQ(best_effort.scheduling->type, docsis::SchedulingType::kBestEffort);
  EXPECT_EQ(best_effort.scheduling->request_policy, 0U);
  EXPECT_FALSE(best_effort.scheduling->nominal_polling_interval_us);
  const ServiceFlowConfig rtps = loaded(rate + R"(, "scheduling": "rtps")");
  EXPECT_EQ(rtps.scheduling->request_policy, 0x1FU);
  EXPECT_EQ(rtps.scheduling->nominal_polling_interval_us, 20'000U);
  const ServiceFlowConfig nrtps = loaded(rate + R"(, "scheduling": "nrtps")");
  EXPECT_EQ(nrtps.scheduling->request_policy, 0U);
  EXPECT_EQ(nrtps.scheduling->nominal_polling_interval_us, 1'000'000U);
  const ServiceFlowConfig pgs =
      loaded(rate + R"(, "scheduling": {"type": "pgs", "guaranteed_grant_rate_mbps": 1})");
  EXPECT_EQ(pgs.scheduling->request_policy, 0xFU);
  const ServiceFlowConfig ugs = loaded(R"(, "scheduling": {"type": "ugs", "grants_per_interval": 2,
    "unsolicited_grant_bytes": 500, "nominal_grant_interval_us": 10000})");
  EXPECT_EQ(ugs.scheduling->request_policy, 0x1FU);
  EXPECT_DOUBLE_EQ(ugs.max_sustained_rate_mbps, 0.8);
  EXPECT_EQ(ugs.buffer_bytes, 25'000U);  // 250 ms of it
  const ServiceFlowConfig seldom = loaded(R"(, "scheduling": {"type": "ugs",
    "unsolicited_grant_bytes": 206, "nominal_grant_interval_us": 100000})");
  EXPECT_EQ(seldom.buffer_bytes, 1'522U);  // a packet
}

TEST(SchedulingKeys, EffectiveConfigurationLoadsToTheSame) {
  const Scenario scenario =
      load_scenario_text(with(R"(, "weight": 2.5, "min_reserved_rate_mbps": 0.05,
        "min_reserved_packet_bytes": 200, "scheduling": {"type": "ugs_ad",
        "silent_after_grants": 3, "request_policy": ["no_piggyback", "drop_oversized"]})",
                              R"("sharing": "oldest_first", "max_request_opportunities": 9,
        "map_loss_percent": 1.5, "capacity": {"kind": "all_transitions", "rates_mbps": [1, 2, 3],
        "hold_s": 2})"),
                         "x")
          .scenario;
  const std::string text = effective_configuration(scenario);
  EXPECT_EQ(effective_configuration(load_scenario_text(text, "x").scenario), text);
  EXPECT_THAT(text,
              ::testing::HasSubstr(R"("request_policy": ["no_piggyback", "drop_oversized"])"));
  EXPECT_EQ(text.find("phantom_load_mbps"), std::string::npos);
}

TEST(SchedulingKeys, ErrorsNameTheKeyAndTheExpectation) {
  const std::string rate = R"(, "max_sustained_rate_mbps": 5)";
  const struct {
    std::string keys;
    const char* expected;
  } cases[] = {
      {"", "service_flows[1]: the key \"max_sustained_rate_mbps\" is missing"},
      {R"(, "scheduling": "rtps")",
       "service_flows[1]: the key \"max_sustained_rate_mbps\" is missing"},
      {rate + R"(, "scheduling": "rtp")",
       "service_flows[1].scheduling.type: expected \"best_effort\", \"nrtps\", \"rtps\", "
       "\"ugs_ad\", \"ugs\" or \"pgs\", got \"rtp\", did you mean \"rtps\"?"},
      {rate + R"(, "scheduling": {"type": "rtps", "grants_per_interval": 2})",
       "service_flows[1].scheduling.grants_per_interval: applies only with type `ugs` or "
       "`ugs_ad`"},
      {rate + R"(, "scheduling": {"nominal_polling_interval_us": 1000})",
       "service_flows[1].scheduling.nominal_polling_interval_us: applies only with type "
       "`nrtps`, `rtps` or `ugs_ad`"},
      {rate + R"(, "scheduling": {"type": "ugs", "silent_after_grants": 1})",
       "service_flows[1].scheduling.silent_after_grants: applies only with type `ugs_ad`"},
      {rate + R"(, "scheduling": {"type": "ugs", "unsolicited_grant_bytes": 0})",
       "service_flows[1].scheduling.unsolicited_grant_bytes: expected an integer from 16 to 65535 "
       "bytes, got 0"},
      {rate + R"(, "scheduling": {"request_policy": ["no_pigyback"]})",
       "service_flows[1].scheduling.request_policy[0]: expected one of the known names, got "
       "\"no_pigyback\", did you mean \"no_piggyback\"?"},
      {rate + R"(, "scheduling": {"request_policy": 16})",
       "service_flows[1].scheduling.request_policy: expected an array of names, got 16"},
      {rate + R"(, "scheduling": {"request_policy": ["drop_oversized"]})",
       "service_flows[1].scheduling.request_policy: drop_oversized applies only with type "
       "`ugs` or `ugs_ad`"},
      {rate + R"(, "scheduling": {"request_policy": ["no_broadcast_requests"]})",
       "service_flows[1].scheduling.request_policy: leaves a best_effort flow no way to request; "
       "choose a polled or unsolicited type"},
      {rate + R"(, "direction": "downstream", "scheduling": "ugs")",
       "service_flows[1].scheduling: applies only upstream"},
      {rate + R"(, "direction": "downstream", "weight": 0)",
       "service_flows[1].weight: expected a number from 0.001 to 100000, got 0"},
      {rate + R"(, "scheduling": "pgs")",
       "service_flows[1].scheduling: a type of `pgs` needs a guaranteed_grant_rate_mbps above 0, "
       "or a guaranteed_request_interval_us"},
      {rate + R"(, "scheduling": {"type": "pgs", "guaranteed_grant_rate_mbps": 5.5})",
       "service_flows[1].scheduling.guaranteed_grant_rate_mbps: expected at most "
       "max_sustained_rate_mbps, 5, got 5.5"},
      {rate + R"(, "scheduling": {"type": "pgs", "guaranteed_request_interval_us": 249})",
       "service_flows[1].scheduling.guaranteed_request_interval_us: expected 0 or at least 250 "
       "us, got 249"},
      {rate + R"(, "scheduling": {"type": "pgs", "guaranteed_grant_rate_mbps": 1,
                                  "guaranteed_grant_interval_us": 12})",
       "service_flows[1].scheduling.guaranteed_grant_interval_us: expected 0, or at least one of "
       "the minislots of 12.5 us of the channel \"us0\", got 12"},
      {rate + R"(, "scheduling": {"guaranteed_grant_rate_mbps": 1})",
       "service_flows[1].scheduling.guaranteed_grant_rate_mbps: applies only with type "
       "`pgs`"},
      {rate + R"(, "scheduling": {"type": "pgs", "nominal_grant_interval_us": 1000})",
       "service_flows[1].scheduling.nominal_grant_interval_us: applies only with type `ugs` "
       "or `ugs_ad`"},
      {rate + R"(, "min_reserved_rate_mbps": 6)",
       "service_flows[1].min_reserved_rate_mbps: expected at most max_sustained_rate_mbps"},
      {rate + R"(, "min_reserved_packet_bytes": 100)",
       "service_flows[1].min_reserved_packet_bytes: applies only with "
       "min_reserved_rate_mbps"},
  };
  for (const auto& [keys, expected] : cases) {
    EXPECT_THAT(error_of(keys), ::testing::EndsWith(expected)) << keys;
  }
  EXPECT_THAT(
      error_of(rate, R"("max_request_opportunities": 3)"),
      ::testing::EndsWith("rf.max_request_opportunities: expected at least request_opportunities"));
}

}  // namespace
}  // namespace docsis_vp::system::scheduling_keys_test
