#include "system/scenario/provisioning/provisioned_flow.h"

#include <algorithm>

#include "system/scenario/complete/complete_aggregate.h"
#include "system/scenario/complete/complete_buffer.h"
#include "system/scenario/complete/largest_frame.h"
#include "system/scenario/provisioning/key_limits.h"
#include "system/scenario/provisioning/provisioned_aggregate.h"
#include "system/scenario/provisioning/tlv_values.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigFileError;
using docsis::ConfigTlv;

constexpr double kBitsPerMegabit = 1e6;

double mbps(const ConfigTlv& flow, std::uint8_t type, std::string_view key) {
  return rate_mbps(flow, type, service_flow_table(), key);
}

void read_reserved_rate(const ConfigTlv& tlv, ServiceFlowConfig& flow) {
  const double reserved = mbps(tlv, 10, "min_reserved_rate_mbps");
  if (reserved == 0) {
    return;
  }
  flow.min_reserved_rate_mbps = reserved;
  if (number(tlv, 11).value_or(0) != 0) {  // 0: as the CMTS chooses
    check_limits(tlv, 11, service_flow_table(), "min_reserved_packet_bytes");
    copy(tlv, 11, flow.min_reserved_packet_bytes);
  }
}

void read_rates(const ConfigTlv& tlv, double link_mbps, const AggregateShare* share,
                ServiceFlowConfig& flow) {
  flow.max_sustained_rate_mbps = mbps(tlv, 8, "max_sustained_rate_mbps");
  if (const double peak = mbps(tlv, 27, "peak_rate_mbps"); peak > 0) {
    flow.peak_rate_mbps = peak;
  }
  if (flow.max_sustained_rate_mbps == 0 && flow.scheduling && flow.scheduling->is_unsolicited()) {
    flow.max_sustained_rate_mbps = flow.scheduling->grant_rate_mbps();
  } else if (flow.max_sustained_rate_mbps == 0 && share != nullptr) {
    flow.max_sustained_rate_mbps = share->amsr_mbps;
  } else if (flow.max_sustained_rate_mbps == 0) {
    flow.line_rate_mbps = std::min(link_mbps, flow.peak_rate_mbps.value_or(link_mbps));
  }
  read_reserved_rate(tlv, flow);
  check_limits(tlv, 9, service_flow_table(), "max_burst_bytes");
  copy(tlv, 9, flow.max_burst_bytes);
  copy(tlv, 7, flow.traffic_priority);
}

void read_tos(const ConfigTlv& tlv, ServiceFlowConfig& flow) {
  if (const ConfigTlv* const tos = tlv.child(23)) {
    flow.tos_and = tos->value[0];
    flow.tos_or = tos->value[1];
  }
}

BufferControl buffer_control_of(const ConfigTlv& tlv) {
  BufferControl control;
  control.minimum_bytes = number(tlv, 1).value_or(control.minimum_bytes);
  control.target_bytes = number(tlv, 2).value_or(control.target_bytes);
  control.maximum_bytes = number(tlv, 3).value_or(control.maximum_bytes);
  if (control.minimum_bytes > control.maximum_bytes) {
    throw ConfigFileError(
        tlv.offset, "a minimum buffer of " + std::to_string(control.minimum_bytes) +
                        " bytes above the maximum of " + std::to_string(control.maximum_bytes));
  }
  return control;
}

// MULPI C.1.2.17 uses the peak rate if it is the higher one.
double default_buffer_bytes(const ServiceFlowConfig& flow, const FileWide& file,
                            const AggregateShare* share) {
  if (share != nullptr && share->is_low_latency) {
    return static_cast<double>(low_latency_buffer_bytes(share->amsr_mbps));
  }
  if (flow.direction == Direction::kDownstream || !file.buffer_ms) {
    return buffer_bytes_of(flow, {});
  }
  ServiceFlowConfig at_peak = flow;
  at_peak.max_sustained_rate_mbps =
      std::max(flow.max_sustained_rate_mbps, flow.peak_rate_mbps.value_or(0));
  return buffer_bytes_of(at_peak, static_cast<double>(*file.buffer_ms));
}

