#include "models/hosts/path/host_port.h"

#include <gtest/gtest.h>

#include <vector>

namespace docsis_vp::hosts {
namespace {

struct FlowsSeen : PacketSink {
  void push(PacketHandle packet) override { flows.push_back(packet->flow); }
  std::vector<FlowId> flows;
};

TEST(HostPort, HandsPacketsToTheSinkOfTheirFlow) {
  FlowsSeen rest;
  FlowsSeen two;
  FlowsSeen five;
  HostPort port(rest);
  port.route(2, two);
  port.route(5, five);
  PacketPool pool;
  for (const FlowId flow : {5U, 2U, 3U, 900U, 0U, 2U}) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    port.push(std::move(packet));
  }
  EXPECT_EQ(two.flows, (std::vector<FlowId>{2, 2}));
  EXPECT_EQ(five.flows, (std::vector<FlowId>{5}));
  EXPECT_EQ(rest.flows, (std::vector<FlowId>{3, 900, 0}));
  EXPECT_EQ(pool.in_use(), 0U);
}

}  // namespace
}  // namespace docsis_vp::hosts
