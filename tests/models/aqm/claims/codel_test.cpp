// Claims of oslo-2013 about CoDel, at a queue in front of a link.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/models/aqm/law_bench.h"

namespace docsis_vp::aqm::codel_test {
namespace {

constexpr std::uint32_t kTargetUs = 5'000;
constexpr std::uint32_t kIntervalUs = 100'000;
constexpr std::uint32_t kPacketBytes = 1'500;

LawBench codel(std::uint32_t rate_bytes_per_s) {
  const aqm_algorithm& law = *aqm_find("codel");
  return LawBench(law, {kTargetUs, 0, 0, 10'000'000, 0}, options_of(law), rate_bytes_per_s);
}

std::vector<LawBench::Judged> drops_of(const LawBench& bench) {
  std::vector<LawBench::Judged> drops;
  for (const LawBench::Judged& judged : bench.judged) {
    if (judged.verdict == AQM_DROP) drops.push_back(judged);
  }
  return drops;
}

// CoDel drops nothing when less than one MTU is queued, however long packets are queued.
TEST(Claims, O_2013_39_CodelDropsNothingWithLessThanAnMtuQueued) {
  LawBench slow = codel(15'000);  // 100 ms a packet
  for (int i = 0; i < 1'000; ++i) {
    // Two at a time: the second waits for 100 ms, twenty times the target, and leaves nothing
    // behind.
    slow.arrive(static_cast<std::uint64_t>(i) * 200'000, kPacketBytes);
    slow.arrive(static_cast<std::uint64_t>(i) * 200'000, kPacketBytes);
  }
  slow.run_until(300'000'000);
  EXPECT_EQ(slow.sent, 2'000U);
  EXPECT_EQ(slow.drops, 0U);

  // With more queued the same delays do cause drops, none of which leaves less than an MTU behind.
  LawBench busy = codel(15'000);
  for (int i = 0; i < 1'000; ++i) {
    busy.arrive(static_cast<std::uint64_t>(i) * 90'000, kPacketBytes);
  }
  busy.run_until(300'000'000);
  EXPECT_GT(busy.drops, 50U);
  EXPECT_GE(busy.least_bytes_behind_a_head_drop, kPacketBytes);
}

// An overload that never reacts: the k-th drop of the episode follows the one before after
// INTERVAL / sqrt(k - 1), give or take the time of a packet on the link.
TEST(Claims, O_2013_40_CodelDropSpacingShrinksWithOneOverSqrtCount) {
  LawBench bench = codel(1'500'000);  // 1 ms a packet
  for (int i = 0; i < 8'000; ++i) {
    bench.arrive(static_cast<std::uint64_t>(i) * 500, kPacketBytes);
  }
  const std::vector<LawBench::Judged> drops = drops_of(bench);
  ASSERT_GT(drops.size(), 200U);
  double due = static_cast<double>(drops[0].at_us);
  for (std::size_t k = 1; k < 200; ++k) {
    due += kIntervalUs / std::sqrt(static_cast<double>(k));
    EXPECT_NEAR(static_cast<double>(drops[k].at_us), due, 1'100 + 0.0003 * due) << k;
  }
}

TEST(Claims, O_2013_40_CodelLeavesTheDroppingStateWhenTheDelayFallsUnderTarget) {
  LawBench bench = codel(1'500'000);
  int i = 0;
  for (; i < 3'000; ++i) bench.arrive(static_cast<std::uint64_t>(i) * 500, kPacketBytes);
  // Half the load from now on: the queue drains.
  std::uint64_t at = static_cast<std::uint64_t>(i) * 500;
  for (int n = 0; n < 5'000; ++n, at += 2'000) bench.arrive(at, kPacketBytes);
  const std::vector<LawBench::Judged> drops = drops_of(bench);
  ASSERT_FALSE(drops.empty());
  std::uint64_t first_below = 0;  // after the overload
  for (const LawBench::Judged& judged : bench.judged) {
    const bool left = judged.verdict == AQM_ACCEPT && judged.sojourn_us > 0;
    if (left && judged.at_us > 1'500'000 && judged.sojourn_us < kTargetUs) {
      first_below = judged.at_us;
      break;
    }
  }
  ASSERT_NE(first_below, 0U);
  EXPECT_GT(drops.back().at_us, 1'500'000U);   // it dropped on while the queue drained,
  EXPECT_LT(drops.back().at_us, first_below);  // and not after the delay was below target
}

}  // namespace
}  // namespace docsis_vp::aqm::codel_test
