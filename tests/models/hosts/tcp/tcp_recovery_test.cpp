// Fast retransmit and recovery, step by step. Whole transfers: sack_recovery_test.cpp.
#include <gtest/gtest.h>

#include "tests/models/hosts/tcp/script.h"

namespace docsis_vp::hosts::tcp_recovery_test {
namespace {

TcpConfig ten_segments() {
  TcpConfig config = plain_config();
  config.initial_window_segments = 10;
  return config;
}

// Ten segments under way, the first is lost.
struct LossOfTheFirst : Script {
  explicit LossOfTheFirst(const TcpConfig& config) : Script(config) {
    establish();
    endpoint.write(100'000);
    lines.clear();
    run_to(200);
  }
};

TEST(SackRecovery, FollowsRfc6675StepByStep) {
  LossOfTheFirst script(ten_segments());
  script.acknowledge(1, {{1'001, 2'001}});
  script.expect({"200 10001:11001"});  // limited transmit
  script.acknowledge(1, {{1'001, 3'001}});
  script.expect({"200 11001:12001"});
  EXPECT_EQ(script.endpoint.statistics().recoveries, 0U);
  script.acknowledge(1, {{1'001, 4'001}});
  // FlightSize 12 less the 2 of limited transmit: ssthresh 5; pipe 12 - 3 - 1 + 1.
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 5'000U);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 5'000U);
  script.expect({"200 1:1001"});
  for (std::uint64_t end = 5'001; end <= 8'001; end += 1'000) {
    script.acknowledge(1, {{1'001, end}});
  }
  script.expect({});  // pipe from 9 to 5
  script.acknowledge(1, {{1'001, 9'001}});
  script.expect({"200 12001:13001"});
  script.run_to(300);
  script.acknowledge(10'001);  // beyond the hole, short of RecoveryPoint
  script.expect({"300 13001:14001", "300 14001:15001"});
  script.acknowledge(12'001);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 5'000U);  // the end of recovery adds nothing
  script.expect({"300 15001:16001", "300 16001:17001"});
  EXPECT_EQ(script.endpoint.statistics().recoveries, 1U);
  EXPECT_EQ(script.endpoint.statistics().retransmitted_segments, 1U);
}

// As tcp-linux.cc of ns-2: lost is what is more than three behind the highest; the window falls at
// once, what is in flight by one segment for two that leave.
TEST(ForwardRecovery, HalvesTheRateStepByStep) {
  TcpConfig config = ten_segments();
  config.forward_acknowledgment = true;
  LossOfTheFirst script(config);
  const auto sack_up_to = [&](std::uint64_t end) { script.acknowledge(1, {{1'001, end}}); };
  for (const std::uint64_t end : {2'001, 3'001, 4'001}) sack_up_to(end);
  script.expect({"200 10001:11001", "200 11001:12001", "200 12001:13001"});
  EXPECT_EQ(script.endpoint.statistics().recoveries, 0U);
  sack_up_to(5'001);
  EXPECT_EQ(script.endpoint.statistics().recoveries, 1U);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 5'000U);
  script.expect({"200 1:1001"});
  sack_up_to(6'001);
  script.expect({});
  sack_up_to(7'001);
  script.expect({"200 13001:14001"});
  sack_up_to(8'001);
  script.expect({});
  sack_up_to(9'001);
  script.expect({"200 14001:15001"});
  sack_up_to(10'001);
  script.expect({});
  sack_up_to(11'001);
  script.expect({"200 15001:16001"});
  sack_up_to(12'001);  // the window is reached
  script.expect({});
  sack_up_to(13'001);
  script.expect({"200 16001:17001"});
  script.run_to(300);
  script.acknowledge(13'001);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 5'000U);
  script.expect({"300 17001:18001"});
  EXPECT_EQ(script.endpoint.statistics().retransmitted_segments, 1U);
}

// A retransmission that is lost is sent again when new data sent after it has arrived, without a
// timeout.
TEST(ForwardRecovery, RepeatsALostRetransmission) {
  TcpConfig config = ten_segments();
  config.forward_acknowledgment = true;
  LossOfTheFirst script(config);
  for (std::uint64_t end = 2'001; end <= 7'001; end += 1'000) {
    script.acknowledge(1, {{1'001, end}});
  }
  script.lines.clear();
  script.acknowledge(1, {{13'001, 14'001}, {1'001, 7'001}});
  EXPECT_EQ(script.lines.front(), "200 1:1001");
  EXPECT_EQ(script.endpoint.statistics().timeouts, 0U);
  EXPECT_EQ(script.endpoint.statistics().recoveries, 1U);
}

TEST(SackRecovery, BeginsAtOnceWhenEnoughIsSacked) {
  LossOfTheFirst script(ten_segments());
  script.acknowledge(1, {{1'001, 4'001}});  // three acknowledgments in one: more than 2 SMSS
  script.expect({"200 1:1001"});
}

TEST(SackRecovery, WaitsForThreeRangesOrMoreThanTwoSegments) {
  LossOfTheFirst script(ten_segments());
  script.acknowledge(1, {{2'001, 3'001}});
  script.acknowledge(1, {{4'001, 5'001}, {2'001, 3'001}});  // two ranges, exactly 2 SMSS
  EXPECT_EQ(script.endpoint.statistics().recoveries, 0U);
  script.lines.clear();
  script.acknowledge(1, {{6'001, 7'001}, {4'001, 5'001}, {2'001, 3'001}});
  // Lost: 1 (three ranges above) and 1001 (likewise); not 3001, which has two.
  EXPECT_EQ(script.lines.front(), "200 1:1001");
  script.lines.clear();
  for (std::uint64_t end = 8'001; end <= 10'001; end += 1'000) {
    script.acknowledge(1, {{6'001, end}, {4'001, 5'001}, {2'001, 3'001}});
  }
  script.expect({"200 1001:2001", "200 3001:4001"});
  script.acknowledge(1, {{6'001, 11'001}, {4'001, 5'001}, {2'001, 3'001}});
  script.expect({"200 5001:6001"});
}

// Rule 4: when nothing else may be sent, the highest segment once, lest it wait for the timer.
TEST(SackRecovery, RescuesTheTailOnce) {
  TcpConfig config = ten_segments();
  Script script(config);
  script.establish();
  script.endpoint.write(10'000);
  script.lines.clear();
  script.run_to(200);
  // 1, 9001 (the last) lost.
  script.acknowledge(1, {{1'001, 9'001}});
  script.expect({"200 1:1001"});
  script.run_to(300);
  script.acknowledge(9'001);  // the retransmission arrived
  script.expect({"300 9001:10001"});
  script.acknowledge(9'001);
  script.expect({});
  script.run_to(400);
  script.acknowledge(10'001);
  EXPECT_EQ(script.endpoint.statistics().timeouts, 0U);
  EXPECT_EQ(script.endpoint.acked_bytes(), 10'000U);
}

TEST(SackRecovery, AfterATimeoutFillsTheGapsAndStartsNoOther) {
  for (const bool keep : {true, false}) {
    TcpConfig config = ten_segments();
    config.keep_sack_on_timeout = keep;
    LossOfTheFirst script(config);
    script.acknowledge(1, {{4'001, 6'001}});
    script.lines.clear();
    script.run_to(1'000);
    const double at = 400;  // 300 ms after the data, which nothing acknowledged since
    EXPECT_EQ(script.lines.front(), std::to_string(static_cast<int>(at)) + " 1:1001");
    script.lines.clear();
    script.acknowledge(1'001, {{4'001, 6'001}});
    script.acknowledge(3'001, {{4'001, 6'001}});
    const Script::Lines again = {"1000 1001:2001", "1000 2001:3001", "1000 3001:4001",
                                 "1000 6001:7001"};
    for (std::size_t i = 0; i < again.size(); ++i) {
      ASSERT_LT(i, script.lines.size());
      EXPECT_EQ(script.lines[i], again[i]);
    }
    EXPECT_EQ(script.endpoint.statistics().recoveries, 0U);
  }
}

// The retransmission is lost, and recovery has sent on beside it.
TEST(SackRecovery, ATimeoutThatEndsItHalvesTheWindowNotWhatIsOutstanding) {
  LossOfTheFirst script(ten_segments());
  for (std::uint64_t end = 4'001; end <= 10'001; end += 1'000) {
    script.acknowledge(1, {{1'001, end}});
  }
  for (std::uint64_t end = 11'001; end <= 12'001; end += 1'000) {
    script.acknowledge(1, {{1'001, end}});
  }
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 5'000U);
  script.run_to(2'000);
  EXPECT_GT(script.endpoint.statistics().timeouts, 0U);
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 2'500U);
}

TEST(SackRecovery, WithoutLimitedTransmitSendsNothingNewBeforehand) {
  TcpConfig config = ten_segments();
  config.limited_transmit = false;
  LossOfTheFirst script(config);
  script.acknowledge(1, {{1'001, 2'001}});
  script.acknowledge(1, {{1'001, 3'001}});
  script.expect({});
  script.acknowledge(1, {{1'001, 4'001}});
  script.expect({"200 1:1001"});
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 5'000U);
}

TEST(SackRecovery, HasAConfigurableThreshold) {
  TcpConfig config = ten_segments();
  config.dup_threshold = 5;
  LossOfTheFirst script(config);
  for (std::uint64_t end = 2'001; end <= 5'001; end += 1'000) {
    script.acknowledge(1, {{1'001, end}});
  }
  EXPECT_EQ(script.endpoint.statistics().retransmitted_segments, 0U);
  script.acknowledge(1, {{1'001, 6'001}});
  EXPECT_EQ(script.endpoint.statistics().retransmitted_segments, 1U);
}

// RFC 6937: 20 under way, ssthresh 10: one segment for two that arrive, all through recovery.
TEST(RateReduction, SendsInProportionToWhatArrives) {
  TcpConfig config = ten_segments();
  config.initial_window_segments = 20;
  config.proportional_rate_reduction = true;
  config.limited_transmit = false;
  LossOfTheFirst script(config);
  script.acknowledge(1, {{1'001, 2'001}});
  script.acknowledge(1, {{1'001, 3'001}});
  script.acknowledge(1, {{1'001, 4'001}});
  script.expect({"200 1:1001"});
  std::vector<std::size_t> sent;
  for (std::uint64_t end = 5'001; end <= 20'001; end += 1'000) {
    script.acknowledge(1, {{1'001, end}});
    sent.push_back(script.lines.size());
  }
  // Counted from the acknowledgment that began it, n delivered allow n / 2; the first went then.
  // With the twelfth pipe is down to ssthresh, where it stays: one for one.
  EXPECT_EQ(sent, (std::vector<std::size_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9}));
  script.run_to(300);
  script.acknowledge(20'001);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 10'000U);
}

TEST(RateReduction, RebuildsWhatABurstLossEmptied) {
  TcpConfig config = ten_segments();
  config.initial_window_segments = 20;
  config.proportional_rate_reduction = true;
  LossOfTheFirst script(config);
  // Only the last three of twenty arrive.
  script.acknowledge(1, {{17'001, 18'001}});
  script.acknowledge(1, {{17'001, 19'001}});
  script.lines.clear();
  script.acknowledge(1, {{17'001, 20'001}});
  // pipe is 2: limited transmit. Conservation of packets bounds what may go: one was delivered.
  script.expect({"200 1:1001"});
  script.run_to(300);
  script.acknowledge(1'001, {{17'001, 20'001}});
  // One delivered, una advanced: one more than that.
  script.expect({"300 1001:2001", "300 2001:3001"});
}

TEST(NewReno, FollowsRfc6582StepByStep) {
  TcpConfig config = ten_segments();
  config.recovery = RecoveryMethod::kNewReno;
  LossOfTheFirst script(config);
  script.acknowledge(1);
  script.expect({"200 10001:11001"});
  script.acknowledge(1);
  script.expect({"200 11001:12001"});
  script.acknowledge(1);
  script.expect({"200 1:1001"});
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 5'000U);  // 12 less 2
  for (int i = 0; i < 4; ++i) script.acknowledge(1);           // cwnd 8, then 9 to 12; 12 under way
  script.expect({});
  script.acknowledge(1);
  script.expect({"200 12001:13001"});
  script.acknowledge(1);
  script.expect({"200 13001:14001"});
  script.run_to(300);
  script.acknowledge(4'001);  // partial: 4001 was lost, too; cwnd 14 - 4 + 1 less
  script.expect({"300 4001:5001", "300 14001:15001"});
  script.run_to(400);
  script.acknowledge(12'001);  // full: min(ssthresh, max(3, 1) + 1) = 4
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 4'000U);
  script.expect({"400 15001:16001"});
  EXPECT_EQ(script.endpoint.statistics().recoveries, 1U);
}

TEST(NewReno, CountsOnlyTrueDuplicates) {
  TcpConfig config = ten_segments();
  config.recovery = RecoveryMethod::kNewReno;
  config.limited_transmit = false;
  LossOfTheFirst script(config);
  script.peer_window = 1'000'100;
  script.acknowledge(1);  // a window update
  script.acknowledge(1);
  script.peer_ack = 1;
  script.data(1, 100);  // data of the peer
  script.peer_next = 101;
  script.acknowledge(1);
  EXPECT_EQ(script.endpoint.statistics().retransmitted_segments, 0U);
  script.acknowledge(1);
  EXPECT_EQ(script.endpoint.statistics().retransmitted_segments, 1U);
}

// RFC 6582 sec. 4: duplicates of what a timeout made the sender repeat are no sign of loss.
TEST(NewReno, DoesNotRetransmitFastWithinWhatATimeoutCovered) {
  TcpConfig config = ten_segments();
  config.recovery = RecoveryMethod::kNewReno;
  LossOfTheFirst script(config);
  script.run_to(450);
  script.expect({"400 1:1001"});
  script.acknowledge(3'001);
  script.lines.clear();
  for (int i = 0; i < 4; ++i) script.acknowledge(3'001);
  EXPECT_EQ(script.endpoint.statistics().recoveries, 0U);
  script.acknowledge(10'001);
  script.lines.clear();
  for (int i = 0; i < 3; ++i) script.acknowledge(10'001);
  EXPECT_EQ(script.endpoint.statistics().recoveries, 0U);  // exactly recover
  script.acknowledge(11'001);
  for (int i = 0; i < 3; ++i) script.acknowledge(11'001);
  EXPECT_EQ(script.endpoint.statistics().recoveries, 1U);
}

// RFC 6582 sec. 3.2 step 3: the timer starts anew at the first partial acknowledgment only.
TEST(NewReno, GivesUpARecoveryOfManyLossesToTheTimer) {
  TcpConfig config = ten_segments();
  config.recovery = RecoveryMethod::kNewReno;
  LossOfTheFirst script(config);
  for (int i = 0; i < 3; ++i) script.acknowledge(1);
  script.run_to(300);
  script.acknowledge(2'001);
  const double rto = to_ms(script.endpoint.rto());
  script.run_to(350);
  script.acknowledge(3'001);
  EXPECT_EQ(script.endpoint.statistics().timeouts, 0U);
  script.run_to(300 + rto + 1);
  EXPECT_EQ(script.endpoint.statistics().timeouts, 1U);
}

}  // namespace
}  // namespace docsis_vp::hosts::tcp_recovery_test
