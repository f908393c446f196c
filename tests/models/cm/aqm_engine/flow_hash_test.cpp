// The flow hash that a law of the modem's AQM engine sees.
#include <gtest/gtest.h>

#include <vector>

#include "models/cm/aqm_engine/flow_aqm.h"
#include "models/queue/flow_identities.h"
#include "models/queue/law_class.h"
#include "tests/models/queue/hash_spy.h"

namespace docsis_vp::cm::flow_hash_test {
namespace {

struct HeadSpy : queue::HashSpy {
  aqm_verdict dequeue(const Params&, const aqm_queue&, const aqm_packet& packet, std::uint32_t) {
    return record(packet);
  }
};

TEST(FlowHash, IsSeenAtArrivalAtTheHeadAndAtDeparture) {
  FlowTable flows;
  flows.add("flow", FlowKey{});
  aqm_algorithm spy = queue::algorithm_of<HeadSpy>("spy");
  spy.reads_flow_hash = 1;
  FlowAqmConfig config;
  config.custom = &spy;
  FlowAqm aqm(config, 1, "/aqm");
  Packet packet;
  packet.size_bytes = 1'000;
  const auto judge = [&] {
    HeadSpy::seen().clear();
    aqm.decide({}, packet, 0, queue::Shortage::kNone);
    aqm.judge_head({}, packet, 0, kPsPerMs);
    aqm.departed({}, packet, 0, kPsPerMs);
    return HeadSpy::seen();
  };
  EXPECT_EQ(judge(), (std::vector<std::uint32_t>{0, 0, 0})) << "no flows are known";
  aqm.set_flow_table(flows, 5);
  const auto hash = static_cast<std::uint32_t>(queue::flow_identity_of(FlowKey{}, 0, 5));
  EXPECT_EQ(judge(), (std::vector{hash, hash, hash}));
}

}  // namespace
}  // namespace docsis_vp::cm::flow_hash_test
