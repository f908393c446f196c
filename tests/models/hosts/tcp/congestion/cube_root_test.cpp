#include "models/hosts/tcp/congestion/cube_root.h"

#include <gtest/gtest.h>

#include <cmath>

#include "platform/base/random.h"

namespace docsis_vp::hosts::cube_root_test {
namespace {

TEST(CubeRoot, OfSmallCubesIsExact) {
  for (int root = 0; root <= 10'000; ++root) {
    EXPECT_EQ(cube_root(static_cast<double>(root) * root * root), root);
  }
}

TEST(CubeRoot, OfPowersOfEightIsExact) {
  for (int exponent = -300; exponent <= 300; ++exponent) {
    EXPECT_EQ(cube_root(std::ldexp(1.0, 3 * exponent)), std::ldexp(1.0, exponent));
  }
}

TEST(CubeRoot, OfAnythingIsExactToTheLastBits) {
  RandomStream random(1, "cube-root");
  for (int i = 0; i < 200'000; ++i) {
    const double x =
        std::ldexp(0.5 + random.uniform() / 2, static_cast<int>(random.between(-200, 200)));
    const long double exact = std::cbrt(static_cast<long double>(x));
    EXPECT_LT(std::fabs(static_cast<double>((cube_root(x) - exact) / exact)), 4e-16) << x;
  }
}

TEST(CubeRoot, OfNothingOrLessIsNothing) {
  EXPECT_EQ(cube_root(0), 0);
  EXPECT_EQ(cube_root(-8), 0);
}

}  // namespace
}  // namespace docsis_vp::hosts::cube_root_test
