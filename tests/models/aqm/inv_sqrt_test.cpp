#include "models/aqm/inv_sqrt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::aqm::inv_sqrt_test {
namespace {

constexpr double kOneQ31 = 2147483648.0;
constexpr double kLsb = 1 / kOneQ31;

double stateless(aqm_inv_sqrt_method method, std::uint32_t n) {
  return aqm_inv_sqrt_q31(method, 0, n) / kOneQ31;
}

// 1 .. 100000, and everything up to 2^32 - 1 at random, ends of the octaves included.
std::vector<std::uint32_t> numbers() {
  std::vector<std::uint32_t> all;
  for (std::uint32_t n = 1; n <= 100'000; ++n) {
    all.push_back(n);
  }
  for (unsigned bit = 17; bit < 32; ++bit) {
    const std::uint32_t power = 1U << bit;
    all.insert(all.end(), {power - 1, power, power + 1});
  }
  RandomStream random(1, "test/inv_sqrt");
  for (int i = 0; i < 200'000; ++i) {
    all.push_back(std::max(1U, random.next_u32() >> random.below(16)));
  }
  all.push_back(UINT32_MAX);
  return all;
}

TEST(InverseSqrt, IsExactForOne) {
  for (const auto method : {AQM_INV_SQRT_HYBRID, AQM_INV_SQRT_TABLE, AQM_INV_SQRT_NEWTON}) {
    EXPECT_EQ(aqm_inv_sqrt_q31(method, 12'345, 1), AQM_INV_SQRT_ONE_Q31);
  }
}

TEST(InverseSqrt, TableAndHybridStayWithinTheirBounds) {
  double table = 0;
  double hybrid = 0;
  for (const std::uint32_t n : numbers()) {
    const double exact = 1 / std::sqrt(static_cast<double>(n));
    table =
        std::max(table, (std::abs(stateless(AQM_INV_SQRT_TABLE, n) - exact) - 1.01 * kLsb) / exact);
    hybrid = std::max(hybrid,
                      (std::abs(stateless(AQM_INV_SQRT_HYBRID, n) - exact) - 1.01 * kLsb) / exact);
  }
  EXPECT_LE(table, 0.0039);
  EXPECT_GE(table, 0.0035);  // the bound is not a lazy one
  EXPECT_LE(hybrid, 2.4e-5);
  EXPECT_GE(hybrid, 2.0e-5);
}

TEST(InverseSqrt, NewtonFollowsACountThatGrowsByOne) {
  std::uint32_t y = AQM_INV_SQRT_ONE_Q31;
  for (std::uint32_t n = 2; n <= 1'000'000; ++n) {
    y = aqm_inv_sqrt_q31(AQM_INV_SQRT_NEWTON, y, n);
    const double error = y / kOneQ31 * std::sqrt(static_cast<double>(n)) - 1;
    const double bound = n == 2   ? 0.293
                         : n == 3 ? 0.0258
                         : n < 10 ? 0.045
                         : n < 20 ? 0.0038
                                  : 0.001;
    ASSERT_LE(std::abs(error), bound) << n;
  }
}

TEST(InverseSqrt, NewtonComesBackFromAnyGuess) {
  for (const std::uint32_t guess : {0U, 1U, 1'000U, AQM_INV_SQRT_ONE_Q31, UINT32_MAX}) {
    for (const std::uint32_t n : {2U, 3U, 100U, 65'536U, UINT32_MAX}) {
      std::uint32_t y = guess;
      for (int i = 0; i < 60; ++i) {
        y = aqm_inv_sqrt_q31(AQM_INV_SQRT_NEWTON, y, n);
      }
      EXPECT_NEAR(y / kOneQ31 * std::sqrt(static_cast<double>(n)), 1, 1e-4) << guess << ' ' << n;
    }
  }
}

TEST(InverseSqrt, FallsWithTheCount) {
  std::uint32_t table = AQM_INV_SQRT_ONE_Q31;
  std::uint32_t hybrid = table;
  for (std::uint32_t n = 2; n < 200'000; ++n) {
    const std::uint32_t next_table = aqm_inv_sqrt_q31(AQM_INV_SQRT_TABLE, 0, n);
    ASSERT_LE(next_table, table) << n;
    table = next_table;
    const std::uint32_t next_hybrid = aqm_inv_sqrt_q31(AQM_INV_SQRT_HYBRID, 0, n);
    ASSERT_LE(next_hybrid, hybrid + hybrid / 20'000) << n;
    hybrid = next_hybrid;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::inv_sqrt_test
