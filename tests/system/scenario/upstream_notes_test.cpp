// Limits of the upstream scheduler are noted before a run.
#include "system/scenario/check/upstream_notes.h"

#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::upstream_notes_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> notes(const std::string& text) {
  return notes_on_upstream(modem_by_modem(load_scenario_text(text, "x").scenario));
}

std::string series(const std::string& profile, const std::string& scheduling) {
  return R"({"rf": {"profile": ")" + profile + R"("}, "modems": [{"name": "v", "count": 3}],
             "service_flows": [{"name": "ugs", "modem": "v", "max_sustained_rate_mbps": 1,
                                "scheduling": {)" +
         scheduling + "}}]}";
}

// By hand: a request ends with its frame, 40 us of plant and a frame to decode, and 405 us of lead
// are 696.25 us; the second MAP interval of 502.5 us is the first behind it.
TEST(UpstreamNotes, NameTheLoopOfTheLowLatencyProfileAndOfProactiveGrants) {
  EXPECT_THAT(
      notes(series("docsis31-low-latency", R"("type": "pgs",
                "guaranteed_grant_rate_mbps": 0.5, "guaranteed_grant_interval_us": 500)")),
      ElementsAre("service flow ugs of v: proactive grants of 25 bytes at least every 376.9 "
                  "us on us0; a burst begins 246.6 us to 623.4 us after its bytes are "
                  "released",
                  "upstream: a request in the region of a MAP is granted from 1005 us "
                  "after it on us0"));
}

TEST(UpstreamNotes, OfOfdmaTheLeastToleranceThatWorksIsNamed) {
  // 20 ms are 148 frames of 135 us and 20 us: in time, steps of 5 us.
  EXPECT_THAT(
      notes(series("docsis31", R"("type": "ugs", "tolerated_grant_jitter_us": 0)")),
      ElementsAre("service flow ugs of v: its unsolicited grants every 20000 us cannot all begin "
                  "within 0 us on the frames of 135 us of us0, expected a "
                  "tolerated_grant_jitter_us of at least 130"));
  EXPECT_THAT(notes(series("docsis31", R"("type": "ugs", "tolerated_grant_jitter_us": 130)")),
              IsEmpty());
  EXPECT_THAT(notes(series("docsis31", R"("type": "ugs", "nominal_grant_interval_us": 20250,
                                          "tolerated_grant_jitter_us": 0)")),
              IsEmpty())
      << "whole frames and MAPs";
  EXPECT_THAT(notes(series("docsis31", R"("type": "rtps", "tolerated_poll_jitter_us": 0)")),
              ElementsAre(HasSubstr("its polls every 20000 us")));
}

TEST(UpstreamNotes, OfTdmaRequestRegionsAndTheEndsOfMapsCount) {
  EXPECT_THAT(notes(series("docsis30", R"("type": "ugs", "tolerated_grant_jitter_us": 0)")),
              IsEmpty());
  // Every nominal time in steps of 1 us: 5 minislots do not fit the last 50 us of a MAP, and the
  // region behind it takes another 50.
  EXPECT_THAT(notes(series("docsis30", R"("type": "ugs", "nominal_grant_interval_us": 20001,
                                          "tolerated_grant_jitter_us": 50)")),
              ElementsAre(HasSubstr("at least 112")));
}

std::string many(unsigned modems, const std::string& rf = "") {
  return R"({"rf": {"channels": [{"name": "us0"}])" + rf +
         R"(}, "modems": [{"name": "m", "count": )" + std::to_string(modems) +
         R"(}], "service_flows": [{"name": "u", "modem": "m", "max_sustained_rate_mbps": 5}]})";
}

TEST(UpstreamNotes, BackoffWindowsTooSmallForTheModemsAreNamed) {
  EXPECT_THAT(notes(many(250)), IsEmpty());
  EXPECT_THAT(notes(many(1'000)),
              ElementsAre("upstream: 1000 service flows may contend at once; with a backoff_end of "
                          "8 a request opportunity then has 7.8 requests, with 11 it has 1"));
  EXPECT_THAT(notes(many(1'000, R"(, "backoff_end": 10)")), IsEmpty());
}

// 15 service flows of 1000 modems, and one of `others`.
std::string with_sids(unsigned others) {
  std::string flows = R"({"name": "o", "modem": "o", "max_sustained_rate_mbps": 5})";
  for (int i = 0; i < 15; ++i) {
    flows += R"(, {"name": "u)" + std::to_string(i) +
             R"(", "modem": "m", "max_sustained_rate_mbps": 5})";
  }
  return R"({"rf": {"channels": [{"name": "us0"}], "backoff_end": 15}, "modems": [
             {"name": "m", "count": 1000}, {"name": "o", "count": )" +
         std::to_string(others) + R"(}], "service_flows": [)" + flows + "]}";
}

TEST(UpstreamNotes, SidsAreCountedWhereTheyRunOut) {
  EXPECT_THAT(notes(with_sids(871)),
              ElementsAre("upstream: 15871 service flows use as many of the 15871 SIDs"));
  try {
    load_scenario_text(with_sids(872), "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("15871 SIDs for upstream service flows, which need 15872"));
  }
}

}  // namespace
}  // namespace docsis_vp::system::upstream_notes_test
