// Modems of one OFDMA channel that hear more or less noise, end to end.
#include <gmock/gmock.h>

#include <string>

#include "models/cmts/cmts.h"
#include "system/assembly/system.h"

namespace docsis_vp::system::data_profiles_test {
namespace {

// 50 minislots of a frame of 135 us, of 38 bytes in the channel's own profile, 19 in that of 12 and
// 57 in that of 13.
std::string channel_of(const std::string& modem, const std::string& events = "") {
  return R"({"duration_s": 3, "stats": {"warmup_s": 1},
  "rf": {"profile": "docsis31", "channels": [{"name": "u", "subcarriers": 400,
    "bits_per_s_per_hz": 8, "data_profiles": [{"iuc": 12, "bits_per_s_per_hz": 4},
                                              {"iuc": 13, "bits_per_s_per_hz": 12}]}]},
  "modems": [{"name": "cm")" +
         modem + R"(}],
  "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 1000,
                     "aqm": {"algorithm": "none"}}],
  "flows": [{"name": "x", "modem": "cm", "rate_mbps": 300}],
  "events": [)" +
         events + "]}";
}

Results results_of(const std::string& text) {
  System system(load_scenario_text(text, "test"));
  system.run();
  Results results = system.results();
  EXPECT_FALSE(results.error) << *results.error;
  EXPECT_EQ(system.cmts().receiver().counters().stray_bursts, 0U);
  EXPECT_EQ(system.cmts().receiver().counters().bad_bursts, 0U);
  EXPECT_EQ(results.service_flows[0].offered.bytes, results.service_flows[0].accounted().bytes);
  EXPECT_EQ(results.mac.grants_missed, 0U);
  return results;
}

double mbps_of(double bytes_per_minislot) {
  return 50 * bytes_per_minislot * 8 / 135;
}

// The request region of 4 opportunities in 750 minislots and the headers of segments and frames
// take little of the capacity.
void expect_filled(const Results& results, double bytes_per_minislot) {
  EXPECT_LT(results.service_flows[0].sent_mbps, mbps_of(bytes_per_minislot));
  EXPECT_GT(results.service_flows[0].sent_mbps, 0.97 * mbps_of(bytes_per_minislot));
}

TEST(DataProfilesRun, AModemHasTheRateOfTheChannelsOwnProfile) {
  expect_filled(results_of(channel_of("")), 38);
}

TEST(DataProfilesRun, AModemInNoiseHasTheRateOfARobustProfile) {
  expect_filled(results_of(channel_of(R"(, "data_iuc": 12)")), 19);
}

TEST(DataProfilesRun, AModemWithLittleNoiseHasTheRateOfADenseProfile) {
  expect_filled(results_of(channel_of(R"(, "data_iuc": 13)")), 57);
}

TEST(DataProfilesRun, NoiseThatComesAndGoesChangesTheRateWithoutLoss) {
  const Results results = results_of(channel_of("", R"(
    {"time_s": 1.5, "kind": "change_data_profile", "modem": "cm", "data_iuc": 12},
    {"time_s": 2.5, "kind": "change_data_profile", "modem": "cm", "data_iuc": 10})"));
  EXPECT_NEAR(results.service_flows[0].sent_mbps, (mbps_of(38) + mbps_of(19)) / 2, 2.5);
  ASSERT_EQ(results.events.size(), 2U);
  EXPECT_EQ(results.events[0].kind, "change_data_profile");
  EXPECT_EQ(results.events[0].modem, "cm");
  EXPECT_EQ(results.mac.maps_of_other_ucd, 0U);
}

}  // namespace
}  // namespace docsis_vp::system::data_profiles_test
