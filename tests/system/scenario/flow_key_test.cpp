#include "system/scenario/derive/flow_key.h"

#include <gmock/gmock.h>

#include <optional>
#include <string>

#include "platform/base/errors.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::flow_key_test {
namespace {

unsigned own_port(std::size_t position) {
  return key_of(FlowConfig{}, 0, Direction::kUpstream, position).source_port;
}

TEST(FlowKeys, HaveAPortOfTheirOwnForEachPairOfHostsAndNoneOfASystem) {
  EXPECT_EQ(own_port(0), 49'152U);
  EXPECT_EQ(own_port(16'383), 65'535U);
  EXPECT_EQ(own_port(16'384), 1'024U);
  EXPECT_EQ(own_port(64'511), 49'151U);
  EXPECT_THROW(own_port(64'512), ConfigError);
}

TEST(FlowKeys, NumberATunnelByItsName) {
  const auto tunnel = [](const std::optional<std::string>& name) {
    FlowConfig flow;
    flow.tunnel = name;
    return key_of(flow, 0, Direction::kUpstream, 0).tunnel;
  };
  EXPECT_EQ(tunnel(std::nullopt), 0U);
  EXPECT_NE(tunnel("office"), 0U);
  EXPECT_EQ(tunnel("office"), tunnel("office"));
  EXPECT_NE(tunnel("office"), tunnel("home"));
  FlowConfig office;
  office.tunnel = "office";
  EXPECT_NE(key_of(office, 0, Direction::kUpstream, 0).tunnel,
            key_of(office, 1, Direction::kUpstream, 0).tunnel)
      << "each modem has a tunnel of its own";
}

std::string error_of(const std::string& one, const std::string& other) {
  const auto flow = [](const char* name, const std::string& keys) {
    return std::string(R"({"modem": "cm0", "name": ")") + name + "\", " + keys + "}";
  };
  try {
    load_scenario_text(R"({"modems": [{"name": "cm0"}], "service_flows": [
        {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 20}], "flows": [)" +
                           flow("a", one) + "," + flow("b", other) + "]}",
                       "x");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(FlowKeys, AreOfOneFlowOnly) {
  const std::string udp = R"("kind": "udp", "rate_mbps": 1, "lan_port": 5000, "wan_port": 80)";
  const std::string tcp = R"("kind": "tcp", "lan_port": 5000, "wan_port": 80)";
  EXPECT_THAT(error_of(udp, udp),
              ::testing::HasSubstr("flows[1].wan_port: with lan_port gives the flow the addresses "
                                   "and ports that \"a\" has"));
  EXPECT_EQ(error_of(udp, tcp), "accepted");
  EXPECT_EQ(error_of(tcp, tcp + R"(, "wan_address": "198.51.100.2")"), "accepted");
  EXPECT_EQ(error_of(tcp, R"("kind": "tcp", "lan_port": 5000)"), "accepted");
  EXPECT_THAT(error_of(udp, tcp + R"(, "count": 2)"),
              ::testing::HasSubstr("all connections of the flow would have the same ports"));
}

}  // namespace
}  // namespace docsis_vp::system::flow_key_test
