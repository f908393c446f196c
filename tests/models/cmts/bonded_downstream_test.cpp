#include <gtest/gtest.h>

#include "models/cmts/downstream.h"
#include "tests/models/cmts/downstream_bench.h"

namespace docsis_vp::cmts::bonded_downstream_test {
namespace {

using Bench = DownstreamBench;

DownstreamConfig bonded(std::vector<std::uint64_t> rates) {
  DownstreamConfig config = gigabit(1);
  config.rate_bps = rates.front();
  for (std::size_t i = 1; i < rates.size(); ++i) config.further_channels.push_back({rates[i], 0});
  config.mac_header_bytes = docsis::kSequencedHeaderBytes;
  return config;
}

docsis::DsService service_of(const Line::Frame& frame) {
  const auto header = docsis::parse_mac_header(frame.header);
  return *docsis::find_ds_service(header->extended_header);
}

TEST(BondedDownstream, BondedChannelsTakePacketsAsTheyFallFree) {
  Bench bench(bonded({1'000'000'000, 500'000'000}));
  for (std::uint64_t i = 0; i < 5; ++i) bench.offer(0, i, 988);  // 1000 octets: 8 us, 16 us
  run_until(kPsPerMs);
  expect_items(bench.line, {{0, 0, 8 * kPsPerUs + kLatency},
                            {0, 1, 16 * kPsPerUs + kLatency},
                            {0, 2, 16 * kPsPerUs + kLatency},
                            {0, 3, 24 * kPsPerUs + kLatency},
                            {0, 4, 32 * kPsPerUs + kLatency}});
  const unsigned channels[] = {0, 1, 0, 0, 1};
  for (unsigned i = 0; i < 5; ++i) {
    const Line::Frame& frame = bench.line.frames[i];
    EXPECT_EQ(frame.channel, channels[i]);
    EXPECT_EQ(service_of(frame).dsid, docsis::dsid_of(0, 0));
    EXPECT_EQ(service_of(frame).sequence, i);
  }
}

TEST(BondedDownstream, AServiceFlowMayGoWithoutNumbers) {
  DownstreamConfig config = bonded({1'000'000'000, 500'000'000});
  config.modems[0].flows[0].is_resequenced = false;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 3; ++i) bench.offer(0, i, 988);
  run_until(kPsPerMs);
  ASSERT_EQ(bench.line.frames.size(), 3U);
  EXPECT_EQ(bench.line.frames[1].channel, 1U);
  for (const Line::Frame& frame : bench.line.frames) {
    EXPECT_TRUE(frame.header.empty());
  }
}

TEST(BondedDownstream, MapsGoFirstOnThePrimaryChannelOnly) {
  Bench bench(bonded({1'000'000'000, 1'000'000'000}));
  for (std::uint64_t i = 0; i < 4; ++i) bench.offer(0, i, 988);
  bench.manage(7, 1'000, 3 * kPsPerUs);
  run_until(kPsPerMs);
  expect_items(bench.line, {{0, 0, 8 * kPsPerUs + kLatency},
                            {0, 1, 8 * kPsPerUs + kLatency},
                            {-1, 7, 16 * kPsPerUs + kLatency},
                            {0, 2, 16 * kPsPerUs + kLatency},
                            {0, 3, 24 * kPsPerUs + kLatency}});
  EXPECT_EQ(bench.downstream.channel_counters(0).management_frames, 1U);
  EXPECT_EQ(bench.downstream.channel_counters(0).packets.packets, 2U);
  EXPECT_EQ(bench.downstream.channel_counters(0).octets, 3'000U);
  EXPECT_EQ(bench.downstream.channel_counters(1).octets, 2'000U);
}

// A modem on one of the channels needs no numbers, and leaves the other to those who hear it.
TEST(BondedDownstream, AModemHearsItsChannelsOnly) {
  DownstreamConfig config = bonded({1'000'000'000, 1'000'000'000});
  config.modems.resize(2);
  config.modems[0].channels = {1};
  Bench bench(config);
  for (std::uint64_t i = 0; i < 3; ++i) bench.offer(0, i, 994);
  bench.offer(1, 8, 988);
  run_until(kPsPerMs);
  expect_items(bench.line, {{1, 8, 8 * kPsPerUs + kLatency},
                            {0, 0, 8 * kPsPerUs + kLatency},
                            {0, 1, 16 * kPsPerUs + kLatency},
                            {0, 2, 24 * kPsPerUs + kLatency}});
  EXPECT_EQ(bench.line.frames[0].header.size(), docsis::kSequencedHeaderBytes);
  EXPECT_TRUE(bench.line.frames[1].header.empty());
}

}  // namespace
}  // namespace docsis_vp::cmts::bonded_downstream_test
