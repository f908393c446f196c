#include "system/assembly/configure/configure.h"

#include <gtest/gtest.h>

#include <string>

#include "system/scenario/derive/instances.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::configure_test {
namespace {

cmts::CmtsConfig with_packets_of(unsigned bytes, const std::string& direction) {
  const std::string text = R"({
    "modems": [{"name": "cm0"}],
    "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10}],
    "flows": [{"name": "f", "modem": "cm0", "interval_us": 1000, "direction": ")" +
                           direction + R"(", "packet_bytes": )" + std::to_string(bytes) + "}]}";
  return cmts_config(modem_by_modem(load_scenario_text(text, "test").scenario));
}

TEST(Configure, TheMapLeadAllowsForTheLargestPacketThatAMapMayWaitFor) {
  EXPECT_EQ(with_packets_of(64, "downstream").downstream.largest_packet_bytes, 1522U);
  EXPECT_EQ(with_packets_of(2000, "downstream").downstream.largest_packet_bytes, 2000U);
  EXPECT_EQ(with_packets_of(2000, "upstream").downstream.largest_packet_bytes, 1522U);
}

}  // namespace
}  // namespace docsis_vp::system::configure_test
