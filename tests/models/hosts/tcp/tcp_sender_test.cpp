// Actions of the sending half alone: timer, windows, pauses. Losses: tcp_recovery_test.cpp, marks:
// tcp_ecn_test.cpp.
#include <gtest/gtest.h>

#include "tests/models/hosts/tcp/marks.h"
#include "tests/models/hosts/tcp/script.h"

namespace docsis_vp::hosts::tcp_sender_test {
namespace {

using Lines = Script::Lines;

TEST(TcpTimer, FollowsRfc6298) {
  TcpConfig config = plain_config();
  Script script(config);
  EXPECT_EQ(script.endpoint.rto(), kPsPerSecond);
  script.establish();  // R = 100 ms: SRTT 100, RTTVAR 50
  EXPECT_EQ(script.endpoint.srtt(), 100 * kPsPerMs);
  EXPECT_EQ(script.endpoint.rto(), 300 * kPsPerMs);
  script.endpoint.write(1'000);
  script.run_to(260);
  script.acknowledge(1'001);  // R' = 160: RTTVAR = 3/4 50 + 1/4 60 = 52.5, SRTT = 107.5
  EXPECT_EQ(script.endpoint.srtt(), 107'500 * kPsPerUs);
  EXPECT_EQ(script.endpoint.rto(), 317'500 * kPsPerUs);
}

// A queue that grows shows in what the next flight meets, not between segments of one.
TEST(TcpTimer, TakesOneSampleOfARoundTripButForLinuxs) {
  TcpConfig config = plain_config();
  for (const bool is_linux : {false, true}) {
    config.min_rto_on_variance = is_linux;
    Script script(config);
    script.establish();
    script.endpoint.write(2'000);
    script.run_to(260);
    script.acknowledge(1'001);  // as above
    script.run_to(268);
    script.acknowledge(2'001);  // R' = 168: RTTVAR = 3/4 52.5 + 1/4 60.5, SRTT = 115.0625
    EXPECT_EQ(script.endpoint.srtt(), (is_linux ? 115'062'500 : 107'500'000) * kPsPerNs);
    EXPECT_EQ(script.endpoint.rto(), (is_linux ? 333'062'500 : 317'500'000) * kPsPerNs);
    script.endpoint.write(1'000);
    script.run_to(428);
    script.acknowledge(3'001);  // R' = 160, of another flight
    EXPECT_GT(script.endpoint.srtt(), 113 * kPsPerMs);
  }
}

TEST(TcpTimer, HasTheConfiguredLeastOrLinuxs) {
  TcpConfig config = plain_config();
  config.min_rto = kPsPerSecond;
  Script plain(config);
  plain.establish();
  EXPECT_EQ(plain.endpoint.rto(), kPsPerSecond);

  config.min_rto = 300 * kPsPerMs;
  config.min_rto_on_variance = true;
  Script linux_like(config);
  linux_like.establish();
  EXPECT_EQ(linux_like.endpoint.rto(), 400 * kPsPerMs);  // SRTT + max(300, 4 * 50)
}

TEST(TcpTimer, IsNeverFinerThanTheClock) {
  TcpConfig config = plain_config();
  config.clock_granularity = 500 * kPsPerMs;
  Script script(config);
  script.establish();
  EXPECT_EQ(script.endpoint.rto(), 600 * kPsPerMs);
}

TEST(TcpTimer, BacksOffAndRestartsOnNewAcknowledgments) {
  TcpConfig config = plain_config();
  config.max_rto = 2 * kPsPerSecond;
  Script script(config);
  script.establish();
  script.endpoint.write(3'000);
  script.run_to(350);
  script.acknowledge(1'001);  // R = 250: RTO 118.75 + 4 * 75 = 418.75, from here
  script.run_to(10'000);
  script.expect({"100 1:1001", "100 1001:2001", "350 2001:3001", "768.75 1001:2001",
                 "1606.25 1001:2001", "3281.25 1001:2001", "5281.25 1001:2001", "7281.25 1001:2001",
                 "9281.25 1001:2001"});
  EXPECT_EQ(script.endpoint.statistics().timeouts, 6U);
}

// Karn: a segment sent twice gives no sample and the timer stays doubled; timestamps help.
TEST(TcpTimer, TakesNoSampleOfARetransmission) {
  Script script(plain_config());
  script.establish();
  script.endpoint.write(1'000);
  script.run_to(450);
  script.acknowledge(1'001);
  EXPECT_EQ(script.endpoint.srtt(), 100 * kPsPerMs);
  script.endpoint.write(1'000);
  script.run_to(5'000);  // 600 ms until an acknowledgment gives a sample
  script.expect({"100 1:1001", "400 1:1001", "450 1001:2001", "1050 1001:2001", "2250 1001:2001",
                 "4650 1001:2001"});

  TcpConfig config = plain_config();
  config.timestamps = true;
  Script stamped(config);
  stamped.timestamp_to_echo = 0;
  stamped.establish();
  stamped.endpoint.write(988);
  stamped.timestamp_to_echo = 400 * kPsPerMs;
  stamped.run_to(440);
  stamped.acknowledge(989);
  EXPECT_EQ(stamped.endpoint.srtt(), 92'500 * kPsPerUs);  // 7/8 100 + 1/8 40
}

// Karn, too: what had arrived long before is acknowledged with what the timeout sent again.
TEST(TcpTimer, TakesNoSampleOfWhatWaitedForARetransmission) {
  TcpConfig config = plain_config();
  config.initial_window_segments = 4;
  Script script(config);
  script.establish();
  script.endpoint.write(4'000);
  script.run_to(500);
  EXPECT_EQ(script.lines.back(), "400 1:1001");
  script.acknowledge(4'001);
  EXPECT_EQ(script.endpoint.srtt(), 100 * kPsPerMs);
}

TEST(TcpTimer, SendsOneSegmentAfterATimeoutThenGrowsSlowly) {
  TcpConfig config = plain_config();
  config.initial_window_segments = 8;
  Script script(config);
  script.establish();
  script.endpoint.write(20'000);
  script.lines.clear();
  script.run_to(450);
  script.expect({"400 1:1001"});
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 1'000U);
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 4'000U);  // FlightSize / 2
  script.acknowledge(1'001);
  script.expect({"450 1001:2001", "450 2001:3001"});
  script.run_to(500);
  script.acknowledge(2'001);
  script.acknowledge(3'001);
  script.expect({"500 3001:4001", "500 4001:5001", "500 5001:6001", "500 6001:7001"});
  script.run_to(550);
  script.acknowledge(8'001);  // the rest had arrived; at ssthresh, so one segment for a window
  script.expect(
      {"550 8001:9001", "550 9001:10001", "550 10001:11001", "550 11001:12001", "550 12001:13001"});
}

TEST(TcpTimer, HalvesSsthreshOncePerSegment) {
  TcpConfig config = plain_config();
  config.initial_window_segments = 10;
  Script script(config);
  script.establish();
  script.endpoint.write(10'000);
  script.run_to(2'000);
  EXPECT_EQ(script.endpoint.statistics().timeouts, 2U);
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 5'000U);
}

TEST(TcpWindow, IsNotOverrun) {
  Script script(plain_config());
  script.establish(1'500);
  script.endpoint.write(10'000);
  script.expect({"100 1:1001"});  // 500 more would be silly
  script.run_to(150);
  script.peer_window = 2'000;
  script.acknowledge(1'001);
  script.expect({"150 1001:2001", "150 2001:3001"});
}

TEST(TcpWindow, SendsHalfOfALittleWindow) {
  Script script(plain_config());
  script.establish(600);
  script.endpoint.write(10'000);
  script.expect({"100 1:601"});  // all there is
  script.run_to(150);
  script.peer_window = 200;
  script.acknowledge(601);
  script.expect({});  // less than half of the largest window seen
  script.peer_window = 300;
  script.acknowledge(601);
  script.expect({"150 601:901"});
}

TEST(TcpWindow, IsProbedWhileClosed) {
  Script script(plain_config());
  script.establish(2'000);
  script.endpoint.write(10'000);
  script.run_to(200);
  script.peer_window = 0;
  script.acknowledge(2'001);
  script.lines.clear();
  const TimePs rto = script.endpoint.rto();
  EXPECT_EQ(rto, 250 * kPsPerMs);  // two samples of 100 ms
  script.run_to(449);
  script.expect({});
  script.run_to(450);
  script.expect({"450 ack 1"});
  EXPECT_EQ(script.last.sequence, 2'000U);  // below the window: the peer must answer
  script.acknowledge(2'001);                // still closed
  script.run_to(4'000);
  script.expect({"950 ack 1", "1950 ack 1", "3950 ack 1"});
  EXPECT_EQ(script.endpoint.statistics().window_probes, 4U);
  script.peer_window = 1'000;
  script.acknowledge(2'001);
  script.expect({"4000 2001:3001"});
  script.run_to(4'250);
  script.expect({"4250 2001:3001"});  // an ordinary timer again
}

TEST(TcpWindow, HasAConfiguredLimitInSegments) {
  TcpConfig config = plain_config();
  config.initial_window_segments = 50;
  config.max_window_segments = 3;
  Script script(config);
  script.establish();
  script.endpoint.write(10'000);
  script.expect({"100 1:1001", "100 1001:2001", "100 2001:3001"});
  script.acknowledge(1'001);
  script.expect({"100 3001:4001"});
}

TEST(TcpWindow, DoesNotGrowBeyondItsConfiguredLimit) {
  TcpConfig config = plain_config();
  config.initial_window_segments = 4;
  config.max_window_segments = 4;
  Script script(config);
  script.establish();
  script.endpoint.write(200'000);
  for (std::uint64_t i = 1; i <= 100; ++i) script.acknowledge(1 + 1'000 * i);
  EXPECT_EQ(script.endpoint.congestion().cwnd(), 5'000U);
}

TEST(TcpWindow, DoesNotGrowUnlessItHoldsTheSenderBack) {
  for (const bool validation : {true, false}) {
    TcpConfig config = plain_config();
    config.initial_window_segments = 20;
    config.window_validation = validation;
    Script script(config);
    script.establish();
    for (std::uint64_t i = 0; i < 5; ++i) {
      script.endpoint.write(1'000);
      script.acknowledge(1'001 + 1'000 * i);
    }
    EXPECT_EQ(script.endpoint.congestion().cwnd(), validation ? 20'000U : 25'000U);
  }
}

TEST(TcpNagle, HoldsASmallSegmentWhileDataAreUnderWay) {
  TcpConfig config = plain_config();
  config.nagle = true;
  Script script(config);
  script.establish();
  script.endpoint.write(300);
  script.endpoint.write(300);
  script.endpoint.write(100);
  script.expect({"100 1:301"});
  script.run_to(150);
  script.acknowledge(301);
  script.expect({"150 301:701"});
  script.endpoint.write(1'000);
  script.expect({"150 701:1701"});  // full segments go
  script.endpoint.write(10);
  script.endpoint.close();
  script.acknowledge(701);
  script.expect({"150 1701:1711 fin"});  // nothing will follow
}

// After so many RTOs of silence.
TEST(TcpIdle, RestartsAsConfigured) {
  struct Row {
    IdleRestart restart;
    double pause_rtos;
    std::uint64_t divisor;  // of the window; it stays at the initial one at least
  };
  for (const Row& row : {Row{IdleRestart::kOff, 25, 1}, Row{IdleRestart::kRfc5681, 0.9, 1},
                         Row{IdleRestart::kRfc5681, 25, 1'000}, Row{IdleRestart::kRfc2861, 0.9, 1},
                         Row{IdleRestart::kRfc2861, 1.5, 2}, Row{IdleRestart::kRfc2861, 2.2, 4},
                         Row{IdleRestart::kRfc2861, 90, 1'000}}) {
    TcpConfig config = plain_config();
    config.idle_restart = row.restart;
    Script script(config);
    script.establish();
    std::uint64_t acked = 1;
    while (script.endpoint.congestion().cwnd() < 16'000) {
      script.endpoint.write(script.endpoint.congestion().cwnd());
      for (; acked < script.endpoint.written_bytes();) script.acknowledge(acked += 1'000);
    }
    const std::uint64_t cwnd = script.endpoint.congestion().cwnd();
    const double rto = to_ms(script.endpoint.rto());
    script.lines.clear();
    script.run_to(to_ms(script.timers.now()) + row.pause_rtos * rto);
    script.endpoint.write(100'000);
    const std::uint64_t expected = std::max<std::uint64_t>(cwnd / row.divisor, 2'000);
    EXPECT_EQ(script.lines.size(), expected / 1'000) << row.pause_rtos;
  }
}

// A lost SYN makes the first window one segment, RFC 5681 sec. 3.1, and no other.
TEST(TcpIdle, RestartsWithTheInitialWindowThoughASynWasLost) {
  TcpConfig config = plain_config();
  config.small_window_after_syn_loss = true;
  config.idle_restart = IdleRestart::kRfc5681;
  config.initial_window_segments = 10;
  Script script(config);
  script.endpoint.connect();
  script.run_to(10'000);
  ASSERT_GE(script.lines.size(), 2U);
  TcpHeader header = script.blank(kTcpSyn | kTcpAck);
  header.syn_mss_bytes = 1460;
  header.acknowledgment = 1;
  script.inject(header);
  script.peer_next = script.peer_ack = 1;
  script.lines.clear();
  script.endpoint.write(30'000);
  script.expect({"10000 1:1001"});
  for (std::uint64_t i = 1; i <= 30; ++i) script.acknowledge(1 + 1'000 * i);
  script.run_to(100'000);
  script.lines.clear();
  script.endpoint.write(50'000);
  EXPECT_EQ(script.lines.size(), 10U);
}

// RFC 2861 sec. 3: ssthresh remembers three quarters of the window that is given up.
TEST(TcpIdle, RemembersTheWindowInSsthresh) {
  TcpConfig config = plain_config();
  config.idle_restart = IdleRestart::kRfc2861;
  config.initial_window_segments = 20;
  RenoConfig reno;
  reno.initial_ssthresh_bytes = 2'000;
  Script script(config, std::make_unique<Reno>(reno));
  script.establish();
  script.run_to(60'000);
  script.endpoint.write(1'000);
  EXPECT_EQ(script.endpoint.congestion().ssthresh(), 15'000U);
}

// The first ten of a connection go at once.
TEST(TcpPacing, SpreadsTheWindow) {
  TcpConfig config = plain_config();
  config.initial_window_segments = 13;
  auto owned = std::make_unique<Marks>();
  owned->pace = 100'000;  // 10 ms per segment
  Script script(config, std::move(owned));
  script.establish();
  script.endpoint.write(14'000);
  script.run_to(200);
  std::vector<std::string> first_ten;
  for (int i = 0; i < 10; ++i) {
    first_ten.push_back("100 " + std::to_string(i * 1'000 + 1) + ":" +
                        std::to_string(i * 1'000 + 1'001));
  }
  const auto ten = script.lines.begin() + 10;
  EXPECT_EQ(std::vector<std::string>(script.lines.begin(), ten), first_ten);
  script.lines.erase(script.lines.begin(), ten);
  script.acknowledge(1'001);
  script.run_to(300);
  script.expect({"110 10001:11001", "120 11001:12001", "130 12001:13001", "200 13001:14001"});
}

// It is no octet of payload.
TEST(TcpWindow, HasRoomForAFinBesideAFullSegment) {
  TcpConfig config = plain_config();
  config.max_window_segments = 1;
  Script script(config);
  script.establish();
  script.endpoint.write(2'000);
  script.endpoint.close();
  script.run_to(200);
  script.acknowledge(1'001);
  script.expect({"100 1:1001", "200 1001:2001 fin"});
}

TEST(TcpWindow, AfterARetransmissionIsNotRestartedAsIdle) {
  TcpConfig config = plain_config();
  config.idle_restart = IdleRestart::kRfc5681;
  config.initial_window_segments = 1;
  Script script(config);
  script.establish();
  script.endpoint.write(1'000);
  script.run_to(450);  // sent again at 400 ms, 300 ms after the first time
  script.expect({"100 1:1001", "400 1:1001"});
  script.acknowledge(1'001);
  ASSERT_EQ(script.endpoint.congestion().cwnd(), 2'000U);
  script.endpoint.write(2'000);
  script.expect({"450 1001:2001", "450 2001:3001"});
}

// Flight stays at two thirds of the window, and the window counts as used.
TEST(TcpPacing, CountsAsBeingHeldByTheWindow) {
  struct Paced : Reno {
    explicit Paced(const GrowthConfig& growth) : Reno(growth) {}
    void on_ack(const AckSample& ack) override { limited.push_back(ack.cwnd_limited); }
    std::uint64_t pacing_bytes_per_s() const override { return 60'000; }  // a segment in 16.7 ms
    std::vector<bool> limited;
  };
  const auto limited_of = [](std::uint64_t written) {
    TcpConfig config = plain_config();
    config.initial_window_segments = 9;
    GrowthConfig growth;
    growth.initial_ssthresh_bytes = 9'000;  // in slow start half a window is enough anyway
    auto owned = std::make_unique<Paced>(growth);
    const Paced& paced = *owned;
    Script script(config, std::move(owned));
    script.endpoint.connect();
    script.run_to(100);
    TcpHeader header = script.blank(kTcpSyn | kTcpAck);
    header.syn_mss_bytes = 1460;
    header.acknowledgment = 1;
    header.window_bytes = 65'535;
    script.inject(header);
    script.endpoint.write(written);
    for (unsigned segment = 0; segment < 4; ++segment) {
      script.run_to(200 + 16.7 * segment);
      script.acknowledge(1'001 + 1'000 * segment);
    }
    return paced.limited;
  };
  EXPECT_EQ(limited_of(50'000), (std::vector<bool>(4, true)));
  // Pacing holds back three of four segments at a time, but the window is not the limit.
  EXPECT_EQ(limited_of(4'000).back(), false);
}

}  // namespace
}  // namespace docsis_vp::hosts::tcp_sender_test
