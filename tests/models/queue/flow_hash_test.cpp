#include "models/queue/flow_hash.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/models/queue/bench.h"

namespace docsis_vp::queue::flow_hash_test {
namespace {

TEST(FlowHash, KnowsFlowsByWhatTheirHeadersSay) {
  const FlowTable flows = udp_flows(1);
  const FlowKey key = flows.key(0);
  std::set<std::uint32_t> hashes = {flow_hash(key, 0)};
  const auto differs = [&](auto change) {
    FlowKey other = key;
    change(other);
    return hashes.insert(flow_hash(other, 0)).second;
  };
  EXPECT_TRUE(differs([](FlowKey& k) { k.source[3] = 2; }));
  EXPECT_TRUE(differs([](FlowKey& k) { k.destination[0] = 1; }));
  EXPECT_TRUE(differs([](FlowKey& k) { ++k.source_port; }));
  EXPECT_TRUE(differs([](FlowKey& k) { ++k.destination_port; }));
  EXPECT_TRUE(differs([](FlowKey& k) { k.protocol = 6; }));
  EXPECT_TRUE(differs([](FlowKey& k) {
    k.ip_version = 6;
    k.source[15] = 1;
  }));
  EXPECT_TRUE(differs([](FlowKey& k) { k.ip_version = 0; }));
  EXPECT_FALSE(differs([](FlowKey& k) { k.dscp = 46; }));  // not part of a flow
  EXPECT_NE(flow_hash(key, 0), flow_hash(key, 1));
}

TEST(FlowHash, SeesOneHeaderForAllFlowsOfATunnelUnlessItLooksInside) {
  FlowTable flows;
  for (const FlowKey& plain : {udp_flows(2).key(0), udp_flows(2).key(1)}) {
    FlowKey key = plain;
    flows.add("plain", key);
    key.tunnel = 7;
    flows.add("seven", key);
    key.tunnel = 8;
    flows.add("eight", key);
  }
  const auto hash = [&flows](FlowId flow, HashedHeaders headers) {
    return flow_hash(hashed_key(flows.key(flow), headers), 3);
  };
  for (const HashedHeaders outer : {HashedHeaders::kFiveTuple, HashedHeaders::kThreeTuple}) {
    EXPECT_EQ(hash(1, outer), hash(4, outer));
    EXPECT_NE(hash(1, outer), hash(2, outer)) << "another tunnel";
    EXPECT_NE(hash(1, outer), hash(0, outer)) << "no tunnel";
  }
  EXPECT_NE(hash(1, HashedHeaders::kInner), hash(4, HashedHeaders::kInner));
  EXPECT_EQ(hash(1, HashedHeaders::kInner), hash(0, HashedHeaders::kInner));
  EXPECT_EQ(hash(0, HashedHeaders::kFiveTuple), flow_hash(flows.key(0), 3));
}

TEST(FlowHash, LeavesPortsAndConnectionsOutOfTheThreeTuple) {
  FlowTable flows;
  FlowKey key = udp_flows(1).key(0);
  flows.add("first", key);
  ++key.source_port;
  flows.add("other port", key);
  ++key.source[3];
  flows.add("other host", key);
  FlowQueues queues(flows, 65'536, 5, flow_hash, HashedHeaders::kThreeTuple);
  EXPECT_EQ(queues.of(0), queues.of(1));
  EXPECT_NE(queues.of(0), queues.of(2));
  EXPECT_EQ(queues.of(0, 4), queues.of(0, 9));
  FlowQueues usual(flows, 65'536, 5);
  EXPECT_NE(usual.of(0, 4), usual.of(0, 9));
}

// Chi-square of 4096 flows over 32 queues: 31 degrees of freedom, 61.1 is the 0.1 % point.
TEST(FlowHash, SpreadsFlowsEvenly) {
  constexpr unsigned kFlows = 4096;
  constexpr unsigned kQueues = 32;
  const FlowTable flows = udp_flows(kFlows);
  for (const std::uint32_t perturbation : {0U, 1U, 12'345U}) {
    FlowQueues queues(flows, kQueues, perturbation);
    std::vector<double> count(kQueues);
    for (FlowId flow = 0; flow < kFlows; ++flow) ++count.at(queues.of(flow));
    double chi_square = 0;
    for (const double n : count) {
      constexpr double kExpected = double{kFlows} / kQueues;
      chi_square += (n - kExpected) * (n - kExpected) / kExpected;
    }
    EXPECT_LT(chi_square, 61.1) << perturbation;
  }
}

// A reopened connection uses another port.
TEST(FlowHash, TellsSuccessiveConnectionsOfAFlowApart) {
  const FlowTable flows = udp_flows(2);
  constexpr unsigned kQueues = 32;
  FlowQueues queues(flows, kQueues, 5);
  PacketPool pool;
  const PacketHandle packet = pool.take();
  packet->flow = 1;
  packet->tcp.flags = kTcpAck;
  std::vector<unsigned> count(kQueues);
  for (std::uint32_t connection = 0; connection < 3200; ++connection) {
    packet->tcp.connection = connection;
    const std::uint32_t queue = queues.of(*packet);
    ++count.at(queue);
    EXPECT_EQ(queues.of(*packet), queue);
    EXPECT_EQ(queues.of(0), FlowQueues(flows, kQueues, 5).of(0));
  }
  for (const unsigned connections : count) EXPECT_NEAR(connections, 100, 45);
  // A late packet of an old connection finds its queue again.
  packet->tcp.connection = 7;
  EXPECT_EQ(queues.of(*packet), FlowQueues(flows, kQueues, 5).of(1, 7));
}

TEST(FlowHash, ReadsNoConnectionWithoutATcpHeader) {
  const FlowTable flows = udp_flows(1);
  FlowQueues queues(flows, 1024, 0);
  PacketPool pool;
  const PacketHandle packet = pool.take();
  packet->tcp.connection = 77;  // left from the packet before it
  EXPECT_EQ(queues.of(*packet), queues.of(0));
  packet->tcp.flags = kTcpAck;
  EXPECT_NE(queues.of(*packet), queues.of(0));
}

TEST(FlowHash, AnyNumberOfQueuesIsUsedWhole) {
  const FlowTable flows = udp_flows(2000);
  for (const std::uint32_t queues : {1U, 8U, 10U, 1024U}) {
    FlowQueues of(flows, queues, 3);
    std::uint32_t largest = 0;
    for (FlowId flow = 0; flow < 2000; ++flow) largest = std::max(largest, of.of(flow));
    EXPECT_LT(largest, queues);
    EXPECT_GE(largest, queues - std::max(1U, queues / 50));
  }
}

}  // namespace
}  // namespace docsis_vp::queue::flow_hash_test
