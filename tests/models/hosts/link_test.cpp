#include "models/hosts/link/link.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/models/hosts/recording_sink.h"

namespace docsis_vp::hosts::link_test {
namespace {

using Row = RecordingSink::Row;

struct Bench {
  explicit Bench(const LinkConfig& config) : link("link", config, sink) {}

  void push(FlowId flow, std::uint64_t sequence, std::uint32_t size_bytes) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->sequence = sequence;
    packet->size_bytes = size_bytes;
    link.push(std::move(packet));
  }
  void run(TimePs time) { sc_core::sc_start(platform::to_sc_time(time)); }

  PacketPool pool;
  RecordingSink sink;
  Link link;
};

TEST(Link, SerialisesAndDelaysExactly) {
  Bench bench({1'000'000'000, 20, 5 * kPsPerUs, {}});
  bench.run(10);
  bench.push(0, 0, 105);  // 125 octets at 8 ns
  bench.push(0, 1, 230);  // 250, right behind
  bench.run(2 * kPsPerUs);
  bench.push(0, 2, 480);  // 500, 1 us before the line is free
  bench.run(kPsPerMs);
  bench.push(0, 3, 105);  // on an idle line
  bench.run(kPsPerMs);
  const TimePs idle = 10 + 2 * kPsPerUs + kPsPerMs;
  const std::vector<Row> expected = {{10 + 6 * kPsPerUs, 0, 0, 105},
                                     {10 + 8 * kPsPerUs, 0, 1, 230},
                                     {10 + 12 * kPsPerUs, 0, 2, 480},
                                     {idle + 6 * kPsPerUs, 0, 3, 105}};
  EXPECT_EQ(bench.sink.rows, expected);
}

// The gap follows the frame: it has arrived before, but the next one waits for it.
TEST(Link, AFrameArrivesBeforeItsGap) {
  Bench bench(ethernet_link(1'000'000'000, 5 * kPsPerUs));
  bench.push(0, 0, 100);  // 8 + 100 octets at 8 ns, then 12
  bench.push(0, 1, 100);
  bench.run(kPsPerMs);
  const std::vector<Row> expected = {{5 * kPsPerUs + 864 * kPsPerNs, 0, 0, 100},
                                     {5 * kPsPerUs + (960 + 864) * kPsPerNs, 0, 1, 100}};
  EXPECT_EQ(bench.sink.rows, expected);
}

// Rounded down from the exact end less the exact gap.
TEST(Link, AGapMayBeNoWholeNumberOfPicoseconds) {
  Bench bench(ethernet_link(3'000'000'000'000));  // an octet takes 8/3 ps
  for (std::uint64_t i = 0; i < 3; ++i) bench.push(0, i, 64);
  bench.run(kPsPerUs);
  std::vector<TimePs> times;
  for (const Row& row : bench.sink.rows) times.push_back(std::get<0>(row));
  EXPECT_EQ(times, (std::vector<TimePs>{192, 416, 640}));
}

TEST(Link, CarriesTheFractionOfAPicosecondThroughABusyPeriod) {
  Bench bench({3'000'000'000'000, 0, 0, {}});  // an octet takes 8/3 ps
  for (std::uint64_t i = 0; i < 6; ++i) bench.push(0, i, 1);
  bench.run(100);
  std::vector<TimePs> times;
  for (const Row& row : bench.sink.rows) times.push_back(std::get<0>(row));
  EXPECT_EQ(times, (std::vector<TimePs>{2, 5, 8, 10, 13, 16}));
}

TEST(Link, WithoutRateOnlyDelays) {
  Bench bench({{}, 0, 700, {}});
  bench.push(0, 0, 1'500);
  bench.push(0, 1, 1'500);
  bench.run(1'000);
  const std::vector<Row> expected = {{700, 0, 0, 1'500}, {700, 0, 1, 1'500}};
  EXPECT_EQ(bench.sink.rows, expected);
}

TEST(Link, WithoutRateAndDelayPassesAtTheSameInstant) {
  Bench bench({});
  bench.run(40);
  bench.push(0, 0, 64);
  bench.run(1);
  const std::vector<Row> expected = {{40, 0, 0, 64}};
  EXPECT_EQ(bench.sink.rows, expected);
}

TEST(Link, DropsWhatFindsNoRoomInTheBuffer) {
  Bench bench({8'000'000, 0, kPsPerMs, 250});  // an octet takes 1 us
  bench.push(0, 0, 100);
  bench.push(0, 1, 100);
  bench.push(0, 2, 100);  // 300 > 250
  bench.push(0, 3, 50);   // exactly full
  bench.run(100 * kPsPerUs);
  bench.push(0, 4, 100);  // the first is gone at this very instant, though still under way
  bench.push(0, 5, 1);
  bench.run(10 * kPsPerMs);
  std::vector<std::uint64_t> sequences;
  for (const Row& row : bench.sink.rows) sequences.push_back(std::get<2>(row));
  EXPECT_EQ(sequences, (std::vector<std::uint64_t>{0, 1, 3, 4}));
  EXPECT_EQ(bench.link.dropped_packets(), 2U);
  EXPECT_EQ(bench.link.dropped_bytes(), 101U);
  EXPECT_EQ(bench.link.packets_inside(), 0U);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

TEST(Link, OrdersOneInstantByFlowAndSequence) {
  Bench bench({8'000'000'000'000, 0, 0, {}});
  bench.push(5, 0, 10);
  bench.push(1, 1, 10);
  bench.push(1, 0, 10);
  bench.run(1'000);
  const std::vector<Row> expected = {{10, 1, 0, 10}, {20, 1, 1, 10}, {30, 5, 0, 10}};
  EXPECT_EQ(bench.sink.rows, expected);
}

TEST(Link, HoldsAsManyPacketsAsALongPathHas) {
  Bench bench({{}, 0, kPsPerMs, {}});
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    bench.push(0, i, 64);
    bench.run(1);
  }
  EXPECT_EQ(bench.link.packets_inside(), 1'000U);
  bench.run(2 * kPsPerMs);
  ASSERT_EQ(bench.sink.rows.size(), 1'000U);
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    EXPECT_EQ(bench.sink.rows[i], Row(kPsPerMs + static_cast<TimePs>(i), 0, i, 64));
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::link_test
