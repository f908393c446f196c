#include "models/docsis/timing_profile.h"

#include <gtest/gtest.h>

namespace docsis_vp::docsis::timing_profile_test {
namespace {

TEST(TimingProfile, IsFoundByName) {
  for (const char* name : {"docsis30", "docsis31", "cablelabs-2012"}) {
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

}  // namespace
}  // namespace docsis_vp::docsis::timing_profile_test
