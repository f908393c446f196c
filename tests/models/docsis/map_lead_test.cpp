#include "models/docsis/map_lead.h"

#include <gtest/gtest.h>

#include "models/docsis/map.h"

namespace docsis_vp::docsis::map_lead_test {
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

// By hand: 312.5 us downstream and to build, 80 of plant both ways, 600 us and K + 1 symbols in the
// modem, in frames of K symbols, rounded up, and three more.
TEST(RequestGrant, OfOfdmaIsShorterInFramesThatAreLonger) {
  const TimingProfile timing = *find_timing_profile("docsis31");
  struct {
    std::uint32_t symbols;
    std::uint32_t cyclic_prefix;
    std::uint32_t spacing_hz;
    std::uint32_t frames;
  } const cases[] = {{6, 256, 50'000, 12}, {6, 96, 25'000, 9},   {9, 256, 50'000, 10},
                     {18, 256, 50'000, 7}, {36, 256, 50'000, 6}, {36, 640, 25'000, 5}};
  for (const auto& c : cases) {
    OfdmaSettings settings;
    settings.symbols_per_frame = c.symbols;
    settings.cyclic_prefix_samples = c.cyclic_prefix;
    settings.spacing_hz = c.spacing_hz;
    ChannelParameters channel;
    apply(settings, channel);
    EXPECT_EQ(min_request_grant_frames(timing, ChannelGeometry(channel)), c.frames)
        << c.symbols << " symbols at " << c.spacing_hz << " Hz";
  }
  EXPECT_EQ(min_request_grant_frames(timing, ChannelGeometry(ChannelParameters{})), 0U);
}

}  // namespace
}  // namespace docsis_vp::docsis::map_lead_test
