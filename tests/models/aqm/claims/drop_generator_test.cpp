// Claims of cablelabs-2014 about how drops follow from a drop probability.
#include "tests/models/aqm/claims/drop_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace docsis_vp::aqm::drop_generator_test {
namespace {

// Packets from drop to drop that the rule gives on average: none is dropped until 0.85 has
// accumulated, then each with p, at 8.5 for certain.
double exact_mean_length(double p) {
  const double step = std::min(p, 0.85);
  const double first = std::ceil(0.85 / step - 1e-6);
  const double last = std::ceil(8.5 / step - 1e-6);
  return first - 1 + (1 - std::pow(1 - step, last - first + 1)) / step;
}

// With de-randomisation the effective drop probability is about 0.541 p for p < 0.1.
TEST(Claims, C_2014_07_DerandomisationDropsAbout541PerMilleOfTheProbability) {
  for (const double p : {1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.09}) {
    const std::uint64_t runs = p < 1e-3 ? 300 : 2000;
    const double effective = 1 / mean_length(run_lengths(derandomized(p), runs));
    const double sampling = 3 * 0.55 / std::sqrt(static_cast<double>(runs));
    EXPECT_NEAR(effective / p, 0.541, 0.541 * (sampling + 0.5 * p)) << p;
    EXPECT_NEAR(effective * exact_mean_length(p), 1, sampling) << p;
  }
}

// Beyond the claim: the whole range, where the accumulated probability comes in large steps.
TEST(Claims, C_2014_07_TheEffectiveProbabilityFollowsTheRuleUpToOne) {
  for (double p = 0.1; p <= 1.001; p += 0.05) {
    constexpr std::uint64_t kRuns = 60'000;
    const double effective = 1 / mean_length(run_lengths(derandomized(p), kRuns));
    EXPECT_NEAR(effective * exact_mean_length(p), 1, 0.01) << p;
  }
}

// Plain Bernoulli run lengths have their mode at 1 for any p: p, p (1 - p), ... fall.
TEST(Claims, C_2014_28_BernoulliRunsAreMostOftenOfLengthOne) {
  for (const double p : {0.01, 0.05, 0.1, 0.3, 0.6}) {
    constexpr std::uint64_t kRuns = 60'000;
    RunLengths lengths = run_lengths(bernoulli(p), kRuns);
    const auto share = [&lengths](std::uint64_t length) {
      return static_cast<double>(lengths[length]) / kRuns;
    };
    // As often as the geometric distribution has it, so more often than any other length, ...
    for (std::uint64_t length = 1; length <= 5; ++length) {
      const double expected = p * std::pow(1 - p, static_cast<double>(length - 1));
      const double sampling = std::sqrt(expected * (1 - expected) / kRuns);
      EXPECT_NEAR(share(length), expected, 4 * sampling) << p << " " << length;
    }
    // ... and what the de-randomiser never does.
    EXPECT_EQ(run_lengths(derandomized(p), 1000).count(1), 0u) << p;
  }
}

// Drops among the first `packets`.
int drops_among(const DropGenerator& generator, int packets, RandomStream& random) {
  int drops = 0;
  for (int i = 0; i < packets; ++i) drops += generator(random.next_u32()) ? 1 : 0;
  return drops;
}

// For p = 0.01 and 1000 packets deviations of 50 % from 10 drops are common.
TEST(Claims, C_2014_29_BernoulliDropsOftenDeviateByHalfFromTheirMean) {
  // The binomial distribution: P(k + 1) = P(k) (n - k) / (k + 1) p / (1 - p).
  double probability = std::pow(0.99, 1000);
  double far = 0;
  for (int k = 0; k <= 100; ++k) {
    if (std::abs(k - 10) >= 5) far += probability;
    probability *= (1000.0 - k) / (k + 1) * 0.01 / 0.99;
  }
  EXPECT_GT(far, 0.1);

  RandomStream random(1, "test/deviations");
  constexpr int kTrials = 4'000;
  const DropGenerator plain = bernoulli(0.01);
  int plain_far = 0;
  int spaced_far = 0;
  const DropGenerator spaced = derandomized(0.01 / 0.5436);  // as many drops
  double spaced_drops = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    plain_far += std::abs(drops_among(plain, 1000, random) - 10) >= 5 ? 1 : 0;
    const int drops = drops_among(spaced, 1000, random);
    spaced_drops += drops;
    spaced_far += std::abs(drops - 10) >= 5 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(plain_far) / kTrials, far, 0.02);
  EXPECT_NEAR(spaced_drops / kTrials, 10, 0.2);
  EXPECT_LT(spaced_far * 10, plain_far);
}

// De-randomisation keeps run lengths between 0.85 / p and 8.5 / p, and uses the whole range.
TEST(Claims, C_2014_30_DerandomisationKeepsRunLengthsBetween085And85OverP) {
  for (const double p : {0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.425}) {
    const RunLengths lengths = run_lengths(derandomized(p), 8'000);
    const auto shortest = static_cast<std::uint64_t>(std::ceil(0.85 / p - 1e-6));
    const auto longest = static_cast<std::uint64_t>(std::ceil(8.5 / p - 1e-6));
    EXPECT_EQ(lengths.begin()->first, shortest) << p;
    EXPECT_LE(lengths.rbegin()->first, longest) << p;
    // One run in e^7.65 = 2100 is as long as any may be.
    EXPECT_EQ(lengths.rbegin()->first, p <= 0.1 ? longest : lengths.rbegin()->first) << p;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::drop_generator_test
