#include "models/docsis/channel.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "models/docsis/timestamp.h"
#include "platform/base/errors.h"
#include "platform/base/random.h"

namespace docsis_vp::docsis::channel_test {
namespace {

ChannelGeometry tdma(std::uint64_t rate_bps, std::uint32_t ticks) {
  ChannelParameters channel;
  channel.rate_bps = rate_bps;
  channel.ticks_per_minislot = ticks;
  return ChannelGeometry(channel);
}

ChannelGeometry ofdma(const OfdmaSettings& settings = {}) {
  ChannelParameters channel;
  apply(settings, channel);
  return ChannelGeometry(channel);
}

// A channel of 48 bytes in a minislot of 64 symbols.
ChannelGeometry with_overhead(const BurstOverhead& overhead) {
  ChannelParameters channel;
  channel.overhead = overhead;
  return ChannelGeometry(channel);
}

TEST(ChannelGeometry, TdmaMinislotsAreTicksTimesRate) {
  const ChannelGeometry channel = tdma(30'720'000, 2);
  EXPECT_EQ(channel.frame_ps(), 12'500'000);
  EXPECT_EQ(channel.bytes_in(1), 48U);
  EXPECT_EQ(channel.minislots_in(2 * kPsPerMs), 160U);
  EXPECT_EQ(channel.rate_bps(), 30'720'000U);
  EXPECT_EQ(channel.start(160), 2 * kPsPerMs);
  EXPECT_EQ(channel.end(160, 3), 2 * kPsPerMs + 37'500'000);
  EXPECT_EQ(channel.at(12'499'999), 0U);
  EXPECT_EQ(channel.at(12'500'000), 1U);
  EXPECT_EQ(channel.at_or_after(12'500'001), 2U);
}

TEST(ChannelGeometry, ThoseOfEqualParametersShareThemAndNoOthers) {
  const ChannelGeometry first{ChannelParameters{}};
  const ChannelGeometry same{ChannelParameters{}};
  EXPECT_EQ(&same.parameters(), &first.parameters());

  const std::vector<std::function<void(ChannelParameters&)>> changes = {
      [](auto& of) { of.name = "other"; },
      [](auto& of) { of.channel_id = 2; },
      [](auto& of) { of.ucd_count = 2; },
      [](auto& of) { of.rate_bps = 10'240'000; },
      [](auto& of) { of.ticks_per_minislot = 4; },
      [](auto& of) { of.overhead.preamble_symbols = 32; },
      [](auto& of) { of.overhead.guard_symbols = 8; },
      [](auto& of) { of.overhead.symbols_per_s = 2'560'000; },
      [](auto& of) { of.overhead.fec_t = 8; },
      [](auto& of) { of.overhead.fec_codeword_bytes = 200; },
      [](auto& of) { of.data_iuc = 9; },
      [](auto& of) { of.request_minislots = 3; },
      [](auto& of) { of.cm_map_proc_ps += 1; },
      [](auto& of) { of.phy_lead_ps = 1; },
      [](auto& of) { apply(OfdmaSettings{}, of); },
      [](auto& of) {
        apply(OfdmaSettings{}, of);
        of.profile_bytes[kIucAdvancedShortData] = 32;
      },
  };
  std::vector<ChannelGeometry> all = {first};
  for (const auto& change : changes) {
    ChannelParameters parameters;
    change(parameters);
    all.emplace_back(parameters);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      EXPECT_NE(&all.back().parameters(), &all[i].parameters()) << all.size() << ' ' << i;
    }
  }
}

TEST(ChannelGeometry, TdmaMinislotsNeedNotHoldWholeBytes) {
  const ChannelGeometry channel = tdma(100'000'000, 1);  // 78.125 bytes
  EXPECT_EQ(channel.bytes_in(1), 78U);
  EXPECT_EQ(channel.bytes_in(8), 625U);
  EXPECT_EQ(channel.minislots_for(78), 1U);
  EXPECT_EQ(channel.minislots_for(79), 2U);
  EXPECT_EQ(channel.minislots_for(625), 8U);
  EXPECT_EQ(channel.minislots_for(626), 9U);
  EXPECT_EQ(channel.rate_bps(), 100'000'000U);
}

TEST(ChannelGeometry, OfdmaDefaultsAreThoseOfTheReferenceModel) {
  const ChannelGeometry channel = ofdma();
  EXPECT_EQ(channel.parameters().symbol_ps, 22'500'000);
  EXPECT_EQ(channel.frame_ps(), 135 * kPsPerUs);
  EXPECT_EQ(channel.minislots_per_frame(), 235U);
  EXPECT_EQ(channel.bytes_in(1), 48U);
  EXPECT_EQ(channel.rate_bps() / 1'000'000, 668U);
  EXPECT_EQ(channel.parameters().cm_map_proc_ps, 757'500'000);
  EXPECT_EQ(channel.parameters().phy_lead_ps, 157'500'000);
  EXPECT_EQ(channel.minislots_in(2'025 * kPsPerUs), 15U * 235);
}

TEST(ChannelGeometry, OfdmaOf25KilohertzHasTwiceTheSubcarriersInAMinislot) {
  OfdmaSettings settings;
  settings.spacing_hz = 25'000;
  settings.subcarriers = 3800;
  settings.symbols_per_frame = 9;
  settings.bits_per_s_per_hz = 8;
  const ChannelGeometry channel = ofdma(settings);
  EXPECT_EQ(channel.parameters().symbol_ps, 42'500'000);
  EXPECT_EQ(channel.minislots_per_frame(), 237U);
  EXPECT_EQ(channel.bytes_in(1), 115U);  // floor(16 x 9 x 8 x 0.8 / 8)
}

TEST(ChannelGeometry, OfdmaIntervalsTakeWholeFrames) {
  const ChannelGeometry channel = ofdma();
  EXPECT_EQ(channel.start(234), 0);
  EXPECT_EQ(channel.start(235), 135 * kPsPerUs);
  EXPECT_EQ(channel.end(230, 5), 135 * kPsPerUs);
  EXPECT_EQ(channel.end(230, 6), 270 * kPsPerUs);
  EXPECT_EQ(channel.frames(230, 5), 1U);
  EXPECT_EQ(channel.frames(230, 6), 2U);
  EXPECT_EQ(channel.at(269 * kPsPerUs), 235U);
}

TEST(ChannelGeometry, DataProfilesCarryOtherBytesInTheSameMinislots) {
  ChannelParameters parameters;
  apply({}, parameters);
  parameters.profile_bytes[kIucShortData] = 19;
  parameters.profile_bytes[kIucData13] = 57;
  const ChannelGeometry channel(parameters);
  EXPECT_EQ(channel.bytes_in(10, kIucAdvancedLongData), 480U);
  EXPECT_EQ(channel.bytes_in(10, kIucShortData), 190U);
  EXPECT_EQ(channel.bytes_in(10, kIucData13), 570U);
  EXPECT_EQ(channel.minislots_for(190, kIucShortData), 10U);
  EXPECT_EQ(channel.minislots_for(191, kIucShortData), 11U);
  EXPECT_EQ(channel.minislots_for(481, kIucAdvancedLongData), 11U);
  EXPECT_EQ(channel.most_minislots_for(480), 26U);
  EXPECT_EQ(channel.rate_bps(kIucShortData), 235 * 19 * 8 * std::uint64_t{1'000'000} / 135);
  EXPECT_EQ(channel.data_iuc(kIucData13), kIucData13);
  EXPECT_EQ(channel.data_iuc(kIucData12), kIucAdvancedLongData);  // not there
  EXPECT_TRUE(channel.has_profile(kIucAdvancedLongData));
  EXPECT_TRUE(channel.has_profile(kIucShortData));
  EXPECT_FALSE(channel.has_profile(kIucData12));
  EXPECT_TRUE(ofdma().has_profile(kIucData12));  // of one with a single profile
  parameters.profile_bytes[kIucAdvancedLongData] = 48;
  EXPECT_THROW(ChannelGeometry{parameters}, InputError);
}

TEST(ChannelGeometry, MinislotsForIsTheLeastThatHolds) {
  for (const auto& channel :
       {tdma(30'720'000, 2), tdma(100'000'000, 1), tdma(5'120'001, 4), ofdma(),
        with_overhead({56, 8, 5'120'000, 0, 253}), with_overhead({0, 0, 5'120'000, 1, 16}),
        with_overhead({33, 5, 1'280'000, 8, 220})}) {
    for (std::uint64_t bytes = 1; bytes < 20'000; bytes += 7) {
      const std::uint32_t minislots = channel.minislots_for(bytes);
      ASSERT_GE(channel.bytes_in(minislots), bytes);
      ASSERT_LT(channel.bytes_in(minislots - 1), bytes);
    }
  }
}

// 7 octets of a queue-depth request.
TEST(ChannelGeometry, ARequestTakesAsManyMinislotsAsItNeeds) {
  const auto minislots = [](const ChannelGeometry& channel) {
    return channel.parameters().request_minislots;
  };
  EXPECT_EQ(minislots(tdma(30'720'000, 2)), 1U);
  EXPECT_EQ(minislots(tdma(4'480'000, 2)), 1U);  // 7 bytes each
  EXPECT_EQ(minislots(tdma(4'400'000, 2)), 2U);
  EXPECT_EQ(minislots(tdma(100'000, 2)), 45U);  // 1.25 bits each
  EXPECT_EQ(minislots(ofdma()), 1U);
  OfdmaSettings robust;
  robust.bits_per_s_per_hz = 1;  // 4 bytes each
  EXPECT_EQ(minislots(ofdma(robust)), 2U);
  ChannelParameters given;
  given.request_minislots = 3;
  EXPECT_EQ(minislots(ChannelGeometry(given)), 3U);
}

TEST(ChannelGeometry, PreambleAndGuardTimeComeOffEveryBurst) {
  const ChannelGeometry channel = with_overhead({56, 8, 5'120'000, 0, 253});
  EXPECT_EQ(channel.bytes_in(0), 0U);
  EXPECT_EQ(channel.bytes_in(1), 0U);
  EXPECT_EQ(channel.bytes_in(10), 9U * 48);
  EXPECT_EQ(channel.raw_bytes_in(10), 480U);
  EXPECT_EQ(channel.minislots_for(0), 0U);
  EXPECT_EQ(channel.minislots_for(1), 2U);
  EXPECT_EQ(channel.parameters().request_minislots, 2U);
  EXPECT_EQ(channel.rate_bps(), 30'720'000U);
  // They last as long whatever a symbol carries: half the bits, half the bytes.
  ChannelParameters robust = channel.parameters();
  robust.rate_bps /= 2;
  EXPECT_EQ(ChannelGeometry(robust).bytes_in(10), 9U * 24);
  // Half the symbols a second, twice the time.
  EXPECT_EQ(with_overhead({56, 8, 2'560'000, 0, 253}).bytes_in(10), 8U * 48);
}

TEST(ChannelGeometry, ParityFollowsEachCodewordAndTheLastIsShortened) {
  const ChannelGeometry channel = with_overhead({0, 0, 5'120'000, 8, 80});  // 80 + 16
  EXPECT_EQ(channel.bytes_in(1), 32U);
  EXPECT_EQ(channel.bytes_in(2), 80U);
  EXPECT_EQ(channel.bytes_in(3), 80U + 32);
  EXPECT_EQ(channel.bytes_in(20), 800U);
  EXPECT_EQ(channel.minislots_for(32), 1U);
  EXPECT_EQ(channel.minislots_for(33), 2U);
  EXPECT_EQ(channel.minislots_for(80), 2U);
  EXPECT_EQ(channel.minislots_for(81), 3U);
}

TEST(ChannelGeometry, AnotherProfileMayTakeOtherRequests) {
  ChannelParameters slow;
  slow.rate_bps = 1'000'000;
  slow.ucd_count = 2;
  EXPECT_TRUE(ChannelGeometry({}).can_become(ChannelGeometry(slow)));
}

TEST(ChannelGeometry, WireNumbersWrapWithTheTimeStamp) {
  const ChannelGeometry channel = tdma(30'720'000, 2);
  const Minislot period = Minislot{1} << 25;
  EXPECT_EQ(channel.start(period), 419'430'400 * kPsPerUs);
  EXPECT_EQ(channel.to_wire(period + 5), 5U);
  // The number on the wire is the time stamp without its low 7 bits.
  EXPECT_EQ(channel.to_wire(1'234'567), timestamp_at(channel.start(1'234'567)) >> 7);
  EXPECT_EQ(channel.from_wire(5, period - 3), period + 5);
  EXPECT_EQ(channel.from_wire(static_cast<std::uint32_t>(period) - 3, period + 5), period - 3);
  EXPECT_EQ(channel.from_wire(4, 0), 4U);
}

TEST(ChannelGeometry, AnyNumberIsUnderstoodNearItsPresent) {
  RandomStream random(1, "test/wire");
  for (const auto& channel : {tdma(30'720'000, 2), tdma(30'720'000, 128), ofdma()}) {
    for (int i = 0; i < 20'000; ++i) {
      const Minislot near = random.below(std::uint64_t{1} << 36);
      const Minislot number = near + random.below(20'000);
      ASSERT_EQ(channel.from_wire(channel.to_wire(number), near), number);
      ASSERT_EQ(channel.from_wire(channel.to_wire(near), number), near);
    }
  }
}

TEST(ChannelGeometry, RefusesParametersOutOfRange) {
  EXPECT_THROW(tdma(30'720'000, 3), InputError);
  EXPECT_THROW(tdma(30'720'000, 256), InputError);
  EXPECT_THROW(tdma(99'999, 1), InputError);
  ChannelParameters channel;
  channel.phy_lead_ps = channel.cm_map_proc_ps + 1;
  EXPECT_THROW(ChannelGeometry{channel}, InputError);
}

}  // namespace
}  // namespace docsis_vp::docsis::channel_test
