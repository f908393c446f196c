#include "models/hosts/tcp/congestion/dctcp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/models/hosts/tcp/congestion/ack_script.h"

namespace docsis_vp::hosts::dctcp_test {
namespace {

DctcpConfig avoiding_congestion() {
  DctcpConfig config;
  config.growth.initial_ssthresh_bytes = 10 * kMss;
  return config;
}

TEST(MarkFraction, MovesBySixteenthsTowardsTheShareOfMarkedOctets) {
  MarkFraction fraction(1.0 / 16, 1);
  double alpha = 1;
  for (const std::uint64_t marked : {0U, 0U, 500U, 1000U, 1000U, 250U, 0U, 1U}) {
    fraction.add(600, marked / 2);
    fraction.add(400, marked - marked / 2);
    fraction.end_round();
    alpha = alpha * 15 / 16 + static_cast<double>(marked) / 1000 / 16;
    EXPECT_DOUBLE_EQ(fraction.alpha(), alpha);
  }
  fraction.end_round();  // nothing was delivered: nothing is known
  EXPECT_DOUBLE_EQ(fraction.alpha(), alpha);
}

// From 1, each round without a mark leaves 15/16.
TEST(Dctcp, ForgetsWithoutMarks) {
  Dctcp dctcp(avoiding_congestion());
  AckScript sender(dctcp);
  sender.ack(1000);  // the first acknowledgment ends a round of its own
  double alpha = 15.0 / 16;
  for (int rounds = 0; rounds < 40; ++rounds) {
    EXPECT_NEAR(dctcp.alpha(), alpha, 1e-12);
    sender.round();
    alpha *= 15.0 / 16;
  }
}

TEST(Dctcp, HalvesForTheFirstMarkAsAlphaIsOne) {
  DctcpConfig config = avoiding_congestion();
  Dctcp dctcp(config);
  AckScript sender(dctcp);
  sender.marked(1000).ack(1000);  // M = 1: alpha stays 1
  EXPECT_EQ(dctcp.alpha(), 1);
  EXPECT_EQ(dctcp.cwnd(), 5000u);
  EXPECT_EQ(dctcp.ssthresh(), 5000u);
}

TEST(Dctcp, ReducesOncePerWindowOfData) {
  Dctcp dctcp(avoiding_congestion());
  AckScript sender(dctcp);  // 10 segments in flight
  sender.marked(1000).ack(1000);
  const std::uint64_t reduced = dctcp.cwnd();
  for (int i = 0; i < 9; ++i) {
    sender.marked(1000).ack(1000);
    EXPECT_GE(dctcp.cwnd(), reduced) << i;
  }
  const std::uint64_t before = dctcp.cwnd();
  sender.marked(1000).ack(1000);
  EXPECT_LT(dctcp.cwnd(), before);
}

// cwnd * (1 - alpha / 2), once alpha has settled at the share of marked rounds' octets.
TEST(Dctcp, ReducesInProportionToAlpha) {
  DctcpConfig config = avoiding_congestion();
  config.growth.initial_ssthresh_bytes = 100 * kMss;
  Dctcp dctcp(config);
  AckScript sender(dctcp, 100);
  sender.ack(1000);
  for (int rounds = 0; rounds < 20; ++rounds) sender.round();
  const double alpha = std::pow(15.0 / 16, 21);
  ASSERT_NEAR(dctcp.alpha(), alpha, 1e-12);
  const auto before = static_cast<double>(dctcp.cwnd());
  sender.marked(1000).ack(1000);
  EXPECT_NEAR(static_cast<double>(dctcp.cwnd()), before * (1 - alpha / 2), 1);
  EXPECT_EQ(dctcp.ssthresh(), dctcp.cwnd());
}

TEST(Dctcp, KeepsTwoSegments) {
  DctcpConfig config = avoiding_congestion();
  Dctcp dctcp(config);
  AckScript sender(dctcp);
  for (int rounds = 0; rounds < 50; ++rounds) sender.round(1000);
  EXPECT_GE(dctcp.cwnd(), 2000u);
  EXPECT_LE(dctcp.cwnd(), 3000u);
  EXPECT_NEAR(dctcp.alpha(), 1, 1e-9);
}

TEST(Dctcp, GrowsAsRenoWithoutMarks) {
  Dctcp dctcp(avoiding_congestion());
  Reno reno(avoiding_congestion().growth);
  AckScript a(dctcp);
  AckScript b(reno);
  for (int i = 0; i < 1000; ++i) {
    a.ack(i % 3 == 0 ? 2000 : 1000);
    b.ack(i % 3 == 0 ? 2000 : 1000);
    ASSERT_EQ(dctcp.cwnd(), reno.cwnd());
  }
}

// RFC 8257 sec. 3.4: as any TCP.
TEST(Dctcp, HalvesForALossWhateverAlphaIs) {
  Dctcp dctcp(avoiding_congestion());
  AckScript sender(dctcp);
  for (int rounds = 0; rounds < 30; ++rounds) sender.round();
  const std::uint64_t flight = sender.flight();
  sender.lose();
  EXPECT_EQ(dctcp.cwnd(), flight / 2);
  sender.marked(1000).ack(1000);  // of the same window: no second reduction
  EXPECT_EQ(dctcp.cwnd(), flight / 2);
}

TEST(Dctcp, AMarkOnWhatATimeoutSendsAgainChangesNothing) {
  Dctcp dctcp(avoiding_congestion());
  AckScript sender(dctcp);
  for (int rounds = 0; rounds < 3; ++rounds) sender.round();
  sender.expire();
  const std::uint64_t ssthresh = dctcp.ssthresh();
  sender.marked(1000).ack(1000);
  EXPECT_EQ(dctcp.ssthresh(), ssthresh);
}

TEST(Dctcp, ReadsMarksItself) {
  EXPECT_TRUE(Dctcp().reads_marks());
}

}  // namespace
}  // namespace docsis_vp::hosts::dctcp_test
