// Service flows and classifiers of a configuration file as those of a scenario.
#include <gmock/gmock.h>

#include "system/config_file/config_json.h"
#include "system/scenario/check/without_effect.h"
#include "system/scenario/provisioning/provisioning.h"

namespace docsis_vp::system::provisioned_test {
namespace {

using docsis::ConfigFileError;

constexpr LinkRates kLink = {100, 1000};

// As a modem reads it, so that errors have their offsets.
Provisioned provisioned(const std::string& json) {
  return provisioned_of(docsis::read_config_tlvs(docsis::OctetView(docsis::write_config_tlvs(
                            config_from_json(parse_json(json, "modem.json"))))),
                        kLink);
}

// A file with one upstream service flow: its reference is 3, in the octets 2 to 5 of the file.
Provisioned upstream(const std::string& encodings, const std::string& file = "") {
  return provisioned("{" + file + R"("upstream_service_flows": [{"reference": 3)" + encodings +
                     "}]}");
}

std::string error_of(const std::string& encodings, const std::string& file = "") {
  try {
    upstream(encodings, file);
  } catch (const ConfigFileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ProvisionedFlow, WithoutAMaximumRateHasWhatItsChannelsCarry) {
  for (const char* rate : {"", R"(, "max_sustained_rate_bps": 0)"}) {
    const ServiceFlowConfig flow = upstream(rate).service_flows.at(0);
    EXPECT_EQ(flow.max_sustained_rate_mbps, 0);
    EXPECT_EQ(flow.nominal_rate_mbps(), 100);
    EXPECT_EQ(flow.buffer_bytes, 3'125'000U);
  }
  EXPECT_EQ(
      upstream(R"(, "peak_traffic_rate_bps": 8000000)").service_flows.at(0).nominal_rate_mbps(), 8);
  const ServiceFlowConfig down =
      provisioned(R"({"downstream_service_flows": [{"reference": 3}]})").service_flows.at(0);
  EXPECT_EQ(down.nominal_rate_mbps(), 1000);
}

TEST(ProvisionedFlow, IsCalledByItsClassWhileThatIsItsOwn) {
  const Provisioned alike = provisioned(R"({
    "upstream_service_flows": [
      {"reference": 1, "service_class_name": "GOLD"},
      {"reference": 2, "service_class_name": "GOLD"},
      {"reference": 3, "service_class_name": "BRONZE"},
      {"reference": 5, "service_class_name": "BRONZE", "qos_set": 1}],
    "downstream_service_flows": [{"reference": 4, "service_class_name": "GOLD"}],
    "upstream_classifiers": [{"reference": 1, "service_flow_reference": 2}]})");
  std::vector<std::string> names;
  for (const ServiceFlowConfig& flow : alike.service_flows) {
    names.push_back(flow.name);
  }
  EXPECT_THAT(names, ::testing::ElementsAre("GOLD-us1", "GOLD-us2", "BRONZE", "GOLD-ds4"));
  EXPECT_EQ(alike.classifiers.at(0).service_flow, "GOLD-us2");
}

TEST(ProvisionedFlow, HasTheLatencyHistogramOfItsEdges) {
  const auto edges = [](const char* octets) {
    return std::string(R"(, "aqm": {"latency_histogram_edges": ")") + octets + "\"}";
  };
  EXPECT_EQ(upstream("").service_flows.at(0).latency_histogram.bin_edges_ms.size(), 15U);
  EXPECT_THAT(
      upstream(edges("0005000a0064ffff")).service_flows.at(0).latency_histogram.bin_edges_ms,
      ::testing::ElementsAre(0.05, 0.1, 1, 655.35));
  EXPECT_THAT(
      provisioned(R"({"downstream_service_flows": [{"reference": 3)" + edges("03e8") + "}]}")
          .service_flows.at(0)
          .latency_histogram.bin_edges_ms,
      ::testing::ElementsAre(10));
  EXPECT_EQ(error_of(edges("000500")),
            "offset 8: latency_histogram_edges: expected edges of 2 octets, got 3 octets");
  EXPECT_EQ(error_of(edges("00050005")),
            "offset 8: latency_histogram_edges: edge_10us: expected ascending edges");
  EXPECT_EQ(error_of(edges("00000005")),
            "offset 8: latency_histogram_edges: edge_10us: expected at least 1, the first bin "
            "begins at 0");
}

TEST(ProvisionedFlow, HasABufferWithinItsLimitsNearestToTheTarget) {
  struct Case {
    const char* control;
    std::uint64_t bytes;
  };
  constexpr std::uint64_t kUsual = 312'500;  // 250 ms at 10 Mbit/s
  const Case cases[] = {
      {"{}", kUsual},
      {R"({"target_bytes": 100000})", 100'000},
      {R"({"target_bytes": 100000, "maximum_bytes": 60000})", 60'000},
      {R"({"target_bytes": 100000, "minimum_bytes": 200000})", 200'000},
      {R"({"minimum_bytes": 50000})", kUsual},
      {R"({"minimum_bytes": 400000})", 400'000},
      {R"({"maximum_bytes": 4000000, "minimum_bytes": 10000})", kUsual},
      {R"({"maximum_bytes": 60000})", 60'000},
      {R"({"target_bytes": 0})", kUsual},
  };
  for (const Case& c : cases) {
    const std::string encodings =
        std::string(R"(, "max_sustained_rate_bps": 10000000, "buffer_control": )") + c.control;
    EXPECT_EQ(upstream(encodings).service_flows.at(0).buffer_bytes, c.bytes) << c.control;
  }
}

TEST(ProvisionedFlow, CountsTheUsualBufferOfTheFileAtTheHigherRate) {
  constexpr const char* kFile = R"("upstream_target_buffer_ms": 100, )";
  const std::string rate = R"(, "max_sustained_rate_bps": 10000000)";
  EXPECT_EQ(upstream(rate, kFile).service_flows.at(0).buffer_bytes, 125'000U);
  EXPECT_EQ(upstream(rate + R"(, "peak_traffic_rate_bps": 20000000)", kFile)
                .service_flows.at(0)
                .buffer_bytes,
            250'000U);
  EXPECT_EQ(upstream(rate + R"(, "buffer_control": {"maximum_bytes": 60000})", kFile)
                .service_flows.at(0)
                .buffer_bytes,
            60'000U);
}

TEST(ProvisionedFlow, IsHeldToTheLimitsOfTheKeysWhereItsEncodingStands) {
  const std::string rate = R"("max_sustained_rate_bps": 10000000)";  // 6 octets
  const std::vector<std::pair<std::string, const char*>> cases = {
      {R"(, "max_sustained_rate_bps": 7999)",
       "offset 6: max_sustained_rate_mbps: expected a number from 0.008 to 10000, got 0.007999"},
      {R"(, "max_sustained_rate_bps": 11, "rate_unit": 3)",
       "offset 6: max_sustained_rate_mbps: expected a number from 0.008 to 10000, got 11000"},
      {", " + rate + R"(, "peak_traffic_rate_bps": 8)",
       "offset 12: peak_rate_mbps: expected a number from 0.008 to 10000, got 0.000008"},
      {", " + rate + R"(, "max_traffic_burst_bytes": 1521)",
       "offset 12: max_burst_bytes: expected an integer from 1522 to 4294967295, got 1521"},
      {", " + rate + R"(, "min_reserved_rate_bps": 8000, "min_reserved_packet_bytes": 60000)",
       "offset 18: min_reserved_packet_bytes: expected an integer from 64 to 1522, got 60000"},
      {", " + rate + R"(, "request_multiplier": 3)",
       "offset 12: request_unit_bytes: expected 1, 2, 4, 8 or 16, got 3"},
      {", " + rate + R"(, "scheduling_type": 4, "nominal_polling_interval_us": 10)",
       "offset 15: nominal_polling_interval_us: expected an integer from 250 to 10000000, got 10"},
      {R"(, "scheduling_type": 6, "unsolicited_grant_bytes": 200, "grants_per_interval": 1,
           "nominal_grant_interval_us": 1)",
       "offset 16: nominal_grant_interval_us: expected an integer from 250 to 10000000, got 1"},
      {R"(, "scheduling_type": 6, "unsolicited_grant_bytes": 1, "grants_per_interval": 1,
           "nominal_grant_interval_us": 20000)",
       "offset 9: unsolicited_grant_bytes: expected an integer from 16 to 65535, got 1"},
      {", " + rate + R"(, "buffer_control": {"target_bytes": 100})",
       "offset 12: a buffer of 100 bytes, expected at least 1522, to hold a packet"},
      {", " + rate + R"(, "buffer_control": {"minimum_bytes": 3000, "maximum_bytes": 2000})",
       "offset 12: a minimum buffer of 3000 bytes above the maximum of 2000"},
  };
  for (const auto& [encodings, expected] : cases) {
    EXPECT_EQ(error_of(encodings), expected) << encodings;
  }
  EXPECT_EQ(error_of(", " + rate, R"("upstream_target_buffer_ms": 1, )"),
            "offset 4: a buffer of 1250 bytes, expected at least 1522, to hold a packet");
  // Encodings that the scheduling type ignores are not checked.
  EXPECT_EQ(error_of(", " + rate + R"(, "nominal_polling_interval_us": 10)"), "accepted");
  EXPECT_EQ(error_of(", " + rate + R"(, "min_reserved_packet_bytes": 60000)"), "accepted");
}

TEST(ProvisionedFile, HasAReferenceOnceInADirection) {
  const auto with = [](const char* direction) {
    return std::string("\"") + direction +
           R"(_service_flows": [{"reference": 3, "service_class_name": "A"}], )";
  };
  EXPECT_EQ(error_of(R"(, "service_class_name": "B")", with("downstream")), "accepted");
  const std::string twins = R"({"reference": 3, "service_class_name": "A"},
                               {"reference": 3, "service_class_name": "B"})";
  for (const char* direction : {"upstream", "downstream"}) {
    try {
      provisioned(std::string("{\"") + direction + "_service_flows\": [" + twins + "]}");
      FAIL() << "accepted";
    } catch (const ConfigFileError& error) {
      EXPECT_STREQ(error.what(),
                   "offset 10: a second service flow with the reference 3 in this direction");
    }
  }
}

TEST(ProvisionedFile, WithoutNetworkAccessLeavesNothingToSimulate) {
  EXPECT_EQ(error_of("", R"("network_access": 1, )"), "accepted");
  EXPECT_EQ(error_of("", R"("network_access": 0, )"),
            "offset 0: network access is off, the modem would forward nothing; expected 1");
}

TEST(WithoutEffect, NamesWhatNothingDoes) {
  const auto names = [](const std::string& json) {
    return without_effect(config_from_json(parse_json(json, "modem.json")));
  };
  EXPECT_THAT(names(R"({"upstream_service_flows": [
    {"reference": 1, "active_timeout_s": 3, "absolute_queue_depth_request": 0,
     "aqm": {"disable": 0, "latency_target_ms": 20, "algorithm": 2}},
    {"reference": 2, "active_timeout_s": 4, "absolute_queue_depth_request": 1,
     "aqm": {"algorithm": 1}}],
    "downstream_service_flows": [
      {"reference": 3, "resequencing": 1, "aqm": {"disable": 1, "latency_target_ms": 20}}],
    "upstream_aggregate_service_flows": [{"reference": 4}, {"reference": 5}]})"),
              ::testing::ElementsAre(
                  "24.12 (active_timeout_s)", "24.40.3 (algorithm)",
                  "24.48 (absolute_queue_depth_request)", "25.40.2 (latency_target_ms)",
                  "70 (upstream_aggregate_service_flows: no active service flow refers to "
                  "it)"));
  EXPECT_THAT(names(R"({"downstream_service_flows": [{"reference": 3, "resequencing": 0}]})"),
              ::testing::IsEmpty());
}

TEST(ProvisionedFlow, IsResequencedUnlessItsFileSaysOtherwise) {
  const auto is_resequenced = [](const std::string& encodings) {
    return provisioned(R"({"downstream_service_flows": [{"reference": 3)" + encodings + "}]}")
        .service_flows.at(0)
        .is_resequenced;
  };
  EXPECT_TRUE(is_resequenced(""));
  EXPECT_TRUE(is_resequenced(R"(, "resequencing": 0)"));
  EXPECT_FALSE(is_resequenced(R"(, "resequencing": 1)"));
}

// A file with one classifier of these criteria.
std::string with_classifier(const std::string& criteria, const char* direction = "upstream") {
  return std::string("{\"") + direction + R"(_service_flows": [{"reference": 3}], ")" + direction +
         R"(_classifiers": [{"reference": 7, "service_flow_reference": 3, )" + criteria + "}]}";
}

ClassifierConfig classifier(const std::string& criteria) {
  return provisioned(with_classifier(criteria)).classifiers.at(0);
}

// Why no packet matches it; empty: it is there.
std::string objection_to(const std::string& criteria, const char* direction = "upstream") {
  const std::string json = with_classifier(criteria, direction);
  const auto lines = unmatched_classifiers(config_from_json(parse_json(json, "modem.json")));
  EXPECT_EQ(provisioned(json).classifiers.size(), lines.empty() ? 1U : 0U) << criteria;
  const std::string begin = std::string(direction) + " classifier 7 matches no packet: ";
  return lines.empty() ? "" : lines.at(0).substr(begin.size());
}

TEST(ProvisionedClassifier, IsLeftOutWithItsReasonWhereNoPacketCouldMatch) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("priority": 5)", ""},
      {R"("ethernet": {"ether_type": "010800"})", ""},
      {R"("ethernet": {"ether_type": "000800"})", ""},
      {R"("ethernet": {"ether_type": "0400ff"})", ""},
      {R"("ethernet": {"ether_type": "0200aa"})",
       "22.10.3 (ether_type) asks for a DSAP, packets here have an EtherType"},
      {R"("ethernet": {"ether_type": "03001d"})",
       "22.10.3 (ether_type) asks for MAC management messages"},
      {R"("ethernet": {"destination_and_mask": "020000000001ffffffffffff"})", ""},
      {R"("ethernet": {"destination_and_mask": "020000000001ffffffffff00"})",
       "22.10.1 (destination_and_mask) has bits outside its mask"},
      {R"("ipv4": {"protocol": 17})", ""},
      {R"("ipv4": {"protocol": 257})", ""},
      {R"("ipv4": {"protocol": 258})", "22.9.2 (protocol) is 258, above 257 the rule is invalid"},
      {R"("ipv6": {"next_header": 65535})",
       "22.12.3 (next_header) is 65535, above 257 the rule is invalid"},
      {R"("ipv4": {"source": "192.168.100.0", "source_mask": "255.255.255.0"})", ""},
      {R"("ipv4": {"source": "192.168.100.10"})", ""},
      {R"("ipv4": {"source": "192.168.100.10", "source_mask": "255.255.255.0"})",
       "22.9.3 (source) has bits outside its mask"},
      {R"("ipv4": {"destination": "10.0.0.1", "destination_mask": "255.0.0.0"})",
       "22.9.5 (destination) has bits outside its mask"},
      {R"("ipv6": {"source": "2001:db8::", "source_prefix_bits": 32})", ""},
      {R"("ipv6": {"source": "2001:db8::1", "source_prefix_bits": 64})",
       "22.12.4 (source) has bits outside its mask"},
      {R"("ipv6": {"destination": "2001:db8::1", "destination_prefix_bits": 127})",
       "22.12.6 (destination) has bits outside its mask"},
      {R"("ipv4": {"source_port_start": 5, "source_port_end": 4})",
       "22.9.8 (source_port_end) ends a range before it begins"},
      {R"("ipv4": {"tos_low_high_mask": [9, 8, 255]})",
       "22.9.1 (tos_low_high_mask) ends a range before it begins"},
      {R"("ipv4": {"protocol": 17}, "ipv6": {"next_header": 17})",
       "it asks for IPv4 and IPv6 at once"},
      {R"("ipv4": {"destination_port_start": 53}, "ipv6": {"next_header": 17})", ""},
      {R"("ipv4": {}, "ipv6": {"next_header": 17})", ""},
      {R"("ipv6": {"flow_label": 5})", ""},
      {R"("vlan": {"vlan_id": 16})", ""},
      {R"("vlan": {"vlan_id": 16}, "tags": {"customer_vlan_id": 1})", ""},
      {R"("vlan": {"vlan_id": 16}, "tags": {"customer_vlan_id": 16})",
       "it asks for two VLANs at once"},
      {R"("vlan": {"priority_low_high": [5, 3]})",
       "22.11.1 (priority_low_high) ends a range before it begins"},
      {R"("cm_interface_mask": "4000")", ""},
      {R"("cm_interface_mask": "00010000")", ""},
      {R"("cm_interface_mask": "00008000")", "22.13 (cm_interface_mask) names no Ethernet port"},
      {R"("cm_interface_mask": "b800")", "22.13 (cm_interface_mask) names no Ethernet port"},
      {R"("cm_interface_mask": "")", "22.13 (cm_interface_mask) names no Ethernet port"},
      {R"("tags": {"service_vlan_id": 100})", ""},
      {R"("tags": {"service_tag_type": "88a8", "service_vlan_id": 100})", ""},
      {R"("tags": {"service_tag_type": "88a8"})",
       "22.14.1 (service_tag_type) without a VLAN is not modelled"},
      {R"("tags": {"service_tag_type": "9100", "service_vlan_id": 100})",
       "22.14.1 (service_tag_type) is not modelled"},
      {R"("tags": {"service_vlan_id": 4096})", "22.14.2 (service_vlan_id) is above 4095"},
      {R"("tags": {"service_vlan_id": 100, "service_priority": "05"})",
       "22.14.3 (service_priority) is not modelled"},
      {R"("backbone_tags": "020300000a")", "22.15 (backbone_tags) is not modelled"},
      {R"("icmp": {"type_start": 8, "type_end": 8})", ""},
      {R"("icmp": {"type_start": 9, "type_end": 8})",
       "22.16.2 (type_end) ends a range before it begins"},
      {R"("mpls": "02030003e8")", "22.17 (mpls) is not modelled"},
      {R"("vendor_specific": ["0803ffffff"])", "22.43 (vendor_specific) is not modelled"},
      {R"("unknown": [{"type": 99, "octets": "01"}])", "22.99 is not modelled"},
      {R"("ipv4": {"unknown": [{"type": 11, "octets": "01"}]})", "22.9.11 is not modelled"},
  };
  for (const auto& [criteria, expected] : cases) {
    EXPECT_EQ(objection_to(criteria), expected) << criteria;
  }
  EXPECT_EQ(objection_to(R"("icmp": {"type_end": 8})", "downstream"), "");
  EXPECT_EQ(objection_to(R"("cm_interface_mask": "4000")", "downstream"),
            "23.13 (cm_interface_mask) is a criterion of the modem, not of the CMTS");
  EXPECT_THROW(classifier(R"("ethernet": {"ether_type": "050000"})"), ConfigFileError);
}

