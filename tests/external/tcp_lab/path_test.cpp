// The path that both sides run on.
#include <gmock/gmock.h>

#include "tests/external/tcp_lab/cases.h"
#include "tests/external/tcp_lab/path/bottleneck.h"
#include "tests/external/tcp_lab/path/loss_script.h"
#include "tests/external/tcp_lab/path/observer.h"

namespace docsis_vp::tcp_lab::path_test {
namespace {

constexpr TimeNs kMs = 1'000'000;

TEST(Bottleneck, SerialisesOneAfterTheOther) {
  Bottleneck hop(8'000'000, 10'000);  // 1 us per octet
  EXPECT_EQ(hop.admit(0, 1000), 1 * kMs);
  EXPECT_EQ(hop.admit(kMs / 2, 1000), 2 * kMs);
  EXPECT_EQ(hop.admit(5 * kMs, 1000), 6 * kMs);
}

TEST(Bottleneck, CountsThePacketBeingSentAsBuffered) {
  Bottleneck hop(8'000'000, 2000);
  hop.admit(0, 1000);
  hop.admit(0, 1000);
  EXPECT_EQ(hop.admit(kMs - 1, 1000), std::nullopt);
  EXPECT_EQ(hop.admit(kMs, 1000), 3 * kMs);
}

TEST(LossScript, LosesOnlyTheFirstTransmissionOfANamedSegment) {
  const LossScript script = {LoseFirst{{7}}};
  EXPECT_TRUE(loses(script, {7, 7, 0, 0}));
  EXPECT_FALSE(loses(script, {7, 30, 1, 0}));
  EXPECT_FALSE(loses(script, {8, 8, 0, 0}));
}

TEST(LossScript, CountsRepetitionsInAPeriod) {
  const LossScript script = {LoseEvery{3}};
  EXPECT_TRUE(loses(script, {0, 2, 1, 0}));
  EXPECT_FALSE(loses(script, {2, 3, 0, 0}));
}

TEST(LossScript, LosesAtRandomWithItsProbabilityWhateverTheOrder) {
  const LossScript script = {LoseAtRandom{0.01, 2}};
  int lost = 0;
  int lost_again = 0;
  for (std::uint64_t n = 0; n < 100'000; ++n) {
    EXPECT_EQ(loses(script, {n, n, 0, 0}), loses(script, {n, n + 5, 0, 7}));
    lost += loses(script, {n, n, 0, 0}) ? 1 : 0;
    lost_again += loses(script, {n, n, 0, 0}) && loses(script, {n, n + 99, 1, 0}) ? 1 : 0;
  }
  EXPECT_NEAR(lost, 1000, 100);
  EXPECT_NEAR(lost_again, 10, 9);
}

TEST(LossScript, LosesAllDuringAnOutage) {
  const LossScript script = {LoseDuring{1000, 2000}};
  EXPECT_FALSE(loses(script, {0, 0, 0, 999.9}));
  EXPECT_TRUE(loses(script, {0, 0, 1, 1000}));
  EXPECT_FALSE(loses(script, {0, 0, 0, 2000}));
}

TEST(LossScript, IsDescribedByItsRules) {
  EXPECT_EQ(describe({LoseFirst{{60}}, LoseFirst{{7, 8, 9, 20}}}), "segments 60, segments 7-9 20");
}

TEST(Observer, AveragesTheWindowOverEachBin) {
  Observer observer(1000, 10 * kMs, 20 * kMs);
  observer.on_cwnd(100 * kMs, 10);
  observer.on_data(100 * kMs, 0);
  observer.on_cwnd(105 * kMs, 20);
  observer.on_ack(112 * kMs, 1000);
  observer.finish();
  ASSERT_EQ(observer.samples().size(), 2u);
  EXPECT_DOUBLE_EQ(observer.samples()[0].cwnd_segments, 15);
  EXPECT_EQ(observer.samples()[0].acked_bytes, 0u);
  EXPECT_DOUBLE_EQ(observer.samples()[1].cwnd_segments, 20);
  EXPECT_EQ(observer.samples()[1].acked_bytes, 1000u);
}

TEST(Observer, TimesARecoveryUntilAllIsAcknowledgedThatWasOutAtTheFirstRepetition) {
  Observer observer(1000, 10 * kMs, 100 * kMs);
  for (std::uint64_t i = 0; i < 3; ++i) observer.on_data(0, i * 1000);
  observer.on_loss(0);
  EXPECT_EQ(observer.on_data(10 * kMs, 0).repetition, 1u);
  observer.on_data(11 * kMs, 3000);
  observer.on_ack(20 * kMs, 2000);
  EXPECT_TRUE(observer.recoveries().empty());
  observer.on_ack(21 * kMs, 3000);
  ASSERT_EQ(observer.recoveries().size(), 1u);
  EXPECT_EQ(observer.recoveries()[0].lost, 0);
  EXPECT_EQ(observer.recoveries()[0].repeated, 10 * kMs);
  EXPECT_EQ(observer.recoveries()[0].recovered, 21 * kMs);
  EXPECT_EQ(observer.retransmissions(), 1u);
}

TEST(Cases, HaveNamesOfTheirOwn) {
  for (const Case& c : all_cases()) EXPECT_EQ(&case_named(c.name), &c);
  EXPECT_THROW(case_named("vegas"), std::invalid_argument);
}

}  // namespace
}  // namespace docsis_vp::tcp_lab::path_test
