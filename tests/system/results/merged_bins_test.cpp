// Histograms of several runs as one.
#include "system/results/merged_bins.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "platform/base/random.h"

namespace docsis_vp::system::merged_bins_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(MergedBins, OfNothingAreEmpty) {
  EXPECT_THAT(merged_bins({}).edges, IsEmpty());
  EXPECT_THAT(merged_bins({{}, {}}).counts, IsEmpty());
}

TEST(MergedBins, OfOneGridKeepAllEdges) {
  const Bins sum = merged_bins({{{2, 3, 4}, {1, 2}}, {}, {{3, 4, 5, 6}, {10, 0, 20}}});
  EXPECT_THAT(sum.edges, ElementsAre(2, 3, 4, 5, 6));
  EXPECT_THAT(sum.counts, ElementsAre(1, 12, 0, 20));
}

TEST(MergedBins, WithAGapBetweenThem) {
  const Bins sum = merged_bins({{{8, 9}, {5}}, {{1, 2}, {7}}});
  EXPECT_THAT(sum.edges, ElementsAre(1, 2, 8, 9));
  EXPECT_THAT(sum.counts, ElementsAre(7, 0, 5));
}

// Nothing says where in the bin 0..5 its values lie, so the edges 2 and 4 go.
TEST(MergedBins, LoseEdgesThatDivideABinOfAnother) {
  const Bins sum =
      merged_bins({{{0, 5, 10}, {3, 4}}, {{-2, 0, 2, 4, 6, 8, 10}, {9, 1, 2, 4, 8, 16}}});
  EXPECT_THAT(sum.edges, ElementsAre(-2, 0, 10));
  EXPECT_THAT(sum.counts, ElementsAre(9, 38));
}

std::uint64_t count_below(const Bins& bins, double edge) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < bins.counts.size() && bins.edges[i + 1] <= edge; ++i) {
    count += bins.counts[i];
  }
  return count;
}

// Each in its own order, with gaps and overlaps.
TEST(MergedBins, HaveBelowEachEdgeWhatThePartsHave) {
  RandomStream random(1, "merged");
  for (unsigned round = 0; round < 20; ++round) {
    std::vector<Bins> parts;
    for (unsigned part = 0; part < 4; ++part) {
      Histogram values;
      const std::uint64_t range = std::uint64_t{1} << (20 + random.below(22));
      for (unsigned i = 0; i < 50; ++i) {
        values.add(random.below(range));
      }
      const bool fine = random.below(2) == 0;
      parts.push_back(*(fine ? spread_with_tail(values, 1e9) : spread_in_steps(values, 1e9)).bins);
    }
    const Bins sum = merged_bins(parts);
    ASSERT_EQ(sum.edges.size(), sum.counts.size() + 1);
    for (const double edge : sum.edges) {
      std::uint64_t below = 0;
      for (const Bins& part : parts) {
        below += count_below(part, edge);
      }
      EXPECT_EQ(count_below(sum, edge), below) << edge;
    }
    EXPECT_EQ(count_below(sum, sum.edges.back()), 200U);
    std::reverse(parts.begin(), parts.end());
    EXPECT_EQ(merged_bins(parts).counts, sum.counts);
  }
}

}  // namespace
}  // namespace docsis_vp::system::merged_bins_test
