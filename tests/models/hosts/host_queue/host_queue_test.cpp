#include "models/hosts/host_queue/host_queue.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "models/hosts/path/host_link.h"
#include "platform/base/errors.h"
#include "tests/models/hosts/tcp/tcp_pair.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::host_queue_test {
namespace {

constexpr std::uint64_t kGigabit = 1'000'000'000;
constexpr TimePs kOctet = 8 * kPsPerNs;  // at 1 Gbit/s

struct TimedSink : PacketSink {
  using Row = std::tuple<TimePs, FlowId, std::uint64_t>;
  explicit TimedSink(TimerQueue& queue) : timers(queue) {}
  void push(PacketHandle packet) override {
    rows.emplace_back(timers.now(), packet->flow, packet->sequence);
    bytes += packet->size_bytes;
    if (then) then(*packet);
  }
  TimerQueue& timers;
  std::vector<Row> rows;
  std::uint64_t bytes = 0;
  std::function<void(const Packet&)> then;
};

using Rows = std::vector<TimedSink::Row>;

struct Bench {
  explicit Bench(const HostQueueConfig& config = {}) : queue(config, flows, timers, sink) {}

  void push(FlowId flow, std::uint64_t sequence, std::uint32_t size_bytes) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->sequence = sequence;
    packet->size_bytes = size_bytes;
    packet->created = timers.now();
    queue.push(std::move(packet));
  }

  PacketPool pool;
  ManualTimerQueue timers;
  TimedSink sink{timers};
  HostFlows flows;
  HostQueue queue;
};