// Takes the size nearest to the target between minimum and maximum (DOCS-QOS3-MIB).
void read_buffer(const ConfigTlv& tlv, const FileWide& file, const AggregateShare* share,
                 ServiceFlowConfig& flow) {
  const ConfigTlv* const buffer = tlv.child(35);
  const BufferControl control = buffer == nullptr ? BufferControl() : buffer_control_of(*buffer);
  const double wanted = control.target_bytes > 0 ? static_cast<double>(control.target_bytes)
                                                 : default_buffer_bytes(flow, file, share);
  const auto bytes =
      static_cast<std::uint64_t>(std::clamp(wanted, static_cast<double>(control.minimum_bytes),
                                            static_cast<double>(control.maximum_bytes)));
  const bool is_low_latency = share != nullptr && share->is_low_latency;
  const std::uint64_t least =
      is_low_latency ? kLeastLowLatencyBufferBytes : std::uint64_t{kDefaultLargestFrameBytes};
  if (bytes < least) {
    throw ConfigFileError(buffer == nullptr ? tlv.offset : buffer->offset,
                          "a buffer of " + std::to_string(bytes) + " bytes, expected at least " +
                              std::to_string(least) + ", to hold a packet");
  }
  flow.buffer_bytes = bytes;
  flow.buffer_control = control;
}

void read_aqm(const ConfigTlv& tlv, const FileWide& file, const AggregateShare* share,
              ServiceFlowConfig& flow) {
  const ConfigTlv* const aqm = tlv.child(40);
  const bool off = aqm != nullptr && number(*aqm, 1).value_or(0) == 1;
  const bool up = flow.direction == Direction::kUpstream;
  if (off || (up && file.aqm_off) || share != nullptr) {  // an aggregate has the law
    flow.aqm.algorithm = "none";
  } else if (const auto target = aqm == nullptr ? std::nullopt : number(*aqm, 2);
             up && target.value_or(0) > 0) {
    flow.aqm.target_ms = static_cast<double>(*target);
  }
}

// 24.40.6, 25.40.6: up to 15 edges of 16 bits in units of 10 us.
void read_latency_histogram(const ConfigTlv& tlv, ServiceFlowConfig& flow) {
  constexpr std::uint8_t kAqm = 40;
  constexpr std::uint8_t kEdges = 6;
  const ConfigTlv* const aqm = tlv.child(kAqm);
  const ConfigTlv* const octets = aqm == nullptr ? nullptr : aqm->child(kEdges);
  if (octets == nullptr) {
    return;
  }
  const auto refuse = [octets](const std::string& why) {
    throw ConfigFileError(octets->offset, "latency_histogram_edges: " + why);
  };
  if (octets->value.size() % 2 != 0) {
    refuse("expected edges of 2 octets, got " + std::to_string(octets->value.size()) + " octets");
  }
  latency_histogram_config read{};
  for (std::size_t i = 0; i < octets->value.size(); i += 2) {
    read.edge_10us[read.edges++] =
        static_cast<std::uint16_t>(octets->value[i] << 8 | octets->value[i + 1]);
  }
  if (const char* const why = latency_histogram_check(&read)) {
    refuse(why);
  }
  flow.latency_histogram = LatencyHistogramConfig(read);
}

docsis::SchedulingType scheduling_type_of(const ConfigTlv& flow) {
  constexpr std::uint64_t kUndefined = 1;  // the CMTS chooses
  const std::uint64_t type = number(flow, 15).value_or(kUndefined);
  return type == kUndefined ? docsis::SchedulingType::kBestEffort
                            : static_cast<docsis::SchedulingType>(type);
}

// MULPI C.2.2.8: encodings that a scheduling type requires.
void require_encodings(const ConfigTlv& flow, const SchedulingConfig& scheduling) {
  const auto require = [&](bool needed, std::uint8_t type, const char* what) {
    if (needed && number(flow, type).value_or(0) == 0) {
      throw ConfigFileError(flow.offset, std::string("a service flow without ") + what +
                                             ", which its scheduling type needs");
    }
  };
  require(scheduling.type == docsis::SchedulingType::kRealTimePolling, 17,
          "a nominal polling interval");
  require(scheduling.is_unsolicited(), 19, "an unsolicited grant size");
  require(scheduling.is_unsolicited(), 20, "a nominal grant interval");
  require(scheduling.is_unsolicited(), 22, "grants per interval");
  require(scheduling.is_proactive() && number(flow, 46).value_or(0) == 0, 45,
          "a guaranteed grant rate or a guaranteed request interval");
}

