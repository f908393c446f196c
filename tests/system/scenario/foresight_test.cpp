// Where an omniscient predictor may be used: one modem, one downstream service flow, one rate.
#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::foresight_test {
namespace {

using testing::HasSubstr;

constexpr const char* kOmniscient = R"({"algorithm": "codel_dt", "predictor": "omniscient"})";

std::string scenario(const std::string& aqm, const std::string& direction = "downstream",
                     const std::string& more_flows = "", const std::string& rf = "",
                     const std::string& count = "1") {
  const std::string up = direction == "downstream"
                             ? R"({"name": "up", "modem": "cm0", "max_sustained_rate_mbps": 10},)"
                             : "";
  return R"({"rf": {"downstream_mbps": 50)" + rf + R"(}, "modems": [{"name": "cm0", "count": )" +
         count + R"(}], "service_flows": [)" + up + more_flows +
         R"({"name": "it", "modem": "cm0", "direction": ")" + direction +
         R"(", "max_sustained_rate_mbps": 10, "aqm": )" + aqm + "}]}";
}

std::string refusal(const std::string& text) {
  try {
    load_scenario_text(text, "x");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Foresight, IsPossibleForTheOnlyFlowOfAChannel) {
  EXPECT_EQ(refusal(scenario(kOmniscient)), "");
}

TEST(Foresight, IsRefusedUpstreamWhereGrantsDecide) {
  EXPECT_THAT(refusal(scenario(kOmniscient, "upstream")),
              HasSubstr("predictor: omniscient would have to know future grants"));
}

TEST(Foresight, IsRefusedToALawThatAsksForFutureArrivals) {
  EXPECT_THAT(refusal(scenario(R"({"algorithm": "codel_tail", "predictor": "omniscient"})")),
              HasSubstr("predictor: omniscient would have to know future arrivals"));
}

TEST(Foresight, IsRefusedWhereOthersShareTheChannel) {
  const char* const shared = "predictor: omniscient needs the channel for itself";
  const std::string other = R"({"name": "other", "modem": "cm0", "direction": "downstream",
                                "max_sustained_rate_mbps": 10, "aqm": "none"},)";
  EXPECT_THAT(refusal(scenario(kOmniscient, "downstream", other)), HasSubstr(shared));
  EXPECT_THAT(refusal(scenario(kOmniscient, "downstream", "", "", "2")), HasSubstr(shared));
}

TEST(Foresight, IsRefusedWhereTheChannelIsTheRate) {
  std::string text = scenario(kOmniscient);
  const std::string rate = R"("direction": "downstream", "max_sustained_rate_mbps": 10)";
  text.replace(text.find(rate), rate.size(),
               R"("direction": "downstream", "max_sustained_rate_mbps": 50)");
  EXPECT_THAT(refusal(text), HasSubstr("predictor: omniscient needs a constant rate"));
}

// The modem hears one of two channels, each of 24 Mbit/s.
TEST(Foresight, IsRefusedWhereTheModemsOwnChannelsAreTooNarrow) {
  const auto with_rate = [](const std::string& mbps) {
    return R"({"rf": {"downstream_channels": [{"name": "a", "rate_mbps": 24}, {"name": "b", "rate_mbps": 24}]},
      "modems": [{"name": "cm0", "downstream_channels": ["a"]}],
      "service_flows": [{"name": "up", "modem": "cm0", "max_sustained_rate_mbps": 10},
        {"name": "it", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": )" +
           mbps + R"(, "aqm": )" + kOmniscient + "}]}";
  };
  EXPECT_EQ(refusal(with_rate("18")), "");
  EXPECT_THAT(refusal(with_rate("18.1")), HasSubstr("predictor: omniscient needs a constant rate"));
}

TEST(Foresight, IsRefusedToTheQueueOfAllModems) {
  EXPECT_THAT(
      refusal(scenario(R"("none")", "downstream", "",
                       std::string(R"(, "downstream_queue": {"aqm": )") + kOmniscient + "}")),
      HasSubstr("predictor: omniscient needs a constant rate"));
}

}  // namespace
}  // namespace docsis_vp::system::foresight_test