TEST(ProvisionedClassifier, OfPortsAloneIsForBothVersionsOfIp) {
  const ClassifierConfig ports = classifier(R"("ipv4": {"destination_port_start": 53})");
  EXPECT_EQ(ports.destination_port_start, 53U);
  EXPECT_EQ(ports.source, "");
  const ClassifierConfig ipv4 =
      classifier(R"("ipv4": {"destination_port_start": 53, "protocol": 17})");
  EXPECT_EQ(ipv4.source, "0.0.0.0/0");
  const ClassifierConfig ipv6 =
      classifier(R"("ipv4": {"destination_port_end": 53}, "ipv6": {"next_header": 17})");
  EXPECT_EQ(ipv6.destination_port_end, 53U);
  EXPECT_EQ(ipv6.protocol, 17U);
  EXPECT_EQ(ipv6.source, "::/0");
}

TEST(ProvisionedClassifier, ReadsTagsIcmpAndInterfaces) {
  const ClassifierConfig vlan =
      classifier(R"("vlan": {"vlan_id": 1600, "priority_low_high": [2, 5]})");
  EXPECT_EQ(vlan.vlan, 100U) << "the highest twelve bits";
  EXPECT_EQ(vlan.vlan_priority_low, 2U);
  EXPECT_EQ(vlan.vlan_priority_high, 5U);
  const ClassifierConfig tags =
      classifier(R"("tags": {"service_vlan_id": 100, "customer_vlan_id": 200})");
  EXPECT_EQ(tags.service_vlan, 100U) << "the lowest twelve bits";
  EXPECT_EQ(tags.vlan, 200U);
  const ClassifierConfig icmp = classifier(R"("icmp": {"type_start": 8, "type_end": 9})");
  EXPECT_EQ(icmp.icmp_type_start, 8U);
  EXPECT_EQ(icmp.icmp_type_end, 9U);
  EXPECT_EQ(classifier(R"("ipv6": {"flow_label": 5})").flow_label, 5U);
  EXPECT_EQ(classifier(R"("ipv6": {"flow_label": 0})").flow_label, std::nullopt);
  EXPECT_EQ(classifier(R"("cm_interface_mask": "47ff")").cm_interface_mask, "47ff");
}

TEST(WithoutEffect, NamesWhatWouldChooseOtherFlowsOrRates) {
  const auto names = [](const std::string& json) {
    return without_effect(config_from_json(parse_json(json, "modem.json")));
  };
  EXPECT_THAT(names(R"({"classes_of_service": [{"class_id": 1}],
    "upstream_drop_classifiers": [{"reference": 1, "ipv4": {"protocol": 17}}],
    "upstream_service_flows": [
      {"reference": 1, "service_class_name": "GOLD"},
      {"reference": 2, "service_class_name": "IRON", "max_sustained_rate_bps": 1000000},
      {"reference": 3, "service_class_name": "CALL", "unsolicited_grant_bytes": 200},
      {"reference": 4, "unknown": [{"type": 200, "octets": "01"}]}],
    "downstream_service_flows": [{"reference": 5, "service_class_name": "DOWN"}]})"),
              ::testing::ElementsAre(
                  "4 (classes_of_service)", "60 (upstream_drop_classifiers)",
                  "24.4 (service_class_name GOLD: its rates are not known here)", "24.200",
                  "25.4 (service_class_name DOWN: its rates are not known here)"));
}

}  // namespace
}  // namespace docsis_vp::system::provisioned_test
