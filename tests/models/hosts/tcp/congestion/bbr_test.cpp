#include "models/hosts/tcp/congestion/bbr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/models/hosts/tcp/congestion/closed_loop.h"

namespace docsis_vp::hosts::bbr_test {
namespace {

constexpr TimePs kMs = kPsPerMs;
constexpr std::uint32_t kMss = 1000;
constexpr double kMargin = 0.99;
constexpr double kHigh = 2.885;

// BBR told of a path of 1 MB/s and 40 ms by one acknowledgment of a segment each millisecond, as
// long as a test wants it: a product of 40 segments.
class Script {
 public:
  explicit Script(const std::string& stream = "bbr", const BbrConfig& config = {})
      : bbr(config, RandomStream(1, stream)) {
    bbr.start({kMss, 10 * kMss, 0, true, 40 * kMs});
    rate_.lost_bytes = 0;
  }

  // An acknowledgment after so long; what was delivered since its segment was sent took `interval`.
  void ack(TimePs after, std::uint64_t octets, std::uint64_t prior_delivered, TimePs interval) {
    now += after;
    delivered += octets;
    rate_.delivered_bytes = delivered;
    rate_.prior_delivered = prior_delivered;
    rate_.interval = interval;
    rate_.flight_bytes = flight > octets ? flight - octets : 0;
    rate_.in_loss = in_loss;
    rate_.app_limited = app_limited;
    rate_.next_send = now;
    AckSample sample{};
    sample.now = now;
    sample.acked_bytes = sample.delivered_bytes = octets;
    sample.flight_bytes = flight;
    sample.rtt = rtt;
    sample.srtt = rtt;
    sample.min_rtt = rtt;
    sample.in_recovery = in_recovery;
    sample.rate = &rate_;
    bbr.on_ack(sample);
    rate_.newly_lost_bytes = 0;
  }
  // A segment that was sent a product before it is acknowledged, at the path's rate.
  void steady_ack() {
    const std::uint64_t before = delivered > 39'000 ? delivered - 39'000 : 0;
    ack(kMs, kMss, before, 40 * kMs);
  }
  void lose(std::uint64_t octets) {
    rate_.newly_lost_bytes = octets;
    rate_.lost_bytes += octets;
  }
  // Until the pipe is full and the queue gone.
  void to_probe_bw() {
    flight = 30'000;
    for (int i = 0; i < 2000 && bbr.mode() != Bbr::Mode::kProbeBw; ++i) steady_ack();
    ASSERT_EQ(bbr.mode(), Bbr::Mode::kProbeBw);
  }

  Bbr bbr;
  TimePs now = 0;
  TimePs rtt = 40 * kMs;
  std::uint64_t delivered = 0;
  std::uint64_t flight = 10'000;
  bool in_recovery = false;
  bool in_loss = false;
  bool app_limited = false;

