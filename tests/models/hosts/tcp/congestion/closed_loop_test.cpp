// Algorithms on real endpoints, several at one bottleneck.
#include "tests/models/hosts/tcp/congestion/closed_loop.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::hosts::closed_loop_test {
namespace {

CongestionConfig algorithm(const std::string& name) {
  CongestionConfig config;
  config.algorithm = name;
  return config;
}

TcpConfig endpoint(TcpEcn ecn = TcpEcn::kOff) {
  TcpConfig config = *tcp_preset("linux");
  config.ecn = ecn;
  return config;
}

// Results of one period.
struct Stretch {
  std::vector<double> mbps;  // goodput of each flow
  double total_mbps = 0;
  double mean_wait_ms = 0;  // in the bottleneck, the packet's own transmission included
  std::uint64_t lost = 0;
};

Stretch observe(ClosedLoop& loop, std::size_t flows, TimePs from, TimePs to) {
  loop.run_to(from);
  std::vector<std::uint64_t> before;
  for (std::size_t i = 0; i < flows; ++i) before.push_back(loop.delivered_bytes(i));
  const std::uint64_t carried = loop.forward.carried;
  const std::uint64_t lost = loop.forward.lost;
  const TimePs waited = loop.forward.waited;
  loop.run_to(to);
  Stretch stretch;
  for (std::size_t i = 0; i < flows; ++i) {
    const auto octets = static_cast<double>(loop.delivered_bytes(i) - before[i]);
    stretch.mbps.push_back(octets * 8 / to_seconds(to - from) / 1e6);
    stretch.total_mbps += stretch.mbps.back();
  }
  stretch.mean_wait_ms =
      to_ms(loop.forward.waited - waited) / static_cast<double>(loop.forward.carried - carried);
  stretch.lost = loop.forward.lost - lost;
  return stretch;
}

constexpr double kGoodputShare = 1448.0 / 1518;  // of a full frame, with timestamps

// The later flow starts when the other has all of the link. Early losses at random keep the queue
// from overflowing in step with one flow's packets.
TEST(ClosedLoop, TwoEqualFlowsConvergeToEqualShares) {
  for (const std::string name : {"reno", "cubic"}) {
    ClosedLoop loop({20'000'000, 20 * kPsPerMs, 100});
    RandomStream random(1, name);
    loop.forward.lose([&loop, &random](const Packet&) {
      const std::size_t queued = loop.forward.queued_packets();
      return queued > 30 && random.below(2000) < queued - 30;
    });
    loop.add(algorithm(name), endpoint(), 20 * kPsPerMs);
    loop.add(algorithm(name), endpoint(), 21 * kPsPerMs, 10 * kPsPerSecond);
    const Stretch stretch = observe(loop, 2, 40 * kPsPerSecond, 160 * kPsPerSecond);
    EXPECT_GT(stretch.total_mbps, 0.95 * 20 * kGoodputShare) << name;
    EXPECT_NEAR(stretch.mbps[0] / stretch.mbps[1], 1, 0.2) << name;
    EXPECT_GT(stretch.lost, 0u) << name;
  }
}

TEST(ClosedLoop, TwoDctcpFlowsShareEquallyAndKeepTheQueueAtItsStep) {
  ClosedLoop loop({100'000'000, 5 * kPsPerMs, 1000, 20});
  loop.add(algorithm("dctcp"), endpoint(TcpEcn::kDctcp), 5 * kPsPerMs);
  loop.add(algorithm("dctcp"), endpoint(TcpEcn::kDctcp), 5 * kPsPerMs, 2 * kPsPerSecond);
  const Stretch stretch = observe(loop, 2, 5 * kPsPerSecond, 20 * kPsPerSecond);
  EXPECT_EQ(stretch.lost, 0u);
  EXPECT_GT(stretch.total_mbps, 0.95 * 100 * kGoodputShare);
  EXPECT_LT(stretch.mean_wait_ms, 30 * 1518 * 8 / 1e5);
  EXPECT_NEAR(stretch.mbps[0] / stretch.mbps[1], 1, 0.2);
}

// A step at 1 ms, as at the low-latency queues that it is made for.
TEST(ClosedLoop, PragueKeepsTheQueueShortAndTheLinkBusy) {
  ClosedLoop loop({50'000'000, 10 * kPsPerMs, 1000, 4});
  loop.add(algorithm("prague"), endpoint(TcpEcn::kAccurate), 10 * kPsPerMs);
  loop.add(algorithm("prague"), endpoint(TcpEcn::kAccurate), 10 * kPsPerMs, 2 * kPsPerSecond);
  const Stretch stretch = observe(loop, 2, 10 * kPsPerSecond, 30 * kPsPerSecond);
  EXPECT_EQ(stretch.lost, 0u);
  EXPECT_GT(stretch.total_mbps, 0.9 * 50 * kGoodputShare);
  EXPECT_LT(stretch.mean_wait_ms, 2);
  EXPECT_NEAR(stretch.mbps[0] / stretch.mbps[1], 1, 0.3);
}

// Round trips of 5 and 20 ms, both below the reference of 25 ms.
TEST(ClosedLoop, PragueHardlyFavoursTheShorterRoundTrip) {
  const auto ratio = [](bool independent) {
    CongestionConfig config = algorithm("prague");
    config.prague.rtt_independence = independent;
    ClosedLoop loop({50'000'000, 2 * kPsPerMs, 1000, 8});
    loop.add(config, endpoint(TcpEcn::kAccurate), 3 * kPsPerMs);
    loop.add(config, endpoint(TcpEcn::kAccurate), 18 * kPsPerMs);
    const Stretch stretch = observe(loop, 2, 10 * kPsPerSecond, 40 * kPsPerSecond);
    return stretch.mbps[0] / stretch.mbps[1];
  };
  const double independent = ratio(true);
  EXPECT_LT(independent, 1.6);
  EXPECT_GT(ratio(false), 2 * independent);
}

TEST(ClosedLoop, LedbatAloneKeepsItsTargetInTheQueueAndTheLinkBusy) {
  ClosedLoop loop({10'000'000, 20 * kPsPerMs, 1000});
  loop.add(algorithm("ledbat"), endpoint(), 20 * kPsPerMs);
  const Stretch stretch = observe(loop, 1, 60 * kPsPerSecond, 120 * kPsPerSecond);
  EXPECT_NEAR(stretch.mean_wait_ms, 100, 10);
  EXPECT_GT(stretch.total_mbps, 0.99 * 10 * kGoodputShare);
  EXPECT_EQ(stretch.lost, 0u);
}

TEST(ClosedLoop, LedbatYieldsToRenoAndTakesTheLinkBackWhenRenoIsAbsent) {
  ClosedLoop loop({10'000'000, 20 * kPsPerMs, 250});  // 300 ms of buffer
  loop.add(algorithm("ledbat"), endpoint(), 20 * kPsPerMs);
  loop.add(algorithm("reno"), endpoint(), 20 * kPsPerMs, 60 * kPsPerSecond);
  const Stretch alone = observe(loop, 2, 40 * kPsPerSecond, 60 * kPsPerSecond);
  EXPECT_GT(alone.mbps[0], 0.98 * 10 * kGoodputShare);
  const Stretch together = observe(loop, 2, 80 * kPsPerSecond, 180 * kPsPerSecond);
  EXPECT_LT(together.mbps[0], 0.1 * together.mbps[1]);
  EXPECT_GT(together.total_mbps, 0.97 * 10 * kGoodputShare);
}

// All of it, a second time.
TEST(ClosedLoop, RunsTheSameWayTwice) {
  std::vector<std::uint64_t> delivered[2];
  for (std::vector<std::uint64_t>& run : delivered) {
    ClosedLoop loop({20'000'000, 10 * kPsPerMs, 40, 20});
    for (const std::string& name : congestion_control_names()) {
      loop.add(algorithm(name), endpoint(TcpEcn::kClassic), 10 * kPsPerMs);
    }
    for (int second = 1; second <= 10; ++second) {
      loop.run_to(second * kPsPerSecond);
      for (std::size_t flow = 0; flow < congestion_control_names().size(); ++flow) {
        run.push_back(loop.delivered_bytes(flow));
      }
    }
  }
  EXPECT_EQ(delivered[0], delivered[1]);
}

}  // namespace
}  // namespace docsis_vp::hosts::closed_loop_test
