#include "models/docsis/config_file/tlv_table.h"

#include <algorithm>
#include <iterator>

namespace docsis_vp::docsis {

namespace {

constexpr std::uint64_t kAny = 0xffffffff;

constexpr TlvDescription number(std::uint8_t type, const char* name, std::uint16_t octets,
                                std::uint64_t min = 0, std::uint64_t max = kAny) {
  const std::uint64_t largest = octets >= 4 ? kAny : (std::uint64_t{1} << (8 * octets)) - 1;
  return {type,    name, TlvKind::kUnsigned, octets, octets, min, max < largest ? max : largest,
          nullptr, false};
}

constexpr TlvDescription sized(std::uint8_t type, const char* name, TlvKind kind,
                               std::uint16_t min_octets, std::uint16_t max_octets) {
  return {type, name, kind, min_octets, max_octets, 0, 0, nullptr, false};
}

constexpr TlvDescription group(std::uint8_t type, const char* name, const TlvTable& table) {
  return {type, name, TlvKind::kGroup, 0, kMaxTlvOctets, 0, 0, &table, false};
}

constexpr TlvDescription repeated(TlvDescription description) {
  description.repeats = true;
  return description;
}

template <std::size_t n>
constexpr TlvTable table_of(const TlvDescription (&rows)[n], const TlvTable* base = nullptr) {
  return {rows, rows + n, base};
}

// Annex C.2.2.9.11 (24.35, 25.35).
constexpr TlvDescription kBufferControlRows[] = {
    number(1, "minimum_bytes", 4),
    number(2, "target_bytes", 4),
    number(3, "maximum_bytes", 4),
};
constexpr TlvTable kBufferControl = table_of(kBufferControlRows);

// Annex C.2.2.9.15 (24.40, 25.40).
constexpr TlvDescription kAqmRows[] = {
    number(1, "disable", 1, 0, 1),
    number(2, "latency_target_ms", 1),
    number(3, "algorithm", 1),
    number(4, "immediate_max_threshold_us", 2),
    number(5, "immediate_range_exponent", 1, 0, 25),
    sized(6, "latency_histogram_edges", TlvKind::kOctets, 2, 30),
};
constexpr TlvTable kAqm = table_of(kAqmRows);

// Annex C.2.2.6: service flows of either direction.
constexpr TlvDescription kServiceFlowRows[] = {
    number(1, "reference", 2, 1),
    number(2, "service_flow_id", 4),
    sized(4, "service_class_name", TlvKind::kText, 2, 16),
    number(6, "qos_set", 1, 0, 7),
    number(7, "traffic_priority", 1, 0, 7),
    number(8, "max_sustained_rate_bps", 4),
    number(9, "max_traffic_burst_bytes", 4),
    number(10, "min_reserved_rate_bps", 4),
    number(11, "min_reserved_packet_bytes", 2),
    number(12, "active_timeout_s", 2),
    number(13, "admitted_timeout_s", 2),
    sized(23, "tos_and_or", TlvKind::kOctetList, 2, 2),
    number(27, "peak_traffic_rate_bps", 4),
    number(31, "required_attributes", 4),
    number(32, "forbidden_attributes", 4),
    number(33, "attribute_aggregation", 4),
    number(34, "application_id", 4),
    group(35, "buffer_control", kBufferControl),
    number(36, "aggregate_reference", 2),
    group(40, "aqm", kAqm),
    number(41, "rate_unit", 1, 0, 3),
};
constexpr TlvTable kServiceFlow = table_of(kServiceFlowRows);

// Annex C.2.2.7: upstream only.
constexpr TlvDescription kUpstreamServiceFlowRows[] = {
    number(3, "service_id", 2, 0, 0x3fff),
    number(14, "max_concatenated_burst_bytes", 2),
    number(15, "scheduling_type", 1, 1, 7),
    number(16, "request_policy", 4),
    number(17, "nominal_polling_interval_us", 4),
    number(18, "tolerated_poll_jitter_us", 4),
    number(19, "unsolicited_grant_bytes", 2),
    number(20, "nominal_grant_interval_us", 4),
    number(21, "tolerated_grant_jitter_us", 4),
    number(22, "grants_per_interval", 1, 0, 127),
    number(24, "grant_time_reference", 4),
    number(25, "contention_window_eighths", 1, 4, 12),
    number(26, "request_multiplier", 1, 1, 16),
    number(44, "guaranteed_grant_interval_us", 2),
    number(45, "guaranteed_grant_rate_bps", 4),
    number(46, "guaranteed_request_interval_us", 2),
    number(48, "absolute_queue_depth_request", 1, 0, 1),
    number(49, "activity_detection_disable", 1, 0, 1),
};
constexpr TlvTable kUpstreamServiceFlow = table_of(kUpstreamServiceFlowRows, &kServiceFlow);

// Annex C.2.2.8: downstream only.
constexpr TlvDescription kDownstreamServiceFlowRows[] = {
    number(14, "max_latency_us", 4),
    number(17, "resequencing", 1, 0, 1),
};
constexpr TlvTable kDownstreamServiceFlow = table_of(kDownstreamServiceFlowRows, &kServiceFlow);

// Annex C.2.1: packet classification encodings.
constexpr TlvDescription kIpv4ClassifierRows[] = {
    sized(1, "tos_low_high_mask", TlvKind::kOctetList, 3, 3),
    number(2, "protocol", 2),
    sized(3, "source", TlvKind::kIpv4, 4, 4),
    sized(4, "source_mask", TlvKind::kIpv4, 4, 4),
    sized(5, "destination", TlvKind::kIpv4, 4, 4),
    sized(6, "destination_mask", TlvKind::kIpv4, 4, 4),
    number(7, "source_port_start", 2),
    number(8, "source_port_end", 2),
    number(9, "destination_port_start", 2),
    number(10, "destination_port_end", 2),
};
constexpr TlvTable kIpv4Classifier = table_of(kIpv4ClassifierRows);

constexpr TlvDescription kIpv6ClassifierRows[] = {
    sized(1, "traffic_class_low_high_mask", TlvKind::kOctetList, 3, 3),
    number(2, "flow_label", 4, 0, 0xfffff),
    number(3, "next_header", 2),
    sized(4, "source", TlvKind::kIpv6, 16, 16),
    number(5, "source_prefix_bits", 1, 0, 128),
    sized(6, "destination", TlvKind::kIpv6, 16, 16),
    number(7, "destination_prefix_bits", 1, 0, 128),
};
constexpr TlvTable kIpv6Classifier = table_of(kIpv6ClassifierRows);

constexpr TlvDescription kEthernetClassifierRows[] = {
    sized(1, "destination_and_mask", TlvKind::kOctets, 12, 12),
    sized(2, "source", TlvKind::kMacAddress, 6, 6),
    sized(3, "ether_type", TlvKind::kOctets, 3, 3),
};
constexpr TlvTable kEthernetClassifier = table_of(kEthernetClassifierRows);

constexpr TlvDescription kVlanClassifierRows[] = {
    sized(1, "priority_low_high", TlvKind::kOctetList, 2, 2),
    number(2, "vlan_id", 2),
};
constexpr TlvTable kVlanClassifier = table_of(kVlanClassifierRows);

// Annex C.2.1.13. For octet strings only the lengths are checked.
constexpr TlvDescription kTagClassifierRows[] = {
    sized(1, "service_tag_type", TlvKind::kOctets, 2, 2),
    number(2, "service_vlan_id", 2),
    sized(3, "service_priority", TlvKind::kOctets, 1, 1),
    sized(4, "service_drop_eligible", TlvKind::kOctets, 1, 1),
    sized(5, "customer_tag_type", TlvKind::kOctets, 2, 2),
    number(6, "customer_vlan_id", 2),
    sized(7, "customer_priority", TlvKind::kOctets, 1, 1),
    sized(8, "customer_canonical_format", TlvKind::kOctets, 1, 1),
    sized(9, "service_tag_control", TlvKind::kOctets, 2, 2),
    sized(10, "customer_tag_control", TlvKind::kOctets, 2, 2),
};
constexpr TlvTable kTagClassifier = table_of(kTagClassifierRows);

// Annex C.2.1.12.
constexpr TlvDescription kIcmpClassifierRows[] = {
    number(1, "type_start", 1),
    number(2, "type_end", 1),
};
constexpr TlvTable kIcmpClassifier = table_of(kIcmpClassifierRows);

constexpr TlvDescription kClassifierRows[] = {
    number(1, "reference", 1, 1),
    number(2, "classifier_id", 2, 1),
    number(3, "service_flow_reference", 2, 1),
    number(4, "service_flow_id", 4, 1),
    number(5, "priority", 1),
    number(6, "active", 1, 0, 1),
    number(7, "action", 1, 0, 2),
    group(9, "ipv4", kIpv4Classifier),
    group(10, "ethernet", kEthernetClassifier),
    group(11, "vlan", kVlanClassifier),
    group(12, "ipv6", kIpv6Classifier),
    sized(13, "cm_interface_mask", TlvKind::kOctets, 0, kMaxTlvOctets),
    group(14, "tags", kTagClassifier),
    sized(15, "backbone_tags", TlvKind::kOctets, 0, kMaxTlvOctets),
    group(16, "icmp", kIcmpClassifier),
    sized(17, "mpls", TlvKind::kOctets, 0, kMaxTlvOctets),
    repeated(sized(43, "vendor_specific", TlvKind::kOctets, 0, kMaxTlvOctets)),
};
constexpr TlvTable kClassifier = table_of(kClassifierRows);

// Annex C.2.3: aggregate service flows, with the low-latency encodings.
constexpr TlvDescription kAggregateMatchRows[] = {
    number(1, "application_id", 4),
    sized(2, "service_class_name", TlvKind::kText, 2, 16),
    sized(3, "priority_low_high", TlvKind::kOctetList, 2, 2),
};
constexpr TlvTable kAggregateMatch = table_of(kAggregateMatchRows);

constexpr TlvDescription kLowLatencyRows[] = {
    number(1, "service_flow_reference", 2, 1),
    number(2, "service_flow_id", 4),
    sized(3, "classic_service_class_name", TlvKind::kText, 2, 16),
    sized(4, "low_latency_service_class_name", TlvKind::kText, 2, 16),
    number(5, "coupling_tenths", 1),
    number(6, "scheduling_weight", 1, 1, 255),
    number(7, "queue_protection", 1, 0, 1),
    number(8, "protection_latency_threshold_us", 2),
    number(9, "protection_score_threshold_us", 2),
    number(10, "protection_drain_rate_exponent", 1),
};
constexpr TlvTable kLowLatency = table_of(kLowLatencyRows);

constexpr TlvDescription kAggregateServiceFlowRows[] = {
    number(1, "reference", 2, 1),
    sized(4, "qos_profile_name", TlvKind::kText, 2, 16),
    number(7, "traffic_priority", 1, 0, 7),
    number(8, "max_sustained_rate_bps", 4),
    number(9, "max_traffic_burst_bytes", 4),
    number(10, "min_reserved_rate_bps", 4),
    number(11, "min_reserved_packet_bytes", 2),
    number(27, "peak_traffic_rate_bps", 4),
    number(37, "mesp_reference", 2),
    group(38, "match", kAggregateMatch),
    number(41, "rate_unit", 1, 0, 3),
    group(42, "low_latency", kLowLatency),
};
constexpr TlvTable kAggregateServiceFlow = table_of(kAggregateServiceFlowRows);

// Annex C.1.1.4: class of service, from DOCSIS 1.0.
constexpr TlvDescription kClassOfServiceRows[] = {
    number(1, "class_id", 1),
    number(2, "max_downstream_rate_bps", 4),
    number(3, "max_upstream_rate_bps", 4),
    number(4, "upstream_priority", 1),
    number(5, "min_upstream_rate_bps", 4),
    number(6, "max_upstream_burst_bytes", 2),
    number(7, "privacy_enable", 1),
};
constexpr TlvTable kClassOfService = table_of(kClassOfServiceRows);

constexpr TlvDescription kConfigurationFileRows[] = {
    number(1, "downstream_frequency_hz", 4),
    number(2, "upstream_channel_id", 1),
    number(3, "network_access", 1, 0, 1),
    repeated(group(kClassOfServiceTlv, "classes_of_service", kClassOfService)),
    sized(6, "cm_mic", TlvKind::kOctets, 16, 16),
    sized(7, "cmts_mic", TlvKind::kOctets, 16, 16),
    sized(17, "baseline_privacy", TlvKind::kOctets, 0, kMaxTlvOctets),
    number(18, "max_cpe", 1, 1),
    repeated(group(kUpstreamClassifierTlv, "upstream_classifiers", kClassifier)),
    repeated(group(kDownstreamClassifierTlv, "downstream_classifiers", kClassifier)),
    repeated(group(kUpstreamServiceFlowTlv, "upstream_service_flows", kUpstreamServiceFlow)),
    repeated(group(kDownstreamServiceFlowTlv, "downstream_service_flows", kDownstreamServiceFlow)),
    repeated(sized(26, "payload_header_suppressions", TlvKind::kOctets, 0, kMaxTlvOctets)),
    number(29, "privacy_enable", 1, 0, 1),
    repeated(sized(43, "general_extensions", TlvKind::kOctets, 5, kMaxTlvOctets)),
    repeated(group(kUpstreamDropClassifierTlv, "upstream_drop_classifiers", kClassifier)),
    number(kTargetBufferTlv, "upstream_target_buffer_ms", 2),
    repeated(
        group(kUpstreamAggregateTlv, "upstream_aggregate_service_flows", kAggregateServiceFlow)),
    repeated(group(kDownstreamAggregateTlv, "downstream_aggregate_service_flows",
                   kAggregateServiceFlow)),
    number(kAqmDisableTlv, "upstream_aqm_disable", 1, 0, 1),
    number(kLowLatencyDisableTlv, "low_latency_disable", 1, 0, 1),
};
constexpr TlvTable kConfigurationFile = table_of(kConfigurationFileRows);

}  // namespace

const TlvDescription* TlvTable::find(std::uint8_t type) const {
  const auto* row = std::find_if(first, last, [type](const auto& r) { return r.type == type; });
  return row != last ? row : base != nullptr ? base->find(type) : nullptr;
}

const TlvDescription* TlvTable::find(std::string_view name) const {
  const auto* row = std::find_if(first, last, [name](const auto& r) { return r.name == name; });
  return row != last ? row : base != nullptr ? base->find(name) : nullptr;
}

std::vector<std::string_view> TlvTable::names() const {
  std::vector<std::string_view> all =
      base != nullptr ? base->names() : std::vector<std::string_view>();
  std::transform(first, last, std::back_inserter(all), [](const auto& row) { return row.name; });
  return all;
}

const TlvTable& configuration_file_table() {
  return kConfigurationFile;
}

}  // namespace docsis_vp::docsis
