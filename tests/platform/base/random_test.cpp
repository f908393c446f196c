#include "platform/base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace docsis_vp::random_test {
namespace {

TEST(RandomStream, SeedAndNameDecideTheWords) {
  RandomStream a(1, "aqm/cm0/us0/0");
  RandomStream same(1, "aqm/cm0/us0/0");
  RandomStream other_name(1, "aqm/cm0/us1/0");
  RandomStream other_seed(2, "aqm/cm0/us0/0");
  int equal_to_others = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t word = a.next_u64();
    ASSERT_EQ(word, same.next_u64());
    equal_to_others += static_cast<int>(word == other_name.next_u64());
    equal_to_others += static_cast<int>(word == other_seed.next_u64());
  }
  EXPECT_EQ(equal_to_others, 0);
}

TEST(RandomStream, BelowIsUniform) {
  RandomStream random(7, "below");
  std::array<int, 10> counts{};
  for (int i = 0; i < 100'000; ++i) {
    ++counts.at(random.below(10));
  }
  double chi_square = 0;
  for (const int count : counts) {
    chi_square += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  }
  EXPECT_LT(chi_square, 27.9);  // 9 degrees of freedom, p = 0.001
}

TEST(RandomStream, BetweenIncludesBothEnds) {
  RandomStream random(7, "between");
  bool low = false;
  bool high = false;
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t value = random.between(-2, 2);
    ASSERT_GE(value, -2);
    ASSERT_LE(value, 2);
    low = low || value == -2;
    high = high || value == 2;
  }
  EXPECT_TRUE(low && high);
}

TEST(RandomStream, UniformStaysBelowOne) {
  RandomStream random(7, "uniform");
  for (int i = 0; i < 10'000; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
  }
}

}  // namespace
}  // namespace docsis_vp::random_test
