#include "models/cmts/token_check.h"

#include <gtest/gtest.h>

namespace docsis_vp::cmts::token_check_test {
namespace {

TokenCheckConfig ten_mbps() {
  TokenCheckConfig config;
  config.sustained_bps = 10'000'000;
  config.peak_bps = 20'000'000;
  config.burst_bytes = 10'000;
  config.rate_percent = 100;
  config.slack_ps = 4 * kPsPerMs;
  return config;
}

TEST(TokenCheck, BeginsFull) {
  TokenCheck check(ten_mbps());
  EXPECT_EQ(check.usable(0), 10'000U);  // peak: 20 Mbit/s x 4 ms; sustained: 10000 + 5000
}

TEST(TokenCheck, FillsExactlyWhateverTheSteps) {
  TokenCheck once(ten_mbps());
  TokenCheck often(ten_mbps());
  once.granted(15'000);
  often.granted(15'000);
  for (TimePs t = 0; t <= 7'777'777; t += 11) {
    often.usable(t);
  }
  once.usable(7'777'777);
  EXPECT_EQ(once.usable(9 * kPsPerMs), often.usable(9 * kPsPerMs));
  EXPECT_EQ(once.usable(9 * kPsPerMs), 11'250U);
}

TEST(TokenCheck, DebtsAreNotForgiven) {
  TokenCheck check(ten_mbps());
  check.granted(10'100);  // 100 more than the peak bucket holds
  EXPECT_EQ(check.usable(0), 0U);
  EXPECT_EQ(check.usable(40 * kPsPerUs), 0U);
  EXPECT_EQ(check.usable(40 * kPsPerUs + 399'999), 0U);
  EXPECT_EQ(check.usable(40 * kPsPerUs + 400'000), 1U);
}

TEST(TokenCheck, CapsOnlyWhatNobodyWaitsFor) {
  TokenCheck check(ten_mbps());
  check.granted(10'000);
  EXPECT_EQ(check.usable(kPsPerSecond), 5'000U + 1'250'000);  // waiting all the time
  check.begin_waiting(2 * kPsPerSecond);
  EXPECT_EQ(check.usable(2 * kPsPerSecond), 10'000U);
}

TEST(TokenCheck, UnusedBytesComeBack) {
  TokenCheck check(ten_mbps());
  check.granted(8'000);
  EXPECT_EQ(check.usable(0), 2'000U);
  check.unused(3'000);
  EXPECT_EQ(check.usable(0), 5'000U);
}

TEST(TokenCheck, WithoutARateNothingIsHeldBack) {
  TokenCheck check(TokenCheckConfig{});
  check.granted(std::uint64_t{1} << 39);
  EXPECT_GT(check.usable(1), std::uint64_t{1} << 32);
}

TEST(TokenCheck, IsOverdrawnByUsedBytesOfTheSustainedRateOnly) {
  TokenCheck check(ten_mbps());
  check.granted(14'999);  // of 15000, and of 10000 at the peak rate
  EXPECT_FALSE(check.is_overdrawn(0, 0));
  check.granted(1);
  EXPECT_TRUE(check.is_overdrawn(0, 0));
  EXPECT_FALSE(check.is_overdrawn(0, 1));
  EXPECT_FALSE(check.is_overdrawn(800'000, 0));  // a byte at 10 Mbit/s
}

}  // namespace
}  // namespace docsis_vp::cmts::token_check_test
