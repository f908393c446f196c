// Admission control of reserved rates: what channels carry against what is reserved.
#include "system/scenario/check/reserved_rates.h"

#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::reserved_rates_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string plain(const std::string& rate, unsigned count, const std::string& rf = "",
                  const std::string& direction = "upstream") {
  return R"({"rf": {"channels": [{"name": "us0", "rate_mbps": 30.72}], "downstream_mbps": 30.72)" +
         rf + R"(}, "modems": [{"name": "d", "count": )" + std::to_string(count) +
         R"(}], "service_flows": [
           {"name": "rest", "modem": "d", "max_sustained_rate_mbps": 1},
           {"name": "be", "modem": "d", "max_sustained_rate_mbps": 100,
             "direction": ")" +
         direction + R"(", "min_reserved_rate_mbps": )" + rate + "}]}";
}

std::vector<std::string> notes(const std::string& text) {
  return notes_on_reserved_rates(modem_by_modem(load_scenario_text(text, "x").scenario));
}

std::string refusal(const std::string& text) {
  try {
    load_scenario_text(text, "x");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ReservedRates, FitUpToWhatTheChannelHasForThem) {
  EXPECT_THAT(notes(plain("9.5", 3)), IsEmpty());
  EXPECT_THAT(notes(plain("9.5", 3, "", "downstream")), IsEmpty());
  EXPECT_THAT(notes(plain("0.2", 100)), IsEmpty());
  EXPECT_THAT(notes(plain("9.5", 3, R"(, "request_opportunities": 40)")).size(), 1U)
      << "request regions take a quarter";
}

// A MAP of 160 minislots of 48 octets has a region of 4 and 156 for grants, 29.952 Mbit/s. 20
// Mbit/s are 20.079 with MAC headers, of which a MAP grants 5019.8 octets; a segment header and
// half a minislot beside them are 32 octets.
TEST(ReservedRates, ANoteSaysByHowMuchTheyAreOver) {
  EXPECT_THAT(notes(plain("20", 4)),
              ElementsAre("upstream of us0: reserved rates of 4 service flows add up to 80 Mbit/s, "
                          "with headers to 80.828 Mbit/s: 50.876 Mbit/s over the 29.952 Mbit/s "
                          "that the channel has for them"));
  EXPECT_THAT(notes(plain("20", 4, "", "downstream")),
              ElementsAre("downstream: reserved rates of 4 service flows add up to 80 Mbit/s, "
                          "with headers to 80.316 Mbit/s: 49.596 Mbit/s over the 30.72 Mbit/s "
                          "that the channel has for them"));
}

TEST(ReservedRates, TheFirstThatIsTooMuchIsRefused) {
  const std::string refuse = R"(, "admission": "refuse")";
  EXPECT_EQ(refusal(plain("9.5", 3, refuse)), "");
  EXPECT_EQ(refusal(plain("20", 4)), "") << "accepted by default";
  EXPECT_THAT(refusal(plain("10", 4, refuse)),
              testing::AllOf(HasSubstr("service_flows[1].min_reserved_rate_mbps"),
                             HasSubstr("admission refuses be of d2: upstream of us0"),
                             HasSubstr("of 3 service flows add up to 30 Mbit/s")));
  EXPECT_THAT(refusal(plain("10.5", 4, refuse, "downstream")),
              HasSubstr("admission refuses be of d2: downstream"));
}

std::string proactive(const std::string& keys, const std::string& rf = "") {
  return R"({"rf": {"channels": [{"name": "us0", "rate_mbps": 30.72}])" + rf +
         R"(}, "modems": [{"name": "d", "count": 3}], "service_flows": [
           {"name": "pgs", "modem": "d", "max_sustained_rate_mbps": 100, "scheduling":
             {"type": "pgs", "guaranteed_grant_rate_mbps": 9.9})" +
         keys + "}]}";
}

// 2 ms of 9.9 Mbit/s are 2550 octets with MAC headers, in 54 minislots with a segment header. A
// reserved rate of the same flow includes them.
TEST(ReservedRates, ProactiveGrantsCount) {
  const auto is_over = ElementsAre(
      "upstream of us0: reserved rates of 3 service flows add up to 29.7 Mbit/s, with headers to "
      "31.104 Mbit/s: 1.152 Mbit/s over the 29.952 Mbit/s that the channel has for them");
  EXPECT_THAT(notes(proactive("")), is_over);
  EXPECT_THAT(notes(proactive(R"(, "min_reserved_rate_mbps": 5)")), is_over);
  EXPECT_THAT(refusal(proactive("", R"(, "admission": "refuse")")),
              testing::AllOf(HasSubstr("service_flows[0].scheduling"),
                             HasSubstr("admission refuses pgs of d2: upstream of us0")));
}

// 1.6 Mbit/s of calls and 28.8 reserved do not fit together; each does.
TEST(ReservedRates, UnsolicitedGrantsCount) {
  const auto beside_calls = [](const char* calls) {
    return R"({"rf": {"channels": [{"name": "us0", "rate_mbps": 30.72}]},
               "modems": [{"name": "v", "count": )" +
           std::string(calls) + R"(}, {"name": "d"}],
               "service_flows": [
                 {"name": "call", "modem": "v", "scheduling": "ugs"},
                 {"name": "be", "modem": "d", "max_sustained_rate_mbps": 100,
                  "min_reserved_rate_mbps": 28.8}]})";
  };
  EXPECT_THAT(notes(beside_calls("1")), IsEmpty());
  EXPECT_THAT(notes(beside_calls("17")).size(), 1U);
}