 private:
  RateSample rate_{};
};

TEST(Bbr, PacesItsFirstWindowByTheHandshakesRoundTrip) {
  Script script;
  EXPECT_EQ(script.bbr.cwnd(), 10'000u);
  EXPECT_EQ(script.bbr.ssthresh(), CongestionControl::kUnlimited);
  EXPECT_NEAR(static_cast<double>(script.bbr.pacing_bytes_per_s()),
              kHigh * 10'000 / 40e-3 * kMargin, 1);
  EXPECT_EQ(script.bbr.min_rtt(), 40 * kMs);
}

TEST(Bbr, PacesByAMillisecondUntilARoundTripIsKnown) {
  Bbr bbr(BbrConfig(), RandomStream(1, "bbr"));
  bbr.start({kMss, 10 * kMss, 0, true, kNever});
  EXPECT_NEAR(static_cast<double>(bbr.pacing_bytes_per_s()), kHigh * 1e7 * kMargin, 1);
}

// In STARTUP the rate never falls, the window takes all that is delivered.
TEST(Bbr, StartupFollowsTheRateThatIsDelivered) {
  Script script;
  script.ack(40 * kMs, 10'000, 0, 40 * kMs);  // 250 kB/s
  EXPECT_EQ(script.bbr.mode(), Bbr::Mode::kStartup);
  EXPECT_NEAR(script.bbr.bandwidth_bytes_per_s(), 250e3, 1e-6);
  EXPECT_EQ(script.bbr.cwnd(), 20'000u);
  script.flight = 20'000;
  script.ack(40 * kMs, 20'000, 10'000, 40 * kMs);  // 500 kB/s
  EXPECT_NEAR(script.bbr.bandwidth_bytes_per_s(), 500e3, 1e-6);
  EXPECT_NEAR(static_cast<double>(script.bbr.pacing_bytes_per_s()), kHigh * 500e3 * kMargin, 1);
  EXPECT_EQ(script.bbr.cwnd(), 40'000u);
}

// Three rounds without a quarter more: the pipe is full. DRAIN lasts until a product is in flight.
TEST(Bbr, LeavesStartupAfterThreeRoundsWithoutGrowth) {
  Script script;
  script.flight = 200'000;
  std::uint64_t before = 0;
  for (int round = 1; round <= 4; ++round) {
    EXPECT_EQ(script.bbr.mode(), Bbr::Mode::kStartup) << round;
    const std::uint64_t sent_at = script.delivered;
    script.ack(40 * kMs, 40'000, before, 40 * kMs);  // 1 MB/s each time
    before = sent_at + 40'000;
  }
  EXPECT_EQ(script.bbr.mode(), Bbr::Mode::kDrain);
  EXPECT_NEAR(static_cast<double>(script.bbr.pacing_bytes_per_s()), 1e6 / kHigh * kMargin, 1);
  EXPECT_LT(script.bbr.ssthresh(), CongestionControl::kUnlimited);
  script.flight = script.bbr.ssthresh() + 2000;
  script.steady_ack();
  EXPECT_EQ(script.bbr.mode(), Bbr::Mode::kDrain);
  script.flight = script.bbr.ssthresh() + 1000;
  script.steady_ack();
  EXPECT_EQ(script.bbr.mode(), Bbr::Mode::kProbeBw);
}

// Two products and three batches of two, even, and two more while it probes upwards.
TEST(Bbr, ProbeBwKeepsTwoProductsAndTheBatches) {
  Script script;
  script.to_probe_bw();
  std::set<std::uint64_t> windows;
  for (int i = 0; i < 3000; ++i) {
    script.flight = script.bbr.pacing_gain() > 1 ? 80'000 : 44'000;
    script.steady_ack();
    if (i > 600) windows.insert(script.bbr.cwnd());
  }
  // An acknowledgment of one segment each is the excess that every epoch begins with. On the way up
  // each acknowledgment adds what it delivers.
  EXPECT_EQ(windows, (std::set<std::uint64_t>{88'000, 89'000, 90'000}));
}

TEST(Bbr, CyclesThroughItsGains) {
  Script script;
  script.to_probe_bw();
  std::vector<double> gains;
  std::vector<TimePs> times;
  while (gains.size() < 20) {
    // Probing upwards fills the pipe by its gain.
    script.flight = script.bbr.pacing_gain() > 1 ? 80'000 : 44'000;
    script.steady_ack();
    const double gain = script.bbr.pacing_gain();
    const bool changes = gains.empty() || gain != gains.back() ||
                         script.now - times.back() >= 41 * kMs;  // a phase of 1 follows another
    if (!changes) continue;
    gains.push_back(gain);
    times.push_back(script.now);
  }
  const auto up = std::find(gains.begin(), gains.end(), 1.25);
  ASSERT_LE(up + 9, gains.end());
  EXPECT_EQ(std::vector<double>(up, up + 9),
            (std::vector<double>{1.25, 0.75, 1, 1, 1, 1, 1, 1, 1.25}));
}

// A cycle may begin with any phase but that which drains; which one depends on the seed alone.
TEST(Bbr, DrawsWhereTheCycleBegins) {
  std::multiset<double> first_gains;
  for (int i = 0; i < 70; ++i) {
    Script script("stream " + std::to_string(i));
    script.to_probe_bw();
    first_gains.insert(script.bbr.pacing_gain());
    Script again("stream " + std::to_string(i));
    again.to_probe_bw();
    EXPECT_EQ(script.bbr.pacing_gain(), again.bbr.pacing_gain());
  }
  EXPECT_EQ(first_gains.count(0.75), 0u);
  EXPECT_NEAR(static_cast<double>(first_gains.count(1.25)), 10, 8);
  EXPECT_EQ(first_gains.count(1.25) + first_gains.count(1), 70u);
}

// Ten seconds without a smaller round trip: four segments for 200 ms and a round.
TEST(Bbr, ProbesTheRoundTripEveryTenSeconds) {
  Script script;
  script.to_probe_bw();
  script.rtt = 45 * kMs;
  while (script.bbr.mode() != Bbr::Mode::kProbeRtt) {
    script.steady_ack();
    ASSERT_LT(script.now, 11 * kPsPerSecond);
  }
  EXPECT_GT(script.now, 10 * kPsPerSecond);
  EXPECT_EQ(script.bbr.cwnd(), 4'000u);
  EXPECT_TRUE(script.bbr.limits_itself());
  EXPECT_EQ(script.bbr.pacing_gain(), 1);
  EXPECT_EQ(script.bbr.min_rtt(), 45 * kMs) << "the old one is out of date";

  script.flight = 4'000;
  script.rtt = 41 * kMs;
  script.app_limited = true;
  const TimePs begun = script.now + kMs;
  while (script.bbr.mode() == Bbr::Mode::kProbeRtt) {
    script.ack(kMs, kMss, script.delivered, 41 * kMs);
    ASSERT_LT(script.now, 12 * kPsPerSecond);
  }
  EXPECT_EQ(script.now, begun + 200 * kMs + kMs);
  EXPECT_EQ(script.bbr.min_rtt(), 41 * kMs);
  EXPECT_GT(script.bbr.cwnd(), 80'000u) << "the window from before";
  EXPECT_EQ(script.bbr.mode(), Bbr::Mode::kProbeBw);
}

// The first round of recovery sends what is delivered; then the model holds again, and at the end
// the window from before.
TEST(Bbr, ConservesPacketsForARoundOfRecovery) {
  Script script;
  script.to_probe_bw();
  for (int i = 0; i < 200; ++i) script.steady_ack();
  const std::uint64_t before = script.bbr.cwnd();
  script.bbr.on_congestion({script.now, Congestion::kLoss, 80'000, script.rtt});
  EXPECT_EQ(script.bbr.cwnd(), before) << "a loss alone changes nothing";
  script.flight = 60'000;
  script.in_recovery = true;
  script.lose(20'000);
  script.steady_ack();
  EXPECT_EQ(script.bbr.cwnd(), 60'000u);
  script.flight = 61'000;
  script.steady_ack();
  EXPECT_EQ(script.bbr.cwnd(), 61'000u);
  for (int i = 0; i < 39; ++i) script.steady_ack();
  EXPECT_GT(script.bbr.cwnd(), 61'000u) << "the next round";
  script.in_recovery = false;
  script.steady_ack();
  EXPECT_GE(script.bbr.cwnd(), before - 2000);
}

TEST(Bbr, ATimeoutLeavesOneSegmentUntilItsLossIsRepaired) {
  Script script;
  script.to_probe_bw();
  for (int i = 0; i < 200; ++i) script.steady_ack();
  const std::uint64_t before = script.bbr.cwnd();
  script.bbr.on_timeout({script.now, Congestion::kLoss, 80'000, script.rtt, 0, 0, 0}, true);
  EXPECT_EQ(script.bbr.cwnd(), kMss);
  script.in_loss = true;
  script.flight = 1000;
  script.steady_ack();
  EXPECT_EQ(script.bbr.cwnd(), 4'000u);
  script.in_loss = false;
  script.steady_ack();
  EXPECT_GE(script.bbr.cwnd(), before - 6'000);
}

TEST(Bbr, MarksChangeNothing) {
  Script script;
  script.to_probe_bw();
  const std::uint64_t before = script.bbr.cwnd();
  script.bbr.on_congestion({script.now, Congestion::kEce, 80'000, script.rtt});
  EXPECT_EQ(script.bbr.cwnd(), before);
}

// A sample limited by the application counts only if it is above the known bandwidth.
TEST(Bbr, APauseMakesItPaceAtTheBandwidth) {
  Script script;
  script.to_probe_bw();
  for (int i = 0; i < 200; ++i) script.steady_ack();
  script.bbr.on_idle(script.now + kPsPerSecond, kPsPerSecond);
  EXPECT_NEAR(static_cast<double>(script.bbr.pacing_bytes_per_s()), 1e6 * kMargin, 1);
}

// --- with endpoints, at a bottleneck

CongestionConfig bbr_config() {
  CongestionConfig config = *congestion_preset("linux");
  config.algorithm = "bbr";
  return config;
}

const Bbr& bbr_of(const ClosedLoop& loop, std::size_t flow = 0) {
  return dynamic_cast<const Bbr&>(loop.sender(flow).congestion());
}

constexpr double kGoodputShare = 1448.0 / 1518;  // of a full frame, with timestamps

struct Path {
  std::uint64_t mbps;
  TimePs rtt;
  std::size_t buffer_packets;
};

// After a second it knows the bandwidth within 2 % and the round trip to the packet's time; what it
// has in flight never exceeds its window, nor that two products and the batches.
TEST(BbrAtABottleneck, FindsBandwidthAndRoundTrip) {
  for (const Path& path :
       {Path{10, 40 * kMs, 200}, Path{50, 10 * kMs, 300}, Path{200, 20 * kMs, 2000}}) {
    ClosedLoop loop({path.mbps * 1'000'000, path.rtt / 2, path.buffer_packets});
    loop.add(bbr_config(), *tcp_preset("linux"), path.rtt / 2);
    const double bandwidth = static_cast<double>(path.mbps) * 1e6 / 8 * kGoodputShare;
    loop.run_to(2 * kPsPerSecond);
    const std::uint64_t delivered = loop.delivered_bytes(0);
    for (TimePs now = 2 * kPsPerSecond; now < 9 * kPsPerSecond; now += 7 * kMs) {
      loop.run_to(now);
      const Bbr& bbr = bbr_of(loop);
      EXPECT_NEAR(bbr.bandwidth_bytes_per_s(), bandwidth, 0.02 * bandwidth);
      EXPECT_GE(bbr.min_rtt(), path.rtt);
      EXPECT_LE(to_ms(bbr.min_rtt()), to_ms(path.rtt) + 3 * 12.2 / static_cast<double>(path.mbps));
      EXPECT_LE(loop.sender(0).flight_bytes(), bbr.cwnd() + 1448);
      const double products = 2 * bandwidth * to_seconds(bbr.min_rtt());
      EXPECT_LE(static_cast<double>(bbr.cwnd()), 1.05 * products + 70'000);
    }
    const double goodput = static_cast<double>(loop.delivered_bytes(0) - delivered) /
                           to_seconds(loop.timers.now() - 2 * kPsPerSecond);
    EXPECT_GT(goodput, 0.95 * bandwidth) << path.mbps;
    EXPECT_EQ(loop.forward.lost, 0u) << path.mbps;
  }
}

// Random losses, which stop CUBIC at 2.6 Mbit/s there.
TEST(BbrAtABottleneck, LossesAloneDoNotSlowItDown) {
  ClosedLoop loop({20'000'000, 20 * kMs, 400});
  RandomStream random(1, "loss");
  loop.forward.lose([&random](const Packet&) { return random.below(100) == 0; });
  loop.add(bbr_config(), *tcp_preset("linux"), 20 * kMs);
  loop.run_to(30 * kPsPerSecond);
  const double mbps = static_cast<double>(loop.delivered_bytes(0)) * 8 / 30 / 1e6;
  EXPECT_GT(mbps, 0.88 * 20 * kGoodputShare);
  EXPECT_EQ(loop.sender(0).statistics().timeouts, 0u);
}

// Between two packets at least half of the first one's time at the fastest rate that it had: what
// came late gives back no more.
TEST(BbrAtABottleneck, SpacesItsPackets) {
  ClosedLoop loop({20'000'000, 20 * kMs, 400});
  TimePs last = kNever;
  std::uint64_t packets = 0;
  unsigned too_close = 0;
  loop.forward.lose([&](const Packet& packet) {
    if (packet.tcp.payload_bytes == 0) return false;
    const TimePs now = loop.timers.now();
    const auto rate = static_cast<double>(loop.sender(0).congestion().pacing_bytes_per_s());
    // The rate may have changed since the packet before: by 1.25 / 0.75 at most in PROBE_BW.
    const TimePs least = from_seconds(0.5 * 0.55 * 1448 / rate);
    if (++packets > 10 && now > kPsPerSecond && now - last < least) ++too_close;
    last = now;
    return false;
  });
  loop.add(bbr_config(), *tcp_preset("linux"), 20 * kMs);
  loop.run_to(8 * kPsPerSecond);
  EXPECT_GT(packets, 10'000u);
  EXPECT_EQ(too_close, 0u);
}

TEST(BbrAtABottleneck, TheSameRunTwiceIsTheSame) {
  const auto run = [] {
    ClosedLoop loop({20'000'000, 20 * kMs, 60});
    loop.add(bbr_config(), *tcp_preset("linux"), 20 * kMs);
    loop.add(bbr_config(), *tcp_preset("linux"), 30 * kMs, kPsPerSecond);
    loop.run_to(15 * kPsPerSecond);
    return std::vector<std::uint64_t>{loop.delivered_bytes(0), loop.delivered_bytes(1),
                                      loop.forward.lost, loop.forward.carried};
  };
  EXPECT_EQ(run(), run());
}

// A policer of 10 Mbit/s with 100 kB of tokens in front of a fast link.
TEST(BbrAtABottleneck, FindsAPolicersRate) {
  ClosedLoop loop({200'000'000, 20 * kMs, 2000});
  constexpr double kRate = 10e6 / 8;
  double tokens = 100e3;
  TimePs last = 0;
  loop.forward.lose([&](const Packet& packet) {
    const TimePs now = loop.timers.now();
    tokens = std::min(100e3, tokens + kRate * to_seconds(now - last));
    last = now;
    if (tokens < packet.size_bytes) return true;
    tokens -= packet.size_bytes;
    return false;
  });
  loop.add(bbr_config(), *tcp_preset("linux"), 20 * kMs);
  loop.run_to(4 * kPsPerSecond);
  const std::uint64_t repeated = loop.sender(0).statistics().retransmitted_segments;
  const std::uint64_t sent = loop.sender(0).statistics().data_segments;
  bool found = false;
  for (TimePs now = 4 * kPsPerSecond; now < 12 * kPsPerSecond; now += 100 * kMs) {
    loop.run_to(now);
    const double bandwidth = bbr_of(loop).bandwidth_bytes_per_s();
    found = found || (bbr_of(loop).pacing_gain() == 1 && bandwidth < 1.1 * kRate);
  }
  EXPECT_TRUE(found);
  const std::uint64_t again = loop.sender(0).statistics().retransmitted_segments - repeated;
  EXPECT_LT(static_cast<double>(again),
            0.15 * static_cast<double>(loop.sender(0).statistics().data_segments - sent));
}

// A request and a response each second: samples of a sender that had nothing to send do not lower
// the bandwidth that is known.
TEST(BbrAtABottleneck, PausesOfTheApplicationDoNotLowerTheBandwidth) {
  ManualTimerQueue timers;
  PacketPool pool;
  Bottleneck forward(timers, {20'000'000, 20 * kMs, 400});
  Bottleneck back(timers, {0, 20 * kMs});
  TcpUser user;
  TcpEndpoint client(*tcp_preset("linux"), {timers, pool, forward, 1},
                     make_congestion_control(bbr_config()), user);
  TcpEndpoint server(*tcp_preset("linux"), {timers, pool, back, 2},
                     make_congestion_control(bbr_config()), user);
  forward.connect(1, server);
  back.connect(2, client);
  server.listen();
  client.connect();
  client.write(4'000'000);
  timers.run_to(4 * kPsPerSecond);
  const auto& bbr = dynamic_cast<const Bbr&>(client.congestion());
  const double known = bbr.bandwidth_bytes_per_s();
  EXPECT_NEAR(known, 2.385e6, 0.05e6);
  for (TimePs now = 5 * kPsPerSecond; now < 9 * kPsPerSecond; now += kPsPerSecond) {
    client.write(10'000);
    timers.run_to(now);
    EXPECT_EQ(bbr.bandwidth_bytes_per_s(), known);
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::bbr_test
