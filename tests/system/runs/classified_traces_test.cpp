// Replayed frames against the classifiers of a configuration file: of each kind of criterion a
// capture that matches and one that does not.
#include <gtest/gtest.h>

#include <ostream>

#include "models/docsis/config_file/config_file.h"
#include "system/assembly/system.h"
#include "system/config_file/config_json.h"
#include "system/json/node.h"
#include "tests/models/hosts/capture_writer.h"

namespace docsis_vp::system::classified_traces_test {
namespace {

using hosts::CaptureWriter;
using hosts::Octets;
using hosts::udp_frame;
using hosts::write_file;

// 20 packets, and 30, so that neither is taken for the other.
constexpr unsigned kMatching = 20;
constexpr unsigned kOther = 30;

std::string capture(const std::string& name, const Octets& frame, unsigned packets) {
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b2c3d4, 1);
  for (unsigned i = 0; i < packets; ++i) {
    writer.pcap_packet(0, i * 10'000, 100, frame);
  }
  const std::string path = ::testing::TempDir() + name;
  write_file(path, writer.octets());
  return path;
}

Octets icmp_frame(std::uint8_t type) {
  Octets frame = udp_frame(7);
  frame[23] = 1;
  frame[34] = type;
  frame[35] = 0;
  return frame;
}

Octets icmpv6_frame(std::uint8_t type, std::uint8_t label = 0) {
  Octets frame = {2, 0,    0,    0,    0, 99, 2,     0, 0,  0,  0,
                  7, 0x86, 0xdd, 0x60, 0, 0,  label, 0, 40, 58, 64};
  frame.resize(14 + 40, 1);
  frame.push_back(type);
  frame.push_back(0);
  return frame;
}

Octets tagged(Octets frame, const Octets& tags) {
  frame.insert(frame.begin() + 12, tags.begin(), tags.end());
  return frame;
}

struct Case {
  const char* name;
  const char* criteria;  // of the one classifier, as JSON
  Octets matching;
  Octets other;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Classified : public ::testing::TestWithParam<Case> {};

std::string configuration(const std::string& name, const std::string& criteria) {
  const std::string path = ::testing::TempDir() + name;
  const std::string json = R"({"upstream_classifiers": [
      {"reference": 1, "service_flow_reference": 2, "priority": 9, )" +
                           criteria + R"(}],
    "upstream_service_flows": [
      {"reference": 1, "max_sustained_rate_bps": 5000000},
      {"reference": 2, "max_sustained_rate_bps": 1000000}]})";
  write_file(path,
             docsis::write_config_file(config_from_json(parse_json(json, "x")), std::nullopt));
  return path;
}

std::pair<std::uint64_t, std::uint64_t> offered(const std::string& scenario) {
  System system(load_scenario_text(scenario, "test"));
  system.run();
  const Results results = system.results();
  return {results.service_flows[0].offered.packets, results.service_flows[1].offered.packets};
}

std::string trace(const char* name, const std::string& file, const char* more = "") {
  return std::string(R"({"kind": "trace", "modem": "cm0", "name": ")") + name + R"(", "file": ")" +
         file + "\"" + more + "}";
}

TEST_P(Classified, FramesTakeTheFlowThatTheirHeadersAskFor) {
  const Case& c = GetParam();
  const std::string name = c.name;
  const std::string file = configuration(name + ".cm", c.criteria);
  const std::string matching = capture(name + "_matching.pcap", c.matching, kMatching);
  const std::string other = capture(name + "_other.pcap", c.other, kOther);
  const auto [primary, special] =
      offered(R"({"duration_s": 1, "modems": [{"name": "cm0", "config_file": ")" + file +
              R"("}], "service_flows": [], "flows": [)" + trace("m", matching) + ", " +
              trace("o", other) + "]}");
  EXPECT_EQ(special, kMatching);
  EXPECT_EQ(primary, kOther);
}

// Octets: of a tag its type, then three bits of priority, one of dropping, twelve of the VLAN.
INSTANTIATE_TEST_SUITE_P(
    Criteria, Classified,
    testing::Values(Case{"icmp_type", R"("icmp": {"type_start": 8, "type_end": 8})", icmp_frame(8),
                         icmp_frame(0)},
                    Case{"icmp_range", R"("icmp": {"type_start": 3, "type_end": 5})", icmp_frame(5),
                         icmp_frame(8)},
                    Case{"icmp_needs_icmp", R"("icmp": {"type_start": 0, "type_end": 255})",
                         icmp_frame(0), udp_frame(7)},
                    Case{"icmp_of_ipv6", R"("icmp": {"type_start": 128, "type_end": 129})",
                         icmpv6_frame(128), icmpv6_frame(135)},
                    Case{"service_vlan", R"("tags": {"service_vlan_id": 100})",
                         tagged(udp_frame(7), {0x88, 0xa8, 0x60, 100}),
                         tagged(udp_frame(7), {0x88, 0xa8, 0x60, 200})},
                    Case{"service_vlan_needs_its_tag", R"("tags": {"service_vlan_id": 100})",
                         tagged(udp_frame(7), {0x88, 0xa8, 0, 100, 0x81, 0x00, 0, 7}),
                         tagged(udp_frame(7), {0x81, 0x00, 0, 100})},
                    Case{"service_and_customer_vlan",
                         R"("tags": {"service_vlan_id": 100, "customer_vlan_id": 7})",
                         tagged(udp_frame(7), {0x88, 0xa8, 0, 100, 0x81, 0x00, 0, 7}),
                         tagged(udp_frame(7), {0x88, 0xa8, 0, 100, 0x81, 0x00, 0, 8})},
                    Case{"vlan", R"("vlan": {"vlan_id": 1600})",
                         tagged(udp_frame(7), {0x81, 0x00, 0, 100}), udp_frame(7)},
                    Case{"priority", R"("vlan": {"priority_low_high": [5, 7]})",
                         tagged(udp_frame(7), {0x81, 0x00, 0xb0, 100}),
                         tagged(udp_frame(7), {0x81, 0x00, 0x90, 100})},
                    Case{"flow_label", R"("ipv6": {"flow_label": 9})", icmpv6_frame(128, 9),
                         icmpv6_frame(128, 8)},
                    Case{"dscp_of_one_pair_of_ports",
                         R"("ipv4": {"tos_low_high_mask": [184, 184, 252]})", udp_frame(7, 0xb8),
                         udp_frame(7, 0)}),
    [](const auto& of) { return std::string(of.param.name); });