// 232 bytes and a segment header fill five minislots of 48 bytes. A modem that reports on its
// grants needs 3 bytes more, so that 229 fit into five and 232 do not.
TEST(ReservedRates, UnsolicitedGrantsHaveRoomForTheirExtendedHeader) {
  const auto grants_of = [](const char* bytes) {
    return R"({"rf": {"channels": [{"name": "us0", "rate_mbps": 30.72}]},
               "modems": [{"name": "v", "count": 9}, {"name": "d"}],
               "service_flows": [
                 {"name": "call", "modem": "v",
                  "scheduling": {"type": "ugs", "unsolicited_grant_bytes": )" +
           std::string(bytes) + R"(}},
                 {"name": "be", "modem": "d", "max_sustained_rate_mbps": 100,
                  "min_reserved_rate_mbps": 28.8}]})";
  };
  EXPECT_THAT(notes(grants_of("229")), IsEmpty());
  EXPECT_THAT(notes(grants_of("232")).size(), 1U);
}

// Flows on one channel or on both: only what has no other way is over.
TEST(ReservedRates, OfSeveralChannelsOnlyThoseThatAreTooSlowAreNamed) {
  const auto of = [](const char* on_a, const char* on_both) {
    return R"({"rf": {"channels": [{"name": "a", "rate_mbps": 10.24}, {"name": "b"}]},
               "modems": [{"name": "m"}, {"name": "n"}],
               "service_flows": [
                 {"name": "one", "modem": "m", "max_sustained_rate_mbps": 100, "channels": ["a"],
                  "min_reserved_rate_mbps": )" +
           std::string(on_a) + R"(},
                 {"name": "both", "modem": "n", "max_sustained_rate_mbps": 100,
                  "min_reserved_rate_mbps": )" +
           std::string(on_both) + "}]}";
  };
  EXPECT_THAT(notes(of("9", "28")), IsEmpty()) << "28 go on b, none on a";
  EXPECT_THAT(notes(of("2", "35")), IsEmpty()) << "35 go on b and, in part, on a";
  EXPECT_THAT(notes(of("12", "1")),
              ElementsAre(HasSubstr("upstream of a: reserved rates of 1 service flow add up")));
  EXPECT_THAT(notes(of("9", "35")),
              ElementsAre(HasSubstr("upstream of a, b: reserved rates of 2 service flows")));
}

}  // namespace
}  // namespace docsis_vp::system::reserved_rates_test
