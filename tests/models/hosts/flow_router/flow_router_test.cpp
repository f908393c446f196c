#include "models/hosts/flow_router/flow_router.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace docsis_vp::hosts::flow_router_test {
namespace {

struct Keeper : PacketSink {
  void push(PacketHandle packet) override { flows.push_back(packet->flow); }
  std::vector<FlowId> flows;
};

struct Bench {
  PacketPool pool;
  void push(PacketSink& to, FlowId flow, TimePs created) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->size_bytes = 100 + flow;
    packet->created = created;
    to.push(std::move(packet));
  }
};

TEST(FlowRouter, SendsEachFlowItsWayAndCounts) {
  Bench bench;
  Keeper one;
  Keeper others;
  FlowRouter router(50, &others);
  router.route(3, one);
  bench.push(router, 3, 49);
  bench.push(router, 3, 50);
  bench.push(router, 7, 51);
  EXPECT_EQ(one.flows, (std::vector<FlowId>{3, 3}));
  EXPECT_EQ(others.flows, (std::vector<FlowId>{7}));
  EXPECT_EQ(router.packets(), 3U);
  EXPECT_EQ(router.count(3).packets, 2U);
  EXPECT_EQ(router.count(3).bytes, 206U);
  EXPECT_EQ(router.count(3).measured_packets, 1U);
  EXPECT_EQ(router.count(99).packets, 0U);
}

TEST(FlowRouter, RefusesWhatHasNoRoute) {
  Bench bench;
  FlowRouter router;
  EXPECT_THROW(bench.push(router, 0, 0), std::logic_error);
  EXPECT_EQ(bench.pool.in_use(), 0U);
}

}  // namespace
}  // namespace docsis_vp::hosts::flow_router_test
