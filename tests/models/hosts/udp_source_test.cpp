#include "models/hosts/udp_source/udp_source.h"

#include <gmock/gmock.h>

#include <set>
#include <vector>

#include "platform/base/errors.h"
#include "tests/models/hosts/recording_sink.h"

namespace docsis_vp::hosts::udp_source_test {
namespace {

using Row = RecordingSink::Row;

struct Bench {
  explicit Bench(const UdpSourceConfig& config, std::uint64_t seed = 1)
      : source("source", config, 2, RandomStream(seed, "udp/test"), pool, sink) {}

  PacketPool pool;
  RecordingSink sink;
  UdpSource source;
};

UdpSourceConfig every_100_ns() {
  UdpSourceConfig config;
  config.packet_bytes = 218;
  config.interval = 100 * kPsPerNs;
  return config;
}

std::vector<TimePs> times_of(const RecordingSink& sink) {
  std::vector<TimePs> times;
  for (const Row& row : sink.rows) times.push_back(std::get<0>(row));
  return times;
}

TEST(UdpSource, SendsAtExactTimesFromStartToBeforeStop) {
  UdpSourceConfig config = every_100_ns();
  config.start = 1'000'000;
  config.phase = 7;
  config.stop = 1'300'007;
  config.ecn = Ecn::kEct0;
  Bench bench(config);
  sc_core::sc_start(platform::to_sc_time(kPsPerMs));
  const std::vector<Row> expected = {
      {1'000'007, 2, 0, 218}, {1'100'007, 2, 1, 218}, {1'200'007, 2, 2, 218}};
  EXPECT_EQ(bench.sink.rows, expected);
  EXPECT_EQ(bench.sink.created, times_of(bench.sink));
  EXPECT_THAT(bench.sink.ecn, ::testing::Each(Ecn::kEct0));
  EXPECT_EQ(bench.source.sent_packets(), 3U);
  EXPECT_EQ(bench.source.sent_bytes(), 3U * 218);
}

TEST(UdpSource, SendsInBurstsWithSilenceBetween) {
  UdpSourceConfig config = every_100_ns();
  config.start = 1'000'000;
  config.phase = 7;
  config.on = 250'000;
  config.off = 700'000;
  config.stop = 3'000'000;
  Bench bench(config);
  sc_core::sc_start(platform::to_sc_time(kPsPerMs));
  EXPECT_EQ(times_of(bench.sink), (std::vector<TimePs>{1'000'007, 1'100'007, 1'200'007, 1'950'007,
                                                       2'050'007, 2'150'007, 2'900'007}));
}

TEST(UdpSource, VariesSizesEvenlyAroundTheirMean) {
  UdpSourceConfig config = every_100_ns();
  config.packet_bytes = 128;
  config.size_jitter_bytes = 20;
  Bench bench(config);
  sc_core::sc_start(platform::to_sc_time(2 * kPsPerMs));
  std::uint64_t sum = 0;
  std::set<std::uint32_t> sizes;
  for (const Row& row : bench.sink.rows) {
    sizes.insert(std::get<3>(row));
    sum += std::get<3>(row);
  }
  EXPECT_EQ(sizes.size(), 41U);
  EXPECT_EQ(*sizes.begin(), 108U);
  EXPECT_EQ(*sizes.rbegin(), 148U);
  EXPECT_NEAR(static_cast<double>(sum) / static_cast<double>(bench.sink.rows.size()), 128, 0.5);
  EXPECT_EQ(bench.source.sent_bytes(), sum);
}

TEST(UdpSource, RefusesSizesOfNothing) {
  UdpSourceConfig config = every_100_ns();
  config.size_jitter_bytes = 218;
  EXPECT_THROW(Bench{config}, ConfigError);
}

TEST(UdpSource, RefusesBurstsOutOfRange) {
  UdpSourceConfig config = every_100_ns();
  config.on = 0;
  EXPECT_THROW(Bench{config}, ConfigError);
  config.on = 1;
  config.off = -1;
  EXPECT_THROW(Bench{config}, ConfigError);
}

TEST(UdpSource, SendsSoManyPacketsAtMost) {
  UdpSourceConfig config = every_100_ns();
  config.packets = 1;
  Bench bench(config);
  sc_core::sc_start(platform::to_sc_time(kPsPerMs));
  EXPECT_EQ(bench.sink.rows.size(), 1U);
}

TEST(UdpSource, DrawsItsPhaseFromTheSeed) {
  Bench bench(every_100_ns(), 1);
  RecordingSink other_sink;
  UdpSource other("other", every_100_ns(), 3, RandomStream(2, "udp/test"), bench.pool, other_sink);
  sc_core::sc_start(platform::to_sc_time(kPsPerUs));
  const TimePs phase = times_of(bench.sink).at(0);
  EXPECT_EQ(phase, RandomStream(1, "udp/test").between(0, 100 * kPsPerNs - 1));
  EXPECT_NE(phase, times_of(other_sink).at(0));
  EXPECT_EQ(times_of(bench.sink).at(1), phase + 100 * kPsPerNs);
}

TEST(UdpSource, JittersEvenlyWithoutChangingTheRate) {
  UdpSourceConfig config = every_100_ns();
  config.jitter_percent = 10;
  Bench bench(config);
  sc_core::sc_start(platform::to_sc_time(5 * kPsPerMs));
  const std::vector<TimePs> times = times_of(bench.sink);
  const auto packets = static_cast<double>(times.size());
  EXPECT_NEAR(packets, 50'000, 30);  // standard deviation of the sum of intervals: 13 intervals
  std::vector<int> counts(4);
  for (std::size_t i = 1; i < times.size(); ++i) {
    const TimePs gap = times[i] - times[i - 1];
    ASSERT_GE(gap, 90'000);
    ASSERT_LE(gap, 110'000);
    ++counts[static_cast<std::size_t>((gap - 90'000) / 5'001)];
  }
  EXPECT_THAT(counts, ::testing::Each(::testing::AllOf(::testing::Gt(0.97 * packets / 4),
                                                       ::testing::Lt(1.03 * packets / 4))));
}

}  // namespace
}  // namespace docsis_vp::hosts::udp_source_test
