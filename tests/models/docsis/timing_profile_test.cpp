#include "models/docsis/timing_profile.h"

#include <gtest/gtest.h>

#include "models/docsis/map_lead.h"

namespace docsis_vp::docsis::timing_profile_test {
namespace {

TEST(TimingProfile, IsFoundByName) {
  for (const char* name : {"docsis30", "docsis31", "docsis31-low-latency", "cablelabs-2012"}) {
    const auto profile = find_timing_profile(name);
    ASSERT_TRUE(profile);
    EXPECT_EQ(profile->name, name);
  }
  EXPECT_FALSE(find_timing_profile("docsis20"));
}

TEST(TimingProfile, Docsis31LeadIsTheSumOfItsParts) {
  const auto profile = *find_timing_profile("docsis31");
  const ChannelParameters channel = default_channel(profile);
  EXPECT_EQ(profile.map_lead_ps, 1'110 * kPsPerUs);
  EXPECT_EQ(profile.map_lead_ps, channel.cm_map_proc_ps + profile.downstream_latency_ps +
                                     channel.symbol_ps + profile.plant_delay_ps +
                                     profile.map_build_ps);
  // From making a request, a frame before it is sent, to the scheduler: 445 us.
  const TimePs frame = ChannelGeometry(channel).frame_ps();
  EXPECT_EQ(2 * frame + profile.plant_delay_ps + profile.decode_ps, 445 * kPsPerUs);
}

// 246.5625 us of modem + 45 + 22.5 of downstream + 40 of plant + 50 to build = 404.0625 us.
TEST(TimingProfile, Docsis31LowLatencyLeadIsTheSumOfItsParts) {
  const auto profile = *find_timing_profile("docsis31-low-latency");
  const ChannelParameters channel = default_channel(profile);
  const ChannelGeometry geometry(channel);
  EXPECT_EQ(geometry.frame_ps(), 125'625'000);
  EXPECT_EQ(profile.map_interval_ps, 4 * geometry.frame_ps());
  EXPECT_EQ(channel.cm_map_proc_ps, 246'562'500);
  const TimePs parts = channel.cm_map_proc_ps + profile.downstream_latency_ps + 22'500'000 +
                       profile.plant_delay_ps + profile.map_build_ps;
  EXPECT_EQ(profile.map_lead_ps, (parts + kPsPerUs - 1) / kPsPerUs * kPsPerUs);
  EXPECT_LE(least_map_lead(profile, {1'000'000'000, 1528, 1, 240}, channel.cm_map_proc_ps),
            profile.map_lead_ps);
  EXPECT_EQ(min_request_grant_frames(profile, geometry), 7U);
}

}  // namespace
}  // namespace docsis_vp::docsis::timing_profile_test
