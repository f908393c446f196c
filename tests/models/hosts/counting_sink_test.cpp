#include "models/hosts/counting_sink/counting_sink.h"

#include <gtest/gtest.h>

#include <vector>

#include "platform/kernel/kernel_time.h"

namespace docsis_vp::hosts::counting_sink_test {
namespace {

struct Bench {
  PacketPool pool;

  void push(CountingSink& sink, FlowId flow, std::uint64_t sequence, TimePs created,
            Ecn ecn = Ecn::kNotEct) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->sequence = sequence;
    packet->size_bytes = 100;
    packet->created = created;
    packet->ecn = ecn;
    sink.push(std::move(packet));
  }
};

TEST(CountingSink, MeasuresOneWayDelayFromTheLastOctetSent) {
  Bench bench;
  CountingSink sink;
  sc_core::sc_start(platform::to_sc_time(1'000));
  bench.push(sink, 3, 0, 900);
  sc_core::sc_start(platform::to_sc_time(1'000));
  bench.push(sink, 3, 1, 1'700, Ecn::kCe);
  const FlowCount& flow = sink.flow(3);
  EXPECT_EQ(flow.packets, 2U);
  EXPECT_EQ(flow.bytes, 200U);
  EXPECT_EQ(flow.total_marked_packets, 1U);
  EXPECT_EQ(flow.one_way_ps.min(), 100U);
  EXPECT_EQ(flow.one_way_ps.max(), 300U);
  EXPECT_DOUBLE_EQ(flow.one_way_ps.mean().value(), 200);
  EXPECT_EQ(sink.flow(0).packets, 0U);
  EXPECT_EQ(sink.flow(99).packets, 0U);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

// Where a flow has a receiver, the packet goes on once it is counted.
TEST(CountingSink, PassesPacketsOnToTheReceiver) {
  struct Receiver : PacketSink {
    void push(PacketHandle packet) override { sequences.push_back(packet->sequence); }
    std::vector<std::uint64_t> sequences;
  };
  Bench bench;
  Receiver receiver;
  CountingSink sink(1);
  sink.forward(1, receiver);
  bench.push(sink, 1, 0, 0);  // of the warm-up
  bench.push(sink, 2, 5, 0);
  bench.push(sink, 1, 1, 0);
  EXPECT_EQ(receiver.sequences, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(sink.flow(1).packets, 0U);
  EXPECT_EQ(sink.flow(1).total_packets, 2U);
  EXPECT_EQ(sink.flow(1).total_bytes, 200U);
}

struct GapCase {
  std::vector<std::uint64_t> arrivals;
  std::uint64_t lost;
  std::uint64_t reordered;
};

TEST(CountingSink, CountsGapsAndForgetsThoseThatFill) {
  const std::vector<GapCase> cases = {
      {{0, 1, 2}, 0, 0}, {{0, 3}, 2, 0},       {{2}, 2, 0},
      {{0, 2, 1}, 0, 1}, {{3, 2, 1, 0}, 0, 3}, {{0, 5, 2, 7, 6}, 3, 2},
  };
  Bench bench;
  CountingSink sink;
  for (FlowId flow = 0; flow < cases.size(); ++flow) {
    for (const std::uint64_t sequence : cases[flow].arrivals) {
      bench.push(sink, flow, sequence, 0);
    }
    EXPECT_EQ(sink.flow(flow).lost_packets(), cases[flow].lost) << "case " << flow;
    EXPECT_EQ(sink.flow(flow).reordered_packets, cases[flow].reordered) << "case " << flow;
  }
}

TEST(CountingSink, LeavesTheWarmUpOut) {
  Bench bench;
  CountingSink sink(500);
  sc_core::sc_start(platform::to_sc_time(2'000));
  bench.push(sink, 0, 4, 499);  // 0..3 are lost, before the warm-up ends
  bench.push(sink, 0, 8, 500);  // 5..7 may all have been created after it
  EXPECT_EQ(sink.flow(0).packets, 1U);
  EXPECT_EQ(sink.flow(0).lost_packets(), 3U);
  bench.push(sink, 0, 6, 480);  // 5 was created before it, then
  EXPECT_EQ(sink.flow(0).lost_packets(), 1U);
  EXPECT_EQ(sink.flow(0).reordered_packets, 0U);
  bench.push(sink, 0, 7, 490);
  EXPECT_EQ(sink.flow(0).lost_packets(), 0U);
  EXPECT_EQ(sink.packets(), 4U);
  EXPECT_EQ(sink.bytes(), 400U);
}

}  // namespace
}  // namespace docsis_vp::hosts::counting_sink_test
