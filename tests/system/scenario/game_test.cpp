// Flows of kind game, and the ECN field of packets that are sent at intervals.
#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::game_test {
namespace {

using ::testing::HasSubstr;

std::string with_flow(const std::string& flow) {
  return R"({"duration_s": 1, "modems": [{"name": "cm0"}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],
    "flows": [{"name": "f", "modem": "cm0", )" +
         flow + "}]}";
}

FlowConfig flow_of(const std::string& flow) {
  return load_scenario_text(with_flow(flow), "scenario").scenario.flows.front();
}

std::string refusal(const std::string& flow) {
  try {
    flow_of(flow);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(GameFlow, HasTheSizesAndIntervalsOfItsDirection) {
  const FlowConfig up = flow_of(R"("kind": "game")");
  EXPECT_EQ(up.packet_bytes, 128U);
  EXPECT_EQ(up.size_jitter_bytes, 20U);
  EXPECT_EQ(up.interval_us, 33'000);
  EXPECT_NEAR(*up.jitter_percent * 330, 3'000, 1e-6);
  const FlowConfig down = flow_of(R"("kind": "game", "direction": "downstream")");
  EXPECT_EQ(down.packet_bytes, 450U);
  EXPECT_EQ(down.size_jitter_bytes, 120U);
  EXPECT_NEAR(*down.jitter_percent * 330, 5'000, 1e-6);
}

TEST(GameFlow, KeepsSizesThatEthernetHas) {
  EXPECT_THAT(refusal(R"("kind": "game", "size_jitter_bytes": 65)"),
              HasSubstr("flows[0].size_jitter_bytes: expected at most 64, sizes are 64 to 2000 "
                        "bytes"));
  EXPECT_EQ(refusal(R"("kind": "game", "size_jitter_bytes": 64)"), "");
  EXPECT_NE(refusal(R"("kind": "udp", "rate_mbps": 1, "size_jitter_bytes": 501)"), "");
  EXPECT_NE(refusal(R"("kind": "voip", "size_jitter_bytes": 1)"), "");
}

TEST(PeriodicFlow, SaysTheEcnFieldOfItsPackets) {
  EXPECT_EQ(flow_of(R"("kind": "voip")").ecn, Ecn::kNotEct);
  EXPECT_EQ(flow_of(R"("kind": "udp", "rate_mbps": 1, "ecn": "ect0")").ecn, Ecn::kEct0);
  EXPECT_EQ(flow_of(R"("kind": "voip", "ecn": "ect1")").ecn, Ecn::kEct1);
  EXPECT_NE(refusal(R"("kind": "voip", "ecn": "ce")"), "");
  EXPECT_NE(refusal(R"("kind": "tcp", "ecn": "ect1")"), "");
}

}  // namespace
}  // namespace docsis_vp::system::game_test
