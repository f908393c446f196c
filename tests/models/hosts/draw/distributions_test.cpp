#include "models/hosts/draw/distributions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace docsis_vp::hosts::distributions_test {
namespace {

constexpr int kDraws = 200'000;

TEST(NormalQuantile, InvertsTheDistributionFunction) {
  for (double p = 1e-300; p < 0.5; p *= 1.9) {
    const double x = normal_quantile(p);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)) / p, 1, 1e-12) << p;
  }
  for (double p = 0.5; p < 1; p += 1.0 / 1024) {
    EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)), p, 1e-15) << p;
    EXPECT_DOUBLE_EQ(normal_quantile(p), -normal_quantile(1 - p)) << p;
  }
}

TEST(Pareto, HasTheQuantilesOfItsDefinition) {
  const Pareto pareto(3, 1.5);
  EXPECT_DOUBLE_EQ(pareto.exceeded_with(1), 3);
  for (const double p : {0.9, 0.5, 0.1, 1e-3, 1e-9, 0x1p-53}) {
    EXPECT_NEAR(pareto.exceeded_with(p) / (3 * std::pow(p, -1 / 1.5)), 1, 1e-14) << p;
  }
}

TEST(Pareto, TakesItsScaleFromTheMean) {
  EXPECT_DOUBLE_EQ(Pareto::with_mean(5, 2).scale(), 2.5);
  EXPECT_NEAR(Pareto::with_mean(4, 1.2).scale(), 2.0 / 3, 1e-15);
  EXPECT_NEAR(Pareto::with_mean(20'000, 1.5).scale(), 20'000.0 / 3, 1e-9);
}

// Shape 5: light enough a tail for sample moments to mean something.
TEST(Pareto, DrawsWithItsMomentsAndQuantiles) {
  const Pareto pareto = Pareto::with_mean(10, 5);
  RandomStream random(7, "test/pareto");
  double sum = 0;
  double squares = 0;
  int above = 0;
  const double median = pareto.exceeded_with(0.5);
  for (int i = 0; i < kDraws; ++i) {
    const double x = pareto.draw(random);
    ASSERT_GE(x, pareto.scale());
    sum += x;
    squares += x * x;
    above += x > median ? 1 : 0;
  }
  const double mean = sum / kDraws;
  const double variance = 8.0 * 8.0 * 5 / (4.0 * 4.0 * 3.0);  // scale 8
  EXPECT_NEAR(mean, 10, 4 * std::sqrt(variance / kDraws));
  EXPECT_NEAR(squares / kDraws - mean * mean, variance, 0.05 * variance);
  EXPECT_NEAR(above, kDraws / 2.0, 4 * std::sqrt(kDraws / 4.0));
}

TEST(LogNormal, HasTheQuantilesOfItsDefinition) {
  const LogNormal sizes(3.34, 0.84);
  EXPECT_NEAR(sizes.quantile(0.5) / std::pow(10, 3.34), 1, 1e-14);
  EXPECT_NEAR(sizes.quantile(0.5 * std::erfc(-1 / std::sqrt(2.0))) / std::pow(10, 3.34 + 0.84), 1,
              1e-13);
}

TEST(LogNormal, DrawsWithTheMomentsOfItsLogarithm) {
  const LogNormal sizes(3.34, 0.84);
  RandomStream random(7, "test/lognormal");
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = std::log10(sizes.draw(random));
    sum += x;
    squares += x * x;
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, 3.34, 4 * 0.84 / std::sqrt(kDraws));
  EXPECT_NEAR(std::sqrt(squares / kDraws - mean * mean), 0.84, 4 * 0.84 / std::sqrt(2.0 * kDraws));
}

TEST(Distributions, DrawTheSameNumbersFromTheSameStream) {
  RandomStream one(3, "web/0");
  RandomStream two(3, "web/0");
  RandomStream other(3, "web/1");
  const Pareto pareto = Pareto::with_mean(5, 2);
  const double drawn = pareto.draw(one);
  EXPECT_EQ(drawn, pareto.draw(two));
  EXPECT_NE(drawn, pareto.draw(other));
}

}  // namespace
}  // namespace docsis_vp::hosts::distributions_test
