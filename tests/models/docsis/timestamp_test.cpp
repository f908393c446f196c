#include "models/docsis/timestamp.h"

#include <gtest/gtest.h>

namespace docsis_vp::docsis::timestamp_test {
namespace {

TEST(Timestamp, Counts10240PerMillisecondAnd64PerTick) {
  EXPECT_EQ(timestamp_counts(kPsPerSecond), kTimestampHz);
  EXPECT_EQ(timestamp_counts(kTickPs), 64U);
  EXPECT_EQ(timestamp_counts(kTickPs - 1), 63U);
  EXPECT_EQ(timestamp_counts(97'656), 0U);  // a count is 97656.25 ps
  EXPECT_EQ(timestamp_counts(97'657), 1U);
}

TEST(Timestamp, WrapsAfter419Seconds) {
  const TimePs wrap = 419'430'400 * kPsPerUs;
  EXPECT_EQ(timestamp_at(wrap - 97'656), UINT32_MAX);
  EXPECT_EQ(timestamp_at(wrap), 0U);
  EXPECT_EQ(timestamp_counts(wrap), std::uint64_t{1} << 32);
  EXPECT_EQ(timestamp_counts(100 * 86'400 * kPsPerSecond), 100U * 86'400 * kTimestampHz);
}

}  // namespace
}  // namespace docsis_vp::docsis::timestamp_test