// 8 octets of preamble and the frame; then 12 octets of gap before the next one may begin.
TEST(HostQueue, FramesBackToBackArriveAsFarApartAsTheLineNeeds) {
  Bench bench;
  bench.timers.run_to(40);
  bench.push(0, 0, 1'518);
  bench.push(0, 1, 64);
  bench.push(0, 2, 1'518);
  bench.timers.run_to(kPsPerMs);
  EXPECT_EQ(bench.sink.rows, (Rows{{40 + 1'526 * kOctet, 0, 0},
                                   {40 + (1'538 + 72) * kOctet, 0, 1},
                                   {40 + (1'538 + 84 + 1'526) * kOctet, 0, 2}}));
}

TEST(HostQueue, AFrameOnAnIdleLineWaitsForNothing) {
  Bench bench;
  bench.push(0, 0, 1'518);
  // The line is idle again when the gap is over, not when the frame has arrived.
  bench.timers.run_to(1'538 * kOctet);
  bench.push(0, 1, 64);
  bench.timers.run_to(kPsPerMs);
  EXPECT_EQ(std::get<0>(bench.sink.rows.at(1)), (1'538 + 72) * kOctet);
  EXPECT_EQ(*bench.flows.count(0).waits_ps().max(), 0U);
  EXPECT_EQ(bench.flows.count(0).waits_ps().count(), 2U);
}

TEST(HostQueue, WithinTheGapAFrameWaitsForItsRest) {
  Bench bench;
  bench.push(0, 0, 1'518);
  bench.timers.run_to(1'530 * kOctet);
  bench.push(0, 1, 64);
  bench.timers.run_to(kPsPerMs);
  EXPECT_EQ(std::get<0>(bench.sink.rows.at(1)), (1'538 + 72) * kOctet);
  EXPECT_EQ(*bench.flows.count(0).waits_ps().max(), static_cast<std::uint64_t>(8 * kOctet));
}

// Both lines of a port at once, neither in the way of the other.
TEST(HostQueue, IsOneDirectionOfAFullDuplexLine) {
  Bench bench;
  TimedSink hosts(bench.timers);
  HostLink back(ethernet_link(kGigabit), bench.timers, hosts);
  for (std::uint64_t i = 0; i < 3; ++i) {
    bench.push(0, i, 1'000);
    PacketHandle packet = bench.pool.take();
    packet->flow = 1;
    packet->sequence = i;
    packet->size_bytes = 500;
    back.push(std::move(packet));
  }
  bench.timers.run_to(kPsPerMs);
  EXPECT_EQ(bench.sink.rows, (Rows{{1'008 * kOctet, 0, 0},
                                   {(1'020 + 1'008) * kOctet, 0, 1},
                                   {(2'040 + 1'008) * kOctet, 0, 2}}));
  EXPECT_EQ(
      hosts.rows,
      (Rows{{508 * kOctet, 1, 0}, {(520 + 508) * kOctet, 1, 1}, {(1'040 + 508) * kOctet, 1, 2}}));
}

struct Rate {
  unsigned mbps;
  TimePs octet;
  double million_shortest;  // frames a second
};

class HostQueueRate : public ::testing::TestWithParam<Rate> {};

TEST_P(HostQueueRate, CarriesWhatEthernetCarries) {
  HostQueueConfig config;
  config.rate_bps = std::uint64_t{GetParam().mbps} * 1'000'000;
  config.packets = 10'000;
  Bench bench(config);
  for (std::uint64_t i = 0; i < 1'000; ++i) bench.push(0, i, 64);
  bench.timers.run_to(10 * kPsPerSecond);
  ASSERT_EQ(bench.sink.rows.size(), 1'000U);
  const TimePs apart = std::get<0>(bench.sink.rows[999]) - std::get<0>(bench.sink.rows[0]);
  EXPECT_EQ(apart, 999 * 84 * GetParam().octet);
  EXPECT_NEAR(999 / to_us(apart), GetParam().million_shortest, 0.005);
}

INSTANTIATE_TEST_SUITE_P(All, HostQueueRate,
                         ::testing::Values(Rate{10, 800'000, 0.01488}, Rate{100, 80'000, 0.1488},
                                           Rate{1'000, 8'000, 1.488}, Rate{2'500, 3'200, 3.72},
                                           Rate{5'000, 1'600, 7.44}, Rate{10'000, 800, 14.88}));

TEST(HostQueue, WithoutALineFramesArriveAsTheyArePushed) {
  HostQueueConfig config;
  config.rate_bps.reset();
  config.packets = 1;
  config.warmup = kPsPerMs;
  Bench bench(config);
  bench.timers.run_to(40);
  for (std::uint64_t i = 0; i < 5; ++i) bench.push(3, i, 1'518);
  EXPECT_EQ(bench.sink.rows.size(), 5U);
  EXPECT_EQ(bench.flows.waiting_bytes(3), 0U);
  EXPECT_EQ(bench.queue.packets_inside(), 0U);
  bench.timers.run_to(2 * kPsPerMs);
  bench.push(3, 5, 64);
  EXPECT_EQ(bench.sink.rows.back(), std::make_tuple(2 * kPsPerMs, FlowId{3}, std::uint64_t{5}));
  EXPECT_EQ(bench.sink.rows.front(), std::make_tuple(TimePs{40}, FlowId{3}, std::uint64_t{0}));
  EXPECT_EQ(bench.queue.sent_packets(), 6U);
  EXPECT_EQ(bench.queue.sent_bytes(), 5U * 1'518 + 64);
  EXPECT_EQ(bench.queue.total().dropped_packets, 0U);
  EXPECT_EQ(bench.queue.peak_packets(), 0U);
  EXPECT_EQ(bench.flows.count(3).waits_ps().count(), 1U) << "after the warm-up";
  EXPECT_FALSE(bench.queue.rate_bps());
}

// Two sources that push at one instant: the order of their processes does not show.
TEST(HostQueue, OrdersOneInstantByFlowAndSequence) {
  const std::vector<std::vector<std::pair<FlowId, std::uint64_t>>> orders = {
      {{1, 0}, {1, 1}, {4, 0}, {4, 1}},
      {{4, 0}, {1, 0}, {4, 1}, {1, 1}},
      {{4, 1}, {4, 0}, {1, 1}, {1, 0}}};
  std::vector<Rows> seen;
  for (const auto& order : orders) {
    HostQueueConfig config;
    config.packets = 2;
    Bench bench(config);
    for (const auto& [flow, sequence] : order) bench.push(flow, sequence, 100);
    bench.timers.run_to(kPsPerMs);
    EXPECT_EQ(bench.flows.count(4).dropped_packets, 1U);
    seen.push_back(bench.sink.rows);
  }
  EXPECT_EQ(seen[0], (Rows{{108 * kOctet, 1, 0}, {228 * kOctet, 1, 1}, {348 * kOctet, 4, 0}}));
  EXPECT_EQ(seen[1], seen[0]);
  EXPECT_EQ(seen[2], seen[0]);
}

// Nor does it where one of them reacts to a frame that arrives at the instant.
TEST(HostQueue, OrdersWhatIsPushedWhileAFrameArrives) {
  const auto run = [](bool before) {
    Bench bench;
    const TimePs arrival = 108 * kOctet;
    const auto other = bench.timers.make_arrival_timer([&bench] { bench.push(9, 0, 200); });
    bench.sink.then = [&bench](const Packet& packet) {
      if (packet.flow == 1 && packet.sequence == 0) bench.push(1, 1, 300);
    };
    bench.push(1, 0, 100);
    if (before) {
      // As a process that runs before the queue does at that instant.
      bench.timers.run_to(arrival - 1);
      bench.timers.turn_to(arrival);
      bench.push(9, 0, 200);
    } else {
      other->set_if_earlier(arrival);
    }
    bench.timers.run_to(kPsPerMs);
    return bench.sink.rows;
  };
  EXPECT_EQ(run(true), run(false));
  EXPECT_EQ(run(true).size(), 3U);
  EXPECT_EQ(std::get<1>(run(true)[1]), 1U);
}

// 1000 wait behind the one that is being sent.
TEST(HostQueue, AFloodLosesAtTheTailOfAThousandFrames) {
  Bench bench;
  for (std::uint64_t i = 0; i < 1'500; ++i) bench.push(0, i, 100);
  bench.timers.run_to(100 * kPsPerMs);
  EXPECT_EQ(bench.sink.rows.size(), 1'001U);
  const HostCount& count = bench.flows.count(0);
  EXPECT_EQ(count.dropped_packets, 499U);
  EXPECT_EQ(count.dropped_bytes, 49'900U);
  EXPECT_EQ(bench.queue.peak_packets(), 1'000U);
  EXPECT_EQ(bench.queue.total().dropped_packets, 499U);
  EXPECT_EQ(*count.waits_ps().max(), static_cast<std::uint64_t>(1'000 * 120 * kOctet));
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

// At twice the rate of the line: every second frame finds no room once the queue is full.
TEST(HostQueue, ConservesFrames) {
  HostQueueConfig config;
  config.packets = 10;
  config.warmup = 20 * 520 * kOctet;
  Bench bench(config);
  constexpr std::uint64_t kFrames = 200;
  for (std::uint64_t i = 0; i < kFrames; ++i) {
    bench.timers.run_to(static_cast<TimePs>(i) * 510 * kOctet);
    bench.push(3, i, 1'000);
    ASSERT_EQ(bench.queue.packets_inside() + bench.sink.rows.size() +
                  bench.flows.count(3).dropped_packets,
              i + 1);
  }
  EXPECT_EQ(bench.queue.packets_inside(), 12U) << "the last one's fate is not decided yet";
  bench.timers.run_to(kPsPerSecond);
  const HostCount& count = bench.flows.count(3);
  EXPECT_EQ(bench.sink.rows.size() + count.dropped_packets, kFrames);
  EXPECT_EQ(bench.queue.sent_packets(), bench.sink.rows.size());
  EXPECT_EQ(bench.queue.sent_bytes(), bench.sink.bytes);
  EXPECT_NEAR(static_cast<double>(count.dropped_packets), kFrames / 2.0 - 10, 2);
  EXPECT_EQ(count.waits_ps().count() + count.measured_dropped_packets, kFrames - 21);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

// Its frames are never lost, and it hears when one of them has left, once each time it asks.
TEST(HostQueue, ASenderThatLimitsItselfIsStoppedAndGoesOn) {
  HostQueueConfig config;
  config.packets = 1;
  Bench bench(config);
  std::vector<TimePs> calls;
  bench.flows.set_flow_control(2, [&] { calls.push_back(bench.timers.now()); });
  for (std::uint64_t i = 0; i < 4; ++i) bench.push(2, i, 100);
  EXPECT_EQ(bench.flows.waiting_bytes(2), 400U);
  bench.flows.stop(2);
  bench.timers.run_to(228 * kOctet);
  EXPECT_EQ(calls, (std::vector<TimePs>{108 * kOctet}));
  EXPECT_EQ(bench.flows.waiting_bytes(2), 200U);
  bench.flows.stop(2);
  bench.timers.run_to(kPsPerMs);
  EXPECT_EQ(calls, (std::vector<TimePs>{108 * kOctet, 348 * kOctet}));
  EXPECT_EQ(bench.sink.rows.size(), 4U);
  EXPECT_EQ(bench.flows.waiting_bytes(2), 0U);
}

TEST(HostQueue, RefusesWhatNoLineIs) {
  ManualTimerQueue timers;
  TimedSink sink(timers);
  HostFlows flows;
  HostQueueConfig config;
  config.rate_bps = 0;
  EXPECT_THROW(HostQueue(config, flows, timers, sink), ConfigError);
  config = {};
  config.packets = 0;
  EXPECT_THROW(HostQueue(config, flows, timers, sink), ConfigError);
}

// A connection from a host with a line of its own, over a path of 10 ms each way.
struct TcpBench {
  explicit TcpBench(std::uint64_t rate_bps, std::uint32_t packets = 1'000)
      : up(timers, 10 * kPsPerMs),
        down(timers, 10 * kPsPerMs),
        queue({rate_bps, packets, 0}, flows, timers, up),
        client(config(), {timers, pool, queue, 1, &flows}, std::make_unique<Reno>(), client_user),
        server(config(), {timers, pool, down, 2}, std::make_unique<Reno>(), server_user) {
    up.connect(server);
    down.connect(client);
    server.listen();
  }
  static TcpConfig config() { return *tcp_preset("linux"); }

  PacketPool pool;
  ManualTimerQueue timers;
  TestPath up;
  TestPath down;
  HostFlows flows;
  HostQueue queue;
  NotingUser client_user;
  NotingUser server_user;
  TcpEndpoint client;
  TcpEndpoint server;
};

constexpr std::uint64_t kFrame = 1'518;  // 1448 of payload, 12 of timestamps, headers

// Two buffers of two segments at least, one frame more: tcp_small_queue_check() looks before it
// sends.
TEST(HostQueueAndTcp, TheSenderStopsAndLosesNothing) {
  TcpBench bench(10'000'000, 5);
  bench.client.connect();
  bench.client.write(1'000'000);
  std::uint64_t most = 0;
  for (TimePs at = 0; at < 3 * kPsPerSecond; at += kPsPerMs / 8) {
    bench.timers.run_to(at);
    most = std::max(most, bench.flows.waiting_bytes(1));
  }
  EXPECT_EQ(bench.server_user.delivered, 1'000'000U);
  EXPECT_EQ(bench.flows.count(1).dropped_packets, 0U);
  EXPECT_EQ(bench.client.statistics().retransmitted_segments, 0U);
  EXPECT_EQ(most, 5 * kFrame);
}

// The line is never idle while there is data and window: the sender goes on in time.
TEST(HostQueueAndTcp, KeepsTheLineBusy) {
  TcpBench bench(10'000'000);
  bench.client.connect();
  bench.client.write_unlimited();
  bench.timers.run_to(kPsPerSecond);
  const std::uint64_t before = bench.queue.sent_bytes();
  const std::uint64_t frames_before = bench.queue.sent_packets();
  bench.timers.run_to(3 * kPsPerSecond);
  const std::uint64_t octets =
      bench.queue.sent_bytes() - before + 20 * (bench.queue.sent_packets() - frames_before);
  EXPECT_NEAR(static_cast<double>(octets), 2 * 10e6 / 8, 1'538);
}

// Round trips count from the hand-over to the queue: 20 ms of path, and what waits before.
TEST(HostQueueAndTcp, TheWaitBelongsToTheRoundTrip) {
  TcpBench bench(10'000'000);
  bench.client.connect();
  bench.client.write_unlimited();
  bench.timers.run_to(2 * kPsPerSecond);
  const TimePs frame = (static_cast<TimePs>(kFrame) + 20) * 800 * kPsPerNs;
  const TimePs longest =
      *std::max_element(bench.client_user.rtts.begin(), bench.client_user.rtts.end());
  const auto wait = static_cast<TimePs>(*bench.flows.count(1).waits_ps().max());
  EXPECT_GE(wait, 3 * frame);
  EXPECT_GE(longest, 20 * kPsPerMs + wait);
  EXPECT_LE(longest, 20 * kPsPerMs + wait + 40 * kPsPerMs + 2 * frame);  // delayed acknowledgment
}

// The limit is a millisecond of the rate where that is more than four segments.
TEST(HostQueueAndTcp, AFastSenderMayQueueAMillisecondOfItsRate) {
  TcpBench bench(kGigabit);
  bench.client.connect();
  bench.client.write_unlimited();
  std::uint64_t most = 0;
  for (TimePs at = 0; at < 2 * kPsPerSecond; at += kPsPerMs / 16) {
    bench.timers.run_to(at);
    most = std::max(most, bench.flows.waiting_bytes(1));
    const std::uint64_t cwnd = bench.client.congestion().cwnd();
    const std::uint64_t millisecond = 2 * cwnd / 20;
    ASSERT_LE(bench.flows.waiting_bytes(1), std::max(5 * kFrame, millisecond + 2 * kFrame));
  }
  EXPECT_GT(most, 10 * kFrame);
  EXPECT_EQ(bench.client.statistics().retransmitted_segments, 0U);
}

}  // namespace
}  // namespace docsis_vp::hosts::host_queue_test