// Reads the encodings of the scheduling type, within the limits of the keys.
void read_intervals(const ConfigTlv& tlv, SchedulingConfig& scheduling) {
  const auto take = [&](std::uint8_t type, const char* key, auto& to) {
    check_limits(tlv, type, scheduling_table(), key);
    copy(tlv, type, to);
  };
  if (scheduling.is_polled()) {
    if (number(tlv, 17).value_or(0) > 0) {
      take(17, "nominal_polling_interval_us", scheduling.nominal_polling_interval_us);
    }
    take(18, "tolerated_poll_jitter_us", scheduling.tolerated_poll_jitter_us);
  }
  if (scheduling.is_unsolicited()) {
    take(19, "unsolicited_grant_bytes", scheduling.unsolicited_grant_bytes);
    take(20, "nominal_grant_interval_us", scheduling.nominal_grant_interval_us);
    take(21, "tolerated_grant_jitter_us", scheduling.tolerated_grant_jitter_us);
    take(22, "grants_per_interval", scheduling.grants_per_interval);
  }
  if (scheduling.is_proactive()) {
    // In bit/s whatever the unit of the other rates.
    const double rate_mbps = static_cast<double>(number(tlv, 45).value_or(0)) / kBitsPerMegabit;
    if (rate_mbps > 0) {
      check_limits(*tlv.child(45), scheduling_table(), "guaranteed_grant_rate_mbps", rate_mbps);
    }
    scheduling.guaranteed_grant_rate_mbps = rate_mbps;
    take(44, "guaranteed_grant_interval_us", scheduling.guaranteed_grant_interval_us);
    take(46, "guaranteed_request_interval_us", scheduling.guaranteed_request_interval_us);
  }
}

SchedulingConfig scheduling_of(const ConfigTlv& tlv) {
  SchedulingConfig scheduling;
  scheduling.type = scheduling_type_of(tlv);
  require_encodings(tlv, scheduling);
  copy(tlv, 16, scheduling.request_policy);
  read_intervals(tlv, scheduling);
  return scheduling;
}

void read_request_unit(const ConfigTlv& tlv, ServiceFlowConfig& flow) {
  copy(tlv, 26, flow.request.request_unit_bytes);
  constexpr unsigned kUnits[] = {1, 2, 4, 8, 16};
  if (std::find(std::begin(kUnits), std::end(kUnits), flow.request.request_unit_bytes) ==
      std::end(kUnits)) {
    throw ConfigFileError(tlv.child(26)->offset,
                          "request_unit_bytes: expected 1, 2, 4, 8 or 16, got " +
                              std::to_string(flow.request.request_unit_bytes));
  }
}

void read_requests(const ConfigTlv& tlv, ServiceFlowConfig& flow) {
  flow.scheduling = scheduling_of(tlv);
  copy(tlv, 25, flow.request.contention_window_eighths);
  read_request_unit(tlv, flow);
}

}  // namespace

ServiceFlowConfig provisioned_flow(const ConfigTlv& tlv, Direction direction,
                                   const std::string& name, const FileWide& file,
                                   const AggregateShare* share) {
  ServiceFlowConfig flow;
  flow.name = name;
  flow.direction = direction;
  const bool up = direction == Direction::kUpstream;
  if (up) {
    read_requests(tlv, flow);
  }
  read_tos(tlv, flow);
  read_rates(tlv, up ? file.link.upstream_mbps : file.link.downstream_mbps, share, flow);
  if (!up) {
    flow.is_resequenced = number(tlv, 17).value_or(0) == 0;  // 1: without sequence numbers
  }
  read_buffer(tlv, file, share, flow);
  read_aqm(tlv, file, share, flow);
  read_latency_histogram(tlv, flow);
  return flow;
}

}  // namespace docsis_vp::system
