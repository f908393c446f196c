#include "models/cm/lan_port/lan_port.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "models/cm/flow_interfaces.h"
#include "platform/kernel/kernel_time.h"

namespace docsis_vp::cm::lan_port_test {
namespace {

struct Log : ArrivalSink {
  explicit Log(unsigned port) : port_number(port) {}
  void arrive(PacketHandle packet, TimePs arrived) override {
    all().emplace_back(port_number, packet->flow, packet->sequence, arrived, platform::now_ps());
  }
  using Row = std::tuple<unsigned, FlowId, std::uint64_t, TimePs, TimePs>;
  static std::vector<Row>& all() {
    static std::vector<Row> rows;
    return rows;
  }
  unsigned port_number;
};

struct Bench {
  PacketPool pool;
  platform::InstantSequencer sequencer{"sequencer"};
  Log log0{0};
  Log log1{1};
  // Registered in the wrong order on purpose.
  LanPort port1{"port1", 1, sequencer, log1};
  LanPort port0{"port0", 0, sequencer, log0};

  void push(LanPort& port, FlowId flow, std::uint64_t sequence) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->sequence = sequence;
    packet->size_bytes = 100;
    port.push(std::move(packet));
  }
};

TEST(LanPort, OrdersOneInstantByPortFlowAndSequence) {
  Bench bench;
  sc_core::sc_start(platform::to_sc_time(500));
  bench.push(bench.port1, 0, 0);
  bench.push(bench.port0, 7, 0);
  bench.push(bench.port0, 2, 9);
  bench.push(bench.port0, 2, 8);
  EXPECT_TRUE(Log::all().empty());
  sc_core::sc_start(platform::to_sc_time(1));
  const std::vector<Log::Row> expected = {
      {0, 2, 8, 500, 500}, {0, 2, 9, 500, 500}, {0, 7, 0, 500, 500}, {1, 0, 0, 500, 500}};
  EXPECT_EQ(Log::all(), expected);
  EXPECT_EQ(bench.port0.packets(), 3U);
  EXPECT_EQ(bench.port0.bytes(), 300U);
}

TEST(LanPort, KeepsTheTimeOfArrivalWhenHeldBack) {
  Bench bench;
  sc_core::sc_start(platform::to_sc_time(500));
  bench.sequencer.hold_from(kEnqueue);
  bench.push(bench.port0, 1, 0);
  sc_core::sc_start(platform::to_sc_time(5));
  const std::vector<Log::Row> expected = {{0, 1, 0, 500, 501}};
  EXPECT_EQ(Log::all(), expected);
}

}  // namespace
}  // namespace docsis_vp::cm::lan_port_test
