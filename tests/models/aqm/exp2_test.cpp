#include "models/aqm/exp2.h"

#include <gtest/gtest.h>

#include <cmath>

#include "platform/base/random.h"

namespace docsis_vp::aqm::exp2_test {
namespace {

constexpr double kOneQ32 = 4294967296.0;

TEST(Exp2, IsWithinTwoToTheMinus29OfThePower) {
  EXPECT_EQ(aqm_exp2_minus_q32(0), UINT64_C(1) << 32);
  EXPECT_EQ(aqm_exp2_minus_q32(UINT64_C(1) << 32), UINT64_C(1) << 31);
  EXPECT_EQ(aqm_exp2_minus_q32(UINT64_C(32) << 32), 1U);
  EXPECT_EQ(aqm_exp2_minus_q32(UINT64_C(33) << 32), 0U);
  EXPECT_EQ(aqm_exp2_minus_q32(UINT64_MAX), 0U);
  RandomStream random(1, "test/exp2");
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t x_q32 = random.below(UINT64_C(34) << 32);
    const double exact = std::exp2(-static_cast<double>(x_q32) / kOneQ32);
    const double found = static_cast<double>(aqm_exp2_minus_q32(x_q32)) / kOneQ32;
    ASSERT_NEAR(found, exact, exact * 0x1p-29 + 0x1p-32) << x_q32;
  }
}

TEST(Exp2, DoesNotRiseWithTheExponent) {
  std::uint64_t last = UINT64_MAX;
  for (std::uint64_t x_q32 = 0; x_q32 < UINT64_C(3) << 32; x_q32 += 654'321) {
    ASSERT_LE(aqm_exp2_minus_q32(x_q32), last) << x_q32;
    last = aqm_exp2_minus_q32(x_q32);
  }
}

TEST(Log2, IsWithinTwoToTheMinus28) {
  EXPECT_EQ(aqm_log2_q32(8, 1), UINT64_C(3) << 32);
  EXPECT_EQ(aqm_log2_q32(1, 1), 0U);
  EXPECT_EQ(aqm_log2_q32(1, 2), 0U);
  EXPECT_EQ(aqm_log2_q32(1, 0), 0U);
  RandomStream random(2, "test/log2");
  for (int i = 0; i < 5'000; ++i) {
    const auto denominator = static_cast<std::uint32_t>(1 + random.below(1U << random.below(31)));
    const auto numerator =
        static_cast<std::uint32_t>(random.between(denominator, std::uint64_t{1} << 31));
    const double exact = std::log2(static_cast<double>(numerator) / denominator);
    ASSERT_NEAR(static_cast<double>(aqm_log2_q32(numerator, denominator)) / kOneQ32, exact, 0x1p-28)
        << numerator << " / " << denominator;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::exp2_test
