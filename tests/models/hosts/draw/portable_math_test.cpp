#include "models/hosts/draw/portable_math.h"

#include <gtest/gtest.h>

#include <cmath>

#include "platform/base/random.h"

namespace docsis_vp::hosts::portable_math_test {
namespace {

constexpr double kError = 1e-15;

TEST(PortableMath, AgreesWithLibm) {
  RandomStream random(1, "test/portable_math");
  for (int i = 0; i < 100'000; ++i) {
    const double exponent = random.uniform() * 200 - 100;
    EXPECT_NEAR(portable_exp2(exponent) / std::exp2(exponent), 1, kError) << exponent;
    const double value = std::exp2(exponent);
    EXPECT_NEAR(portable_log2(value), std::log2(value), kError * std::max(1.0, std::abs(exponent)))
        << value;
  }
}

TEST(PortableMath, LosesNoAccuracyNearOne) {
  for (double distance = 0x1p-50; distance < 0.3; distance *= 1.7) {
    EXPECT_NEAR(portable_log2(1 + distance) / std::log2(1 + distance), 1, kError) << distance;
    EXPECT_NEAR(portable_log2(1 - distance) / std::log2(1 - distance), 1, kError) << distance;
  }
}

TEST(PortableMath, IsExactForPowersOfTwo) {
  for (int i = -1000; i <= 1000; ++i) {
    EXPECT_DOUBLE_EQ(portable_exp2(i), std::ldexp(1, i));
    EXPECT_DOUBLE_EQ(portable_log2(std::ldexp(1, i)), i);
  }
}

// These bits are the contract: a machine that gets others breaks reproducibility.
TEST(PortableMath, GivesTheseBits) {
  EXPECT_EQ(portable_log2(3), 0x1.95c01a39fbd69p+0);
  EXPECT_EQ(portable_exp2(0.3), 0x1.3b2c47bff8329p+0);
  EXPECT_EQ(portable_power(7, -0.6), 0x1.3e98ba93f1a3cp-2);
}

}  // namespace
}  // namespace docsis_vp::hosts::portable_math_test
