#include "models/aqm/dual_queue/queue_protection.h"

#include <gtest/gtest.h>

#include <string>

namespace docsis_vp::aqm::queue_protection_test {
namespace {

constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
constexpr std::uint64_t kMs = 1'000'000;

class QueueProtection : public testing::Test {
 protected:
  void SetUp() override { configure({1000, 4000, 19, 0}); }

  void configure(const queue_protection_config& config) {
    ASSERT_EQ(queue_protection_params_init(&params, &config), nullptr);
    queue_protection_state_init(&state);
  }
  queue_protection_verdict arrive(std::uint64_t flow, std::uint64_t now_ns,
                                  std::uint32_t size = 1500, std::uint64_t delay_ns = 0,
                                  std::uint64_t prob = kOne) {
    return queue_protection_judge(&state, &params, flow, size, delay_ns, prob, now_ns);
  }
  queue_protection_params params{};
  queue_protection_state state{};
};

TEST_F(QueueProtection, ScoresPacketsByWhatTheyCongest) {
  EXPECT_EQ(arrive(1, 0).score, 3'072'000U);
  EXPECT_EQ(arrive(2, 0, 1000).score, 2'048'000U);
  EXPECT_EQ(arrive(3, 0, 1500, 0, kOne / 2).score, 1'536'000U);
  EXPECT_EQ(arrive(4, 0, 1500, 0, 0).score, 0U);
  EXPECT_EQ(arrive(1, 0, 1500).score, 6'144'000U);
}

TEST_F(QueueProtection, LetsScoresAgeByThemselves) {
  arrive(1, 0);
  EXPECT_EQ(arrive(1, kMs).score, 3'072'000U - kMs + 3'072'000U);
  EXPECT_EQ(arrive(1, 100 * kMs).score, 3'072'000U);
}

TEST_F(QueueProtection, SanctionsByDelayTimesScore) {
  const struct {
    std::uint64_t delay_ns, least_score;
  } cases[] = {{1'001'000, 3'996'004}, {2 * kMs, 2'000'001}, {4 * kMs, 1'000'001}};
  for (const auto& c : cases) {
    EXPECT_FALSE(queue_protection_sanctions(&params, c.delay_ns, c.least_score - 1));
    EXPECT_TRUE(queue_protection_sanctions(&params, c.delay_ns, c.least_score));
  }
  // At the threshold itself nothing is sanctioned but by the cap.
  EXPECT_FALSE(queue_protection_sanctions(&params, kMs, 4'999'999'999));
  EXPECT_TRUE(queue_protection_sanctions(&params, 0, 5'000'000'000));
}

TEST_F(QueueProtection, SanctionsOneMarkedPacketOfAnIdleFlowFrom1302Us) {
  EXPECT_EQ(arrive(1, 0, 1500, 1'302'083).sanction, 0U);
  EXPECT_EQ(arrive(2, 0, 1500, 1'302'084).sanction, 1U);
}

TEST_F(QueueProtection, JudgesByThresholdsOfSlowerLinks) {
  configure({1164, 4000, 19, 0});  // 50 Mbit/s
  EXPECT_EQ(arrive(1, 0, 1500, 1'515'000).sanction, 0U);
  EXPECT_EQ(arrive(2, 0, 1500, 1'516'000).sanction, 1U);
  configure({2124, 4000, 19, 0});  // 20 Mbit/s
  EXPECT_EQ(arrive(1, 0, 1500, 2'765'000).sanction, 0U);
  EXPECT_EQ(arrive(2, 0, 1500, 2'766'000).sanction, 1U);
}

TEST_F(QueueProtection, CapsTheScoreAndSanctionsAtTheCap) {
  configure({65535, 65535, 0, 0});  // 1500 bytes are 1611 s
  const queue_protection_verdict v = arrive(1, 7);
  EXPECT_EQ(v.score, 5'000'000'000U);
  EXPECT_EQ(v.sanction, 1U);
  EXPECT_EQ(state.buckets[v.bucket].expires, 5'000'000'007U);
}

TEST_F(QueueProtection, ComparesProductsBeyond64Bits) {
  configure({65535, 65535, 19, 0});
  EXPECT_TRUE(queue_protection_sanctions(&params, std::uint64_t{1} << 62, 4));
  EXPECT_TRUE(queue_protection_sanctions(&params, ~std::uint64_t{0}, 4'999'999'999));
  EXPECT_FALSE(queue_protection_sanctions(&params, ~std::uint64_t{0}, 0));
}

constexpr std::uint64_t named(std::uint64_t name, std::uint64_t first, std::uint64_t second) {
  return name << 32 | second << 5 | first;
}

TEST_F(QueueProtection, LooksForTheFlowTwiceBeforeItTakesABucket) {
  arrive(named(1, 3, 4), 0);                              // takes bucket 3
  EXPECT_EQ(arrive(named(2, 3, 9), 0).bucket, 9U);        // 3 is taken
  EXPECT_EQ(arrive(named(2, 3, 9), 4 * kMs).bucket, 9U);  // although 3 has expired
  EXPECT_EQ(arrive(named(5, 3, 9), 4 * kMs).bucket, 3U);
}

TEST_F(QueueProtection, TakesABucketAtTheInstantItExpires) {
  arrive(named(1, 3, 3), 0);
  EXPECT_EQ(arrive(named(2, 3, 3), 3'071'999).bucket, QUEUE_PROTECTION_DREGS);
  EXPECT_EQ(arrive(named(2, 3, 3), 3'072'000).bucket, 3U);
}

TEST_F(QueueProtection, SharesTheDregsAmongFlowsWithoutABucket) {
  arrive(named(1, 3, 4), 0);
  arrive(named(2, 4, 4), 0);
  const queue_protection_verdict first = arrive(named(3, 3, 4), 0);
  const queue_protection_verdict second = arrive(named(4, 3, 4), 0);
  EXPECT_EQ(first.bucket, QUEUE_PROTECTION_DREGS);
  EXPECT_EQ(second.bucket, QUEUE_PROTECTION_DREGS);
  EXPECT_EQ(second.score, 2 * first.score);
  EXPECT_EQ(state.buckets[QUEUE_PROTECTION_DREGS].id, named(4, 3, 4));
  // The dregs are no bucket that a flow is looked up in.
  EXPECT_EQ(arrive(named(4, 3, 4), 3'072'000).bucket, 3U);
}

TEST_F(QueueProtection, KeepsTimeInTicksOfTRes) {
  configure({1000, 4000, 19, 10});
  const queue_protection_verdict v = arrive(1, 10'239);
  EXPECT_EQ(v.score, 3'000U);  // 3.072 ms in ticks of 1024 ns
  EXPECT_EQ(state.buckets[v.bucket].expires, 9U + 3'000U);
  EXPECT_EQ(params.score_max, 4'882'812U);
  EXPECT_EQ(params.product, 1'000'000U * std::uint64_t{3'906});
}

TEST_F(QueueProtection, RefusesWhatIsOutOfRange) {
  const struct {
    queue_protection_config config;
    const char* refused;
  } cases[] = {{{65536, 4000, 19, 0}, "critical_ql_us: "},
               {{1000, 65536, 19, 0}, "critical_score_us: "},
               {{1000, 4000, 32, 0}, "lg_aging: "},
               {{1000, 4000, 19, 17}, "lg_tick: "}};
  for (const auto& c : cases) {
    const char* refused = queue_protection_params_init(&params, &c.config);
    ASSERT_NE(refused, nullptr);
    EXPECT_EQ(std::string(refused).rfind(c.refused, 0), 0U) << refused;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::queue_protection_test
