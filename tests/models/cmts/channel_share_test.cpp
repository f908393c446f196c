// Requests that channels of both kinds may answer.
#include "models/cmts/channel_share.h"

#include <gtest/gtest.h>

#include "platform/base/random.h"
#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::channel_share_test {
namespace {

constexpr std::uint64_t kLeast = 1522;
constexpr std::uint64_t kMbps = 1'000'000;

struct Case {
  const char* what;
  std::vector<AnsweringChannel> channels;
  std::uint64_t bytes;
  std::vector<std::uint64_t> shares;
};

TEST(ChannelShare, AllEndTogetherAsEarlyAsTheyCan) {
  const Case cases[] = {
      {"by rate, where both begin at once",
       {{0, 10 * kMbps, 0}, {0, 30 * kMbps, 0}},
       40'000,
       {10'000, 30'000}},
      {"1 ms later is 1250 bytes of 10 Mbit/s less",
       {{0, 10 * kMbps, 0}, {kPsPerMs, 10 * kMbps, 0}},
       20'000,
       {10'625, 9'375}},
      {"as if what waits there already came first",
       {{0, 10 * kMbps, 4'000}, {0, 10 * kMbps, 0}},
       20'000,
       {8'000, 12'000}},
      {"no piece smaller than a packet",
       {{0, 10 * kMbps, 0}, {0, 30 * kMbps, 0}},
       4'000,
       {0, 4'000}},
      {"a packet on the channel that has it there first",
       {{0, 2 * kMbps, 0}, {kPsPerMs, 100 * kMbps, 0}},
       1'500,
       {0, 1'500}},
      {"which may be the slow one, if it begins early enough",
       {{0, 12 * kMbps, 0}, {2 * kPsPerMs, 100 * kMbps, 0}},
       1'500,
       {1'500, 0}},
      {"one that is busy long enough gets nothing",
       {{0, 10 * kMbps, 100'000}, {0, 10 * kMbps, 0}},
       50'000,
       {0, 50'000}},
      {"three, of which the third is not worth a piece",
       {{0, 10 * kMbps, 0}, {0, 10 * kMbps, 0}, {0, kMbps, 0}},
       10'000,
       {5'000, 5'000, 0}},
  };
  for (const Case& test : cases) {
    for (std::size_t own = 0; own < test.channels.size(); ++own) {
      const std::uint64_t share = share_that_ends_first(test.channels, own, test.bytes, kLeast);
      EXPECT_NEAR(static_cast<double>(share), static_cast<double>(test.shares[own]), 1)
          << test.what << ", channel " << own;
    }
  }
}

TEST(ChannelShare, SharesAreAllBytesAndNoSmallPiece) {
  RandomStream random(1, "slots");
  for (int round = 0; round < 2'000; ++round) {
    std::vector<AnsweringChannel> channels(1 + random.below(6));
    for (AnsweringChannel& channel : channels) {
      channel.begin = static_cast<TimePs>(1'000'000 * kPsPerMs + random.below(2 * kPsPerMs));
      channel.rate_bps = kMbps * (1 + random.below(200));
      channel.taken_bytes = random.below(2) * random.below(20'000);
    }
    const std::uint64_t bytes = 1 + random.below(60'000);
    std::uint64_t sum = 0;
    for (std::size_t own = 0; own < channels.size(); ++own) {
      const std::uint64_t share = share_that_ends_first(channels, own, bytes, kLeast);
      EXPECT_TRUE(share == 0 || share >= std::min(bytes, kLeast)) << share << " of " << bytes;
      sum += share;
    }
    ASSERT_GE(sum, bytes);
    ASSERT_LE(sum, bytes + channels.size());
  }
}

// MAPs of both channels begin together, that of TDMA is built first.
CmtsConfig both_kinds(std::uint64_t tdma_bps) {
  CmtsConfig config;
  config.timing = *docsis::find_timing_profile("docsis31");
  config.timing.map_lead_ps = 1'200 * kPsPerUs;
  docsis::ChannelParameters tdma;
  tdma.name = "tdma";
  tdma.rate_bps = tdma_bps;
  docsis::ChannelParameters ofdma;
  ofdma.name = "ofdma";
  ofdma.channel_id = 2;
  docsis::OfdmaSettings settings;
  settings.subcarriers = 320;
  settings.bits_per_s_per_hz = 6;
  docsis::apply(settings, ofdma);
  config.channels = {tdma, ofdma};
  config.flows.resize(1);
  config.downstream.modems.resize(1);
  config.map_phase_ps = 0;
  return config;
}

// Bytes granted on each channel for one request of so many.
std::vector<std::uint64_t> granted(const CmtsConfig& config, unsigned bytes) {
  SchedulerBench bench(config);
  bench.map(7);
  bench.send(request_burst(bench.channel(0), bench.map(6), 0, 1, bytes / 4));
  bench.map(20);
  EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(0), 0U);
  return {bench.cmts.scheduler().counters(0).granted_bytes,
          bench.cmts.scheduler().counters(1).granted_bytes};
}

TEST(ChannelShare, AFastChannelTakesWhatASlowOneWouldBeLongAbout) {
  const std::vector<std::uint64_t> bytes = granted(both_kinds(2'560'000), 1'500);
  EXPECT_EQ(bytes[0], 0U);
  EXPECT_GE(bytes[1], 1'508U);
}

TEST(ChannelShare, AFastChannelTakesMoreOfAnUpload) {
  const CmtsConfig config = both_kinds(30'720'000);
  const double tdma_bps = 30.72e6;
  const auto ofdma_bps =
      static_cast<double>(docsis::ChannelGeometry(config.channels[1]).rate_bps());
  const std::vector<std::uint64_t> bytes = granted(config, 16'000);
  EXPECT_NEAR(static_cast<double>(bytes[0]), 16'000 * tdma_bps / (tdma_bps + ofdma_bps), 100);
  EXPECT_NEAR(static_cast<double>(bytes[0] + bytes[1]), 16'000, 150);
}

// With channels of one kind, the MAP that is built first answers.
TEST(ChannelShare, ChannelsOfOneKindAnswerAtOnce) {
  CmtsConfig config = both_kinds(30'720'000);
  config.channels[1] = config.channels[0];
  config.channels[1].name = "second";
  config.channels[1].channel_id = 2;
  const std::vector<std::uint64_t> bytes = granted(config, 4'000);
  EXPECT_GE(bytes[0], 4'008U);
  EXPECT_EQ(bytes[1], 0U);
}

}  // namespace
}  // namespace docsis_vp::cmts::channel_share_test
