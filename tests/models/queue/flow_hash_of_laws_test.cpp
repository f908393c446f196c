// The flow hash that a law sees in a queue of its own.
#include <gtest/gtest.h>

#include <vector>

#include "models/queue/discipline.h"
#include "models/queue/flow_identities.h"
#include "models/queue/law_class.h"
#include "tests/models/queue/hash_spy.h"

namespace docsis_vp::queue::flow_hash_of_laws_test {
namespace {

struct Deaf : DisciplineListener {
  void dropped(const Packet&, aqm_verdict, Shortage) override {}
  void marked(const Packet&) override {}
};

TEST(FlowHashOfLaws, IsThatOfTheFlowAtArrivalAndDepartureWhereItIsDeclared) {
  FlowTable flows;
  FlowKey key;
  for (std::uint16_t port = 1'000; port < 1'002; ++port) {
    key.source_port = port;
    flows.add("flow", key);
  }
  for (const bool declared : {false, true}) {
    aqm_algorithm spy = algorithm_of<HashSpy>("spy");
    spy.reads_flow_hash = declared ? 1 : 0;
    DisciplineConfig config;
    config.law.custom = &spy;
    config.seed = 7;
    Deaf listener;
    const auto discipline = make_discipline(config, flows, listener);
    PacketPool pool;
    HashSpy::seen().clear();
    for (FlowId flow = 0; flow < 2; ++flow) {
      PacketHandle packet = pool.take();
      packet->flow = flow;
      packet->size_bytes = 1'000;
      discipline->enqueue(std::move(packet), 0);
    }
    discipline->dequeue(0);
    discipline->dequeue(0);
    const auto first = static_cast<std::uint32_t>(flow_identity_of(flows.key(0), 0, 7));
    const auto second = static_cast<std::uint32_t>(flow_identity_of(flows.key(1), 0, 7));
    ASSERT_NE(first, second);
    EXPECT_EQ(HashSpy::seen(), declared ? (std::vector{first, second, first, second})
                                        : (std::vector<std::uint32_t>{0, 0, 0, 0}));
  }
}

// Queue protection scores it, too: flows under IPsec differ by their SPI alone.
TEST(FlowHashOfLaws, IsThatOfTheTunnelForAllFlowsInside) {
  FlowKey key;
  key.source_port = 1'000;
  FlowKey other = key;
  other.source_port = 2'000;
  EXPECT_NE(flow_identity_of(key, 0, 7), flow_identity_of(other, 0, 7));
  key.tunnel = 5;
  other.tunnel = 5;
  EXPECT_EQ(flow_identity_of(key, 0, 7), flow_identity_of(other, 3, 7));
  other.tunnel = 6;
  EXPECT_NE(flow_identity_of(key, 0, 7), flow_identity_of(other, 0, 7));
}

}  // namespace
}  // namespace docsis_vp::queue::flow_hash_of_laws_test
