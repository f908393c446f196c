#include "models/hosts/path/host_link.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "models/hosts/link/link.h"
#include "models/hosts/timer_queue/kernel_timer_queue.h"
#include "platform/base/random.h"
#include "tests/models/hosts/recording_sink.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::host_link_test {
namespace {

struct TimedSink : PacketSink {
  using Row = std::tuple<TimePs, FlowId, std::uint64_t>;
  explicit TimedSink(TimerQueue& queue) : timers(queue) {}
  void push(PacketHandle packet) override {
    rows.emplace_back(timers.now(), packet->flow, packet->sequence);
  }
  TimerQueue& timers;
  std::vector<Row> rows;
};

struct Bench {
  explicit Bench(const LinkConfig& config) : link(config, timers, sink) {}

  void push(FlowId flow, std::uint64_t sequence, std::uint32_t size_bytes) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->sequence = sequence;
    packet->size_bytes = size_bytes;
    link.push(std::move(packet));
  }

  PacketPool pool;
  ManualTimerQueue timers;
  TimedSink sink{timers};
  HostLink link;
};

using Rows = std::vector<TimedSink::Row>;

TEST(HostLink, SerialisesAndDelaysExactly) {
  Bench bench({1'000'000'000, 20, 5 * kPsPerUs, {}});
  bench.push(0, 0, 105);  // 125 octets at 8 ns
  bench.push(0, 1, 230);  // 250, right behind
  bench.timers.run_to(2 * kPsPerUs);
  bench.push(0, 2, 480);  // 500, 1 us before the line is free
  bench.timers.run_to(kPsPerMs);
  bench.push(0, 3, 105);
  bench.timers.run_to(2 * kPsPerMs);
  EXPECT_EQ(bench.sink.rows, (Rows{{6 * kPsPerUs, 0, 0},
                                   {8 * kPsPerUs, 0, 1},
                                   {12 * kPsPerUs, 0, 2},
                                   {kPsPerMs + 6 * kPsPerUs, 0, 3}}));
}

TEST(HostLink, TakesOnePicosecondAtLeastWithoutARate) {
  Bench bench({});
  bench.timers.run_to(40);
  bench.push(0, 0, 64);
  bench.timers.run_to(50);
  EXPECT_EQ(bench.sink.rows, (Rows{{41, 0, 0}}));
}

TEST(HostLink, OrdersOneInstantByFlowAndSequence) {
  Bench bench({8'000'000'000'000, 0, 0, {}});
  bench.push(5, 0, 30);
  bench.push(1, 1, 20);
  bench.push(1, 0, 10);
  bench.timers.run_to(1'000);
  EXPECT_EQ(bench.sink.rows, (Rows{{10, 1, 0}, {30, 1, 1}, {60, 5, 0}}));
}

TEST(HostLink, DropsWhatFindsNoRoom) {
  Bench bench({8'000'000, 0, kPsPerMs, 250});  // an octet takes 1 us
  for (std::uint64_t i = 0; i < 4; ++i) bench.push(0, i, 100);
  EXPECT_EQ(bench.link.packets_inside(), 4U);
  bench.timers.run_to(10 * kPsPerMs);
  EXPECT_EQ(bench.sink.rows.size(), 2U);
  EXPECT_EQ(bench.link.dropped_packets(), 2U);
  EXPECT_EQ(bench.link.dropped_bytes(), 200U);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

TEST(HostLink, DeliversBeforeTimeoutsOfTheSameInstant) {
  Bench bench({{}, 0, 700, {}});
  std::size_t arrived = 0;
  Timer timeout(bench.timers, 1, [&] { arrived = bench.sink.rows.size(); });
  timeout.arm(700);
  bench.push(0, 0, 64);
  bench.push(3, 0, 64);
  bench.timers.run_to(700);
  EXPECT_EQ(arrived, 2U);
}

TEST(HostLink, DoesWhatALinkDoes) {
  const LinkConfig config = {7'000'000'000, 20, 3 * kPsPerUs + 1, 20'000, 12};
  KernelTimerQueue timers("timers");
  RecordingSink by_link;
  RecordingSink by_host_link;
  Link link("link", config, by_link);
  HostLink host_link(config, timers, by_host_link);
  PacketPool pool;
  RandomStream random(5, "test/link");
  for (std::uint64_t i = 0; i < 2'000; ++i) {
    const auto flow = static_cast<FlowId>(random.below(4));
    const auto size = static_cast<std::uint32_t>(random.between(64, 1'518));
    for (PacketSink* sink :
         {static_cast<PacketSink*>(&link), static_cast<PacketSink*>(&host_link)}) {
      PacketHandle packet = pool.take();
      packet->flow = flow;
      packet->sequence = i;
      packet->size_bytes = size;
      sink->push(std::move(packet));
    }
    if (random.below(3) > 0) {
      sc_core::sc_start(platform::to_sc_time(random.between(1, 3 * kPsPerUs)));
    }
  }
  sc_core::sc_start(platform::to_sc_time(kPsPerMs));
  EXPECT_EQ(by_host_link.rows, by_link.rows);
  EXPECT_EQ(host_link.dropped_packets(), link.dropped_packets());
  EXPECT_GT(link.dropped_packets(), 0U);
}

}  // namespace
}  // namespace docsis_vp::hosts::host_link_test
