#include "models/aqm/dual_queue/coupling.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include "platform/base/random.h"

namespace docsis_vp::aqm::coupling_test {
namespace {

using boost::multiprecision::cpp_int;

constexpr std::uint64_t kOne = std::uint64_t{1} << 32;

TEST(Coupling, TakesSquareRootsWithoutError) {
  for (std::uint64_t root : {0ULL, 1ULL, 2ULL, 3ULL, 65'535ULL, 65'536ULL, 3'037'000'499ULL,
                             4'294'967'294ULL, 4'294'967'295ULL}) {
    EXPECT_EQ(coupling_sqrt(root * root), root);
    if (root > 0) {
      EXPECT_EQ(coupling_sqrt(root * root - 1), root - 1);
      EXPECT_EQ(coupling_sqrt(root * root + 2 * root), root);  // next square less 1
    }
  }
  RandomStream random(1, "test/sqrt");
  for (int run = 0; run < 20'000; ++run) {
    const std::uint64_t value = random.next_u64() >> random.below(64);
    ASSERT_EQ(coupling_sqrt(value), boost::multiprecision::sqrt(cpp_int(value))) << value;
  }
}

// floor(2^32 k sqrt(p)) = floor(sqrt(tenths^2 p_q28 2^36 / 100))
std::uint64_t expected_prob(std::uint32_t p_q28, std::uint32_t tenths) {
  const cpp_int square = ((cpp_int(tenths) * tenths * p_q28) << 36) / 100;
  const cpp_int root = boost::multiprecision::sqrt(square);
  return root < kOne ? static_cast<std::uint64_t>(root) : kOne;
}

TEST(Coupling, ImposesKTimesTheRootOfP) {
  constexpr std::uint32_t kOneQ28 = 1U << 28;
  EXPECT_EQ(coupling_prob_q32(0, 20), 0U);
  EXPECT_EQ(coupling_prob_q32(kOneQ28 / 4, 20), kOne);       // 2 x 0.5
  EXPECT_EQ(coupling_prob_q32(kOneQ28 / 16, 20), kOne / 2);  // 2 x 0.25
  EXPECT_EQ(coupling_prob_q32(kOneQ28 / 64, 10), kOne / 8);
  EXPECT_EQ(coupling_prob_q32(UINT32_MAX, 254), kOne);
  EXPECT_EQ(coupling_prob_q32(UINT32_MAX, 0), 0U);
  RandomStream random(1, "test/coupling");
  for (int run = 0; run < 20'000; ++run) {
    const std::uint32_t p = random.next_u32() >> random.below(32);
    const auto tenths = static_cast<std::uint32_t>(random.below(255));
    ASSERT_EQ(coupling_prob_q32(p, tenths), expected_prob(p, tenths)) << p << ", " << tenths;
  }
}

TEST(Coupling, ScalesClassicsProbabilityBySize) {
  constexpr std::uint32_t kTenPercent = 26'843'546;
  EXPECT_EQ(coupling_classic_prob_q32(kTenPercent, 1024), std::uint64_t{kTenPercent} << 4);
  EXPECT_EQ(coupling_classic_prob_q32(kTenPercent, 512), std::uint64_t{kTenPercent} << 3);
  EXPECT_EQ(coupling_classic_prob_q32(UINT32_MAX, 2000), std::uint64_t{228'170'138} << 4);
}

TEST(Coupling, LeavesClassicWhatLowLatencyDoesNotTake) {
  const struct {
    coupling_rates rates;
    std::uint32_t ll_bytes;
    std::uint64_t classic_rate;
  } cases[] = {
      {{50'000'000, 0, 0, 230}, 0, 50'000'000},
      {{50'000'000, 0, 0, 230}, 20'000, 40'000'000},  // 10 Mbit/s arrived
      {{50'000'000, 0, 0, 230}, 1'000'000, 50'000'000 - 44'921'875},
      {{50'000'000, 30'000'000, 0, 230}, 1'000'000, 20'000'000},
      {{50'000'000, 0, 5'000'000, 230}, 20'000, 5'000'000},
      {{50'000'000, 0, 45'000'000, 230}, 20'000, 40'000'000},
      {{1, 0, 0, 255}, UINT32_MAX, 1},
      {{0, 0, 0, 230}, 1'000'000, 0},
      {{0, 0, 5'000'000, 230}, 0, 0},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(coupling_classic_rate(&c.rates, c.ll_bytes), c.classic_rate);
  }
}

TEST(Coupling, PredictsClassicsDelayAtThatRate) {
  EXPECT_EQ(coupling_classic_delay_us(12'500, 10'000'000), 10'000U);
  EXPECT_EQ(coupling_classic_delay_us(12'501, 10'000'000), 10'000U);
  EXPECT_EQ(coupling_classic_delay_us(12'502, 10'000'000), 10'001U);
  EXPECT_EQ(coupling_classic_delay_us(1, 3), 2'666'666U);
  EXPECT_EQ(coupling_classic_delay_us(UINT32_MAX, 1), UINT32_MAX);
  EXPECT_EQ(coupling_classic_delay_us(1'000, 0), 0U);
}

}  // namespace
}  // namespace docsis_vp::aqm::coupling_test
