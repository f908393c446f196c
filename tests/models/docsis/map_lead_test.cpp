#include "models/docsis/map_lead.h"

#include <gtest/gtest.h>

#include "models/docsis/map.h"

namespace docsis_vp::docsis {
namespace {

TEST(MapLead, IsTheSumOfWhatAMapGoesThrough) {
  TimingProfile timing;
  timing.map_build_ps = 200 * kPsPerUs;
  timing.downstream_latency_ps = 680 * kPsPerUs;
  timing.plant_delay_ps = 40 * kPsPerUs;
  // 1528 bytes of a packet, then n MAPs of 240 elements, 1006 bytes each.
  ASSERT_EQ(map_frame_bytes(240), 1006U);
  struct {
    std::uint64_t downstream_bps;
    unsigned channels;
    TimePs serialisation;
  } const cases[] = {{1'000'000'000, 1, 20'272'000},
                     {1'000'000'000, 4, 44'416'000},
                     {38'000'000, 1, 533'473'684},
                     {38'000'000, 8, 2'016'000'000}};
  for (const auto& c : cases) {
    const MapTransport transport{c.downstream_bps, 1528, c.channels, 240};
    EXPECT_EQ(least_map_lead(timing, transport, 650 * kPsPerUs),
              (200 + 680 + 40 + 650) * kPsPerUs + c.serialisation)
        << c.downstream_bps << " bit/s, " << c.channels << " channels";
  }
}

// The lead of docsis31 holds a symbol for serialisation; on its gigabit a packet and a MAP fit.
TEST(MapLead, OfDocsis31CoversAPacketAndAMap) {
  const TimingProfile timing = *find_timing_profile("docsis31");
  const ChannelParameters channel = default_channel(timing);
  EXPECT_LE(least_map_lead(timing, {1'000'000'000, 1528, 1, 240}, channel.cm_map_proc_ps),
            timing.map_lead_ps);
}

}  // namespace
}  // namespace docsis_vp::docsis
