// Ethernet ports of a modem: what a scenario may say of them, and what they are by default.
#include <gmock/gmock.h>

#include "platform/base/errors.h"
#include "system/scenario/complete/complete_lan.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system::lan_keys_test {
namespace {

std::string of(const std::string& modem, const std::string& service_flows,
               const std::string& flows = "") {
  return R"({"rf": {"channels": [{"name": "us", "rate_mbps": 10000}]},
             "modems": [{"name": "cm")" +
         modem + R"(}], "service_flows": [)" + service_flows + R"(], "flows": [)" + flows + "]}";
}

std::string up(const std::string& name, const std::string& rates, const std::string& modem = "cm") {
  return R"({"name": ")" + name + R"(", "modem": ")" + modem + R"(", "max_sustained_rate_mbps": )" +
         rates + "}";
}

unsigned default_rate(const std::string& service_flows, const std::string& modem = "") {
  return *load_scenario_text(of(modem, service_flows), "x")
              .scenario.modems.at(0)
              .lan.ports.at(0)
              .rate_mbps;
}

std::string error_of(const std::string& text) {
  try {
    load_scenario_text(text, "x");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(LanKeys, ByDefaultTheLeastRateThatCarriesTheUpstreamPeakRates) {
  EXPECT_EQ(default_rate(up("a", "20")), 1'000U);
  EXPECT_EQ(default_rate(up("a", "986.9")), 1'000U);
  EXPECT_EQ(default_rate(up("a", "987.1")), 2'500U);
  EXPECT_EQ(default_rate(up("a", "20, \"peak_rate_mbps\": 2000")), 2'500U);
  EXPECT_EQ(default_rate(up("a", "2000") + "," + up("b", "2000")), 5'000U);
  EXPECT_EQ(default_rate(up("a", "2000, \"peak_rate_mbps\": 4900") + "," + up("b", "50")), 10'000U);
  EXPECT_EQ(default_rate(up("a", "9000") + "," + up("b", "9000")), 10'000U);
  EXPECT_EQ(default_rate(up("a", "20") + "," + up("b", "2000, \"direction\": \"downstream\"")),
            1'000U);
}

TEST(LanKeys, ServiceFlowsOfAnAggregateCountWithItsRate) {
  const auto rate_with = [](const std::string& classic, const std::string& aggregate) {
    const LoadedScenario loaded = load_scenario_text(
        R"({"rf": {"channels": [{"name": "us", "rate_mbps": 10000}]}, "modems": [{"name": "cm"}],
            "service_flows": [{"name": "c", "modem": "cm")" +
            classic + R"(}, {"name": "l", "modem": "cm"}, )" + up("voice", "50") + R"(],
            "aggregate_service_flows": [{"name": "home", "modem": "cm", "classic_service_flow": "c",
              "low_latency_service_flow": "l", )" +
            aggregate + "}]}",
        "x");
    return *loaded.scenario.modems[0].lan.ports[0].rate_mbps;
  };
  EXPECT_EQ(rate_with("", R"("amsr_mbps": 930)"), 1'000U);
  EXPECT_EQ(rate_with("", R"("amsr_mbps": 940)"), 2'500U);
  EXPECT_EQ(rate_with(R"(, "max_sustained_rate_mbps": 600)", R"("amsr_mbps": 930)"), 1'000U);
  EXPECT_EQ(rate_with("", R"("amsr_mbps": 930, "peak_rate_mbps": 2000)"), 2'500U);
}

TEST(LanKeys, ServiceFlowsOfOtherModemsDoNotCount) {
  const LoadedScenario loaded = load_scenario_text(
      R"({"rf": {"channels": [{"name": "us", "rate_mbps": 10000}]},
          "modems": [{"name": "a"}, {"name": "b", "count": 2}],
          "service_flows": [)" +
          up("x", "2000", "a") + "," + up("y", "700", "b") + "," + up("z", "100", "b1") + "]}",
      "x");
  EXPECT_EQ(*loaded.scenario.modems[0].lan.ports[0].rate_mbps, 2'500U);
  EXPECT_EQ(*loaded.scenario.modems[1].lan.ports[0].rate_mbps, 1'000U);
}

TEST(LanKeys, CarryFullFramesWithTheirOverhead) {
  EXPECT_NEAR(carried_mbps(1'000), 987, 0.01);
  EXPECT_NEAR(carried_mbps(10'000), 9'869.96, 0.01);
}

std::string with_ports(const std::string& ports, const std::string& flows = "") {
  return of(R"(, "lan": {"ports": [)" + ports + "]}", up("a", "20"), flows);
}

std::string port_of_rate(const std::string& rate) {
  return R"({"name": "p", "rate_mbps": )" + rate + "}";
}

TEST(LanKeys, TakeTheRatesThatEthernetHas) {
  for (const char* rate : {"10", "100", "1000", "2500", "5000", "10000", "1e4"}) {
    EXPECT_EQ(error_of(with_ports(port_of_rate(rate))), "accepted") << rate;
  }
  for (const char* rate : {"0", "1", "200", "10001", "-10", "\"1000\"", "1000.5"}) {
    EXPECT_THAT(error_of(with_ports(port_of_rate(rate))),
                testing::HasSubstr("modems[0].lan.ports[0].rate_mbps: expected 10, 100, 1000, "
                                   "2500, 5000 or 10000 Mbit/s, got "))
        << rate;
  }
}

// Without a line the rate still sizes the gates.
TEST(LanKeys, MayHaveNoLine) {
  const auto port = [](const std::string& keys) {
    return load_scenario_text(with_ports(R"({"name": "p")" + keys + "}"), "x")
        .scenario.modems.at(0)
        .lan.ports.at(0);
  };
  EXPECT_EQ(port("").line, LanLine::kEthernet);
  EXPECT_EQ(port(R"(, "line": "none")").line, LanLine::kNone);
  EXPECT_EQ(port(R"(, "line": "none")").rate_mbps, 1'000U);
  EXPECT_EQ(port(R"(, "line": "none", "rate_mbps": 2500)").rate_mbps, 2'500U);
  EXPECT_THAT(error_of(with_ports(R"({"name": "p", "line": "unlimited"})")),
              testing::HasSubstr("modems[0].lan.ports[0].line: "));
}

TEST(LanKeys, PortsHaveNames) {
  EXPECT_THAT(error_of(with_ports(R"({"name": "p"}, {"name": "q"}, {"name": "p"})")),
              testing::HasSubstr("modems[0].lan.ports[2].name: the name \"p\" is used twice"));
  EXPECT_THAT(error_of(with_ports(R"({"rate_mbps": 10})")),
              testing::HasSubstr("the key \"name\" is missing"));
}

TEST(LanKeys, FlowsSayWhichPortTheyTake) {
  const std::string ports = R"({"name": "left"}, {"name": "right"})";
  const auto flow = [](const std::string& port) {
    return R"({"name": "f", "modem": "cm", "rate_mbps": 1, "ethernet_port": ")" + port + "\"}";
  };
  EXPECT_EQ(error_of(with_ports(ports, flow("right"))), "accepted");
  EXPECT_THAT(error_of(with_ports(ports, flow("rihgt"))),
              testing::HasSubstr("flows[0].ethernet_port: the modem \"cm\" has no port "
                                 "\"rihgt\", did you mean \"right\"?"));
  EXPECT_EQ(error_of(with_ports("", flow("lan0"))), "accepted");
}

const WifiKeys& wifi_of(const LoadedScenario& loaded) {
  return *loaded.scenario.modems.at(0).lan.ports.at(0).wifi;
}

TEST(LanKeys, StationsTakeTheKeysOfTheirCell) {
  const LoadedScenario minstrel =
      load_scenario_text(with_ports(R"({"name": "p", "wifi": {"snr_db": 20, "stations": [
                     {"name": "a"}, {"name": "b", "snr_db": 7, "rate_mbps": 12}]}})"),
                         "x");
  EXPECT_EQ(*wifi_of(minstrel).stations[0].snr_db, 20);
  EXPECT_EQ(*wifi_of(minstrel).stations[1].snr_db, 7);
  EXPECT_FALSE(wifi_of(minstrel).stations[0].rate_mbps);
  EXPECT_EQ(wifi_of(minstrel).stations[1].rate_mbps, 12U);
  const LoadedScenario fixed =
      load_scenario_text(with_ports(R"({"name": "p", "wifi": {"rate_control": "fixed", "stations": [
                     {"name": "a"}, {"name": "b", "rate_mbps": 6}]}})"),
                         "x");
  EXPECT_EQ(wifi_of(fixed).rate_mbps, 54U);
  EXPECT_EQ(wifi_of(fixed).stations[0].rate_mbps, 54U);
  EXPECT_EQ(wifi_of(fixed).stations[1].rate_mbps, 6U);
}

TEST(LanKeys, BadWifiIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("line": "none", "wifi": {})",
       "modems[0].lan.ports[0].line: a port with wifi has no other line"},
      {R"("wifi": {"rate_mbps": 54})", "modems[0].lan.ports[0].wifi.rate_mbps: "},
      {R"("wifi": {"rate_control": "fixed", "rate_mbps": 11})",
       "modems[0].lan.ports[0].wifi.rate_mbps: "},
      {R"("wifi": {"snr_db": 200})", "modems[0].lan.ports[0].wifi.snr_db: "},
      {R"("wifi": {"retry_limit": 0})", "modems[0].lan.ports[0].wifi.retry_limit: "},
      {R"("wifi": {"stations": [{"name": "a"}, {"name": "a"}]})", R"("a" is used twice)"},
      {R"("wifi": {"stations": [{"name": "a", "snr_steps": [{"at_s": 0, "snr_db": 3}]}]})",
       "modems[0].lan.ports[0].wifi.stations[0].snr_steps[0].at_s: must be positive"},
      {R"("wifi": {"stations": [{"name": "a", "snr_steps": [{"at_s": 2, "snr_db": 3},
                                                            {"at_s": 2, "snr_db": 4}]}]})",
       "stations[0].snr_steps[1].at_s: must be later than that of the step before"},
  };
  for (const auto& [keys, message] : cases) {
    EXPECT_THAT(error_of(with_ports(std::string(R"({"name": "p", )") + keys + "}")),
                testing::HasSubstr(message));
  }
}

TEST(LanKeys, FlowsNameStationsOfTheirPort) {
  const std::string port = R"({"name": "p", "wifi": {"stations": [{"name": "laptop"}]}},
                              {"name": "q"})";
  const auto flow = [](const std::string& keys) {
    return R"({"name": "f", "modem": "cm", "rate_mbps": 1, )" + keys + "}";
  };
  EXPECT_EQ(error_of(with_ports(port, flow(R"("wifi_station": "laptop")"))), "accepted");
  EXPECT_THAT(error_of(with_ports(port, flow(R"("wifi_station": "laptpo")"))),
              testing::HasSubstr(R"(flows[0].wifi_station: the port "p" has no station "laptpo", )"
                                 R"(did you mean "laptop"?)"));
  EXPECT_THAT(error_of(with_ports(port, flow(R"("ethernet_port": "q", "wifi_station": "laptop")"))),
              testing::HasSubstr(R"(flows[0].wifi_station: the port "q" of the flow has no wifi)"));
  EXPECT_THAT(error_of(with_ports(port, R"({"name": "laptop", "modem": "cm", "rate_mbps": 1})")),
              testing::HasSubstr(R"(flows[0].name: is also a station of the port "p")"));
}

}  // namespace
}  // namespace docsis_vp::system::lan_keys_test