// A mask, and the packets that take the primary flow and the special one.
struct Interfaces {
  const char* mask;
  unsigned primary;
  unsigned special;
};

void PrintTo(const Interfaces& interfaces, std::ostream* out) {
  *out << interfaces.mask;
}

class Entered : public ::testing::TestWithParam<Interfaces> {};

TEST_P(Entered, FramesTakeTheFlowOfTheirPort) {
  const auto [mask, primary, special] = GetParam();
  const std::string name = std::string("port_") + mask;
  const std::string file =
      configuration(name + ".cm", std::string(R"("cm_interface_mask": ")") + mask + "\"");
  const std::string first = capture(name + "_a.pcap", udp_frame(7), kMatching);
  const std::string second = capture(name + "_b.pcap", udp_frame(8), kOther);
  const auto packets =
      offered(R"({"duration_s": 1, "modems": [{"name": "cm0", "config_file": ")" + file +
              R"(", "lan": {"ports": [{"name": "a"}, {"name": "b"}]}}],
      "service_flows": [], "flows": [)" +
              trace("m", first) + ", " + trace("o", second, R"(, "ethernet_port": "b")") + "]}");
  EXPECT_EQ(packets.first, primary);
  EXPECT_EQ(packets.second, special);
}

// The first port, the second one, all of them, a telephone adapter.
INSTANTIATE_TEST_SUITE_P(Masks, Entered,
                         testing::Values(Interfaces{"40000000", kOther, kMatching},
                                         Interfaces{"0400", kMatching, kOther},
                                         Interfaces{"47ff", 0, kMatching + kOther},
                                         Interfaces{"00008000", kMatching + kOther, 0}),
                         [](const auto& of) { return std::string(of.param.mask); });

// The packets of one capture, some of which match.
TEST(ClassifiedTrace, PartsByEachPacketsOwnHeaders) {
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b2c3d4, 1);
  for (unsigned i = 0; i < 40; ++i) {
    writer.pcap_packet(0, i * 10'000, 100, i % 4 == 0 ? icmp_frame(8) : icmp_frame(0));
  }
  const std::string path = ::testing::TempDir() + "both.pcap";
  write_file(path, writer.octets());
  const std::string file = configuration("both.cm", R"("icmp": {"type_start": 8, "type_end": 8})");
  const auto [primary, special] =
      offered(R"({"duration_s": 1, "modems": [{"name": "cm0", "config_file": ")" + file +
              R"("}], "service_flows": [], "flows": [)" + trace("t", path) + "]}");
  EXPECT_EQ(special, 10U);
  EXPECT_EQ(primary, 30U);
}

struct Ports {
  const char* name;
  const char* criteria;
  unsigned packets;  // that match
};

void PrintTo(const Ports& ports, std::ostream* out) {
  *out << ports.name;
}

class ClassifiedPorts : public ::testing::TestWithParam<Ports> {};

// To port 5060: 125 packets over IPv6 and 75 over IPv4. 50 go to another port.
TEST_P(ClassifiedPorts, CountOverTheVersionsOfIpThatTheRuleIsFor) {
  const auto [name, criteria, packets] = GetParam();
  const std::string file = configuration(std::string(name) + ".cm", criteria);
  EXPECT_EQ(offered(R"({"duration_s": 1, "modems": [{"name": "cm0", "config_file": ")" + file +
                    R"("}], "service_flows": [], "flows": [
      {"name": "v6", "modem": "cm0", "rate_mbps": 0.5, "packet_bytes": 500,
       "lan_address": "2001:db8::10", "wan_address": "2001:db8:1::1", "wan_port": 5060},
      {"name": "v4", "modem": "cm0", "rate_mbps": 0.3, "packet_bytes": 500, "wan_port": 5060},
      {"name": "o6", "modem": "cm0", "rate_mbps": 0.2, "packet_bytes": 500,
       "lan_address": "2001:db8::11", "wan_address": "2001:db8:1::1", "wan_port": 80}]})")
                .second,
            packets);
}

#define PORTS R"("destination_port_start": 5060, "destination_port_end": 5060)"
INSTANTIATE_TEST_SUITE_P(
    Rules, ClassifiedPorts,
    testing::Values(Ports{"both_versions", R"("ipv4": {)" PORTS "}", 200},
                    Ports{"ipv6", R"("ipv4": {)" PORTS R"(}, "ipv6": {"next_header": 17})", 125},
                    Ports{"ipv4", R"("ipv4": {)" PORTS R"(, "protocol": 17})", 75},
                    Ports{"invalid_protocol", R"("ipv4": {)" PORTS R"(, "protocol": 258})", 0},
                    Ports{"host_bits",
                          R"("ipv4": {"source": "192.168.100.10", "source_mask": "255.255.255.0"})",
                          0},
                    Ports{"network",
                          R"("ipv4": {"source": "192.168.100.0", "source_mask": "255.255.255.0"})",
                          75}),
    [](const auto& of) { return std::string(of.param.name); });
#undef PORTS

}  // namespace
}  // namespace docsis_vp::system::classified_traces_test
