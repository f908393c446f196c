#include "system/scenario/provisioning.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "system/config_file/value_text.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigFileError;
using docsis::ConfigTlv;
using docsis::TlvKind;

constexpr std::uint8_t kActiveSet = 4;  // bit 2 of the QoS set
constexpr double kBitsPerMegabit = 1e6;
// Of 24.41 and 25.41: bit/s, kbit/s, Mbit/s, Gbit/s.
constexpr double kRateUnits[] = {1, 1e3, 1e6, 1e9};

std::optional<std::uint64_t> number(const ConfigTlv& group, std::uint8_t type) {
  const ConfigTlv* const tlv = group.child(type);
  return tlv == nullptr ? std::nullopt : std::optional(tlv->number());
}

std::string text(const ConfigTlv& group, std::uint8_t type, TlvKind kind) {
  const ConfigTlv* const tlv = group.child(type);
  return tlv == nullptr ? "" : value_text(kind, tlv->value);
}

void copy(const ConfigTlv& group, std::uint8_t type, std::optional<unsigned>& to) {
  if (const auto value = number(group, type)) {
    to = static_cast<unsigned>(*value);
  }
}

void copy(const ConfigTlv& group, std::uint8_t type, unsigned& to) {
  to = static_cast<unsigned>(number(group, type).value_or(to));
}

// File-wide settings of upstream service flows.
struct Usual {
  bool aqm_off = false;                    // TLV 76
  std::optional<std::uint64_t> buffer_ms;  // TLV 68
};

double mbps(const ConfigTlv& flow, std::uint8_t type) {
  const std::uint64_t unit = number(flow, 41).value_or(0);
  return static_cast<double>(number(flow, type).value_or(0)) * kRateUnits[unit] / kBitsPerMegabit;
}

void read_rates(const ConfigTlv& tlv, ServiceFlowConfig& flow) {
  flow.max_sustained_rate_mbps = mbps(tlv, 8);
  const bool unsolicited = flow.scheduling && flow.scheduling->is_unsolicited();
  if (flow.max_sustained_rate_mbps == 0 && !unsolicited) {
    throw ConfigFileError(tlv.offset, "a service flow without a maximum sustained rate; give one");
  }
  if (const double peak = mbps(tlv, 27); peak > 0) {
    flow.peak_rate_mbps = peak;
  }
  if (const double reserved = mbps(tlv, 10); reserved > 0) {
    flow.min_reserved_rate_mbps = reserved;
    copy(tlv, 11, flow.min_reserved_packet_bytes);
  }
  copy(tlv, 9, flow.max_burst_bytes);
  copy(tlv, 7, flow.traffic_priority);
}

void read_buffer(const ConfigTlv& tlv, const Usual& usual, ServiceFlowConfig& flow) {
  const ConfigTlv* const buffer = tlv.child(35);
  constexpr std::uint8_t kSizes[] = {2, 3, 1};  // target, maximum, minimum
  for (const std::uint8_t type : kSizes) {
    if (buffer != nullptr && !flow.buffer_bytes) {
      flow.buffer_bytes = number(*buffer, type);
    }
  }
  if (!flow.buffer_bytes && usual.buffer_ms && flow.direction == Direction::kUpstream) {
    flow.buffer_ms = static_cast<double>(*usual.buffer_ms);
  }
}

void read_aqm(const ConfigTlv& tlv, const Usual& usual, ServiceFlowConfig& flow) {
  const ConfigTlv* const aqm = tlv.child(40);
  const bool off = aqm != nullptr && number(*aqm, 1).value_or(0) == 1;
  const bool up = flow.direction == Direction::kUpstream;
  if (off || (up && usual.aqm_off)) {
    flow.aqm.algorithm = "none";
  } else if (const auto target = aqm == nullptr ? std::nullopt : number(*aqm, 2);
             up && target.value_or(0) > 0) {
    flow.aqm.target_ms = static_cast<double>(*target);
  }
}

docsis::SchedulingType scheduling_type_of(const ConfigTlv& flow) {
  constexpr std::uint64_t kUndefined = 1;  // the CMTS chooses
  constexpr std::uint64_t kProactiveGrants = 7;
  const std::uint64_t type = number(flow, 15).value_or(kUndefined);
  if (type == kProactiveGrants) {
    throw ConfigFileError(flow.offset, "a service flow of proactive grants, which nobody gives");
  }
  return type == kUndefined ? docsis::SchedulingType::kBestEffort
                            : static_cast<docsis::SchedulingType>(type);
}

// MULPI C.2.2.8: what a type cannot do without.
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
}

SchedulingConfig scheduling_of(const ConfigTlv& tlv) {
  SchedulingConfig scheduling;
  scheduling.type = scheduling_type_of(tlv);
  require_encodings(tlv, scheduling);
  copy(tlv, 16, scheduling.request_policy);
  if (number(tlv, 17).value_or(0) > 0) {
    copy(tlv, 17, scheduling.nominal_polling_interval_us);
  }
  copy(tlv, 18, scheduling.tolerated_poll_jitter_us);
  copy(tlv, 19, scheduling.unsolicited_grant_bytes);
  copy(tlv, 20, scheduling.nominal_grant_interval_us);
  copy(tlv, 21, scheduling.tolerated_grant_jitter_us);
  copy(tlv, 22, scheduling.grants_per_interval);
  return scheduling;
}

void read_requests(const ConfigTlv& tlv, ServiceFlowConfig& flow) {
  flow.scheduling = scheduling_of(tlv);
  copy(tlv, 25, flow.contention_window_eighths);
  copy(tlv, 26, flow.request_unit_bytes);
}

bool is_active(const ConfigTlv& flow) {
  return (number(flow, 6).value_or(kActiveSet) & kActiveSet) != 0;
}

std::uint64_t reference_of(const ConfigTlv& flow) {
  const auto reference = number(flow, 1);
  if (!reference) {
    throw ConfigFileError(flow.offset, "a service flow without a reference");
  }
  return *reference;
}

std::string name_of(const ConfigTlv& flow, Direction direction) {
  const std::string name = text(flow, 4, TlvKind::kText);
  const char* const prefix = direction == Direction::kUpstream ? "us" : "ds";
  return name.empty() ? prefix + std::to_string(reference_of(flow)) : name;
}

ServiceFlowConfig service_flow_of(const ConfigTlv& tlv, Direction direction, const Usual& usual) {
  ServiceFlowConfig flow;
  flow.name = name_of(tlv, direction);
  flow.direction = direction;
  if (direction == Direction::kUpstream) {
    read_requests(tlv, flow);
  }
  read_rates(tlv, flow);
  read_buffer(tlv, usual, flow);
  read_aqm(tlv, usual, flow);
  return flow;
}

void read_tos(const ConfigTlv& group, ClassifierConfig& rule) {
  if (const ConfigTlv* const tos = group.child(1)) {
    rule.tos_low = tos->value[0];
    rule.tos_high = tos->value[1];
    rule.tos_mask = tos->value[2];
  }
}

std::string address(const ConfigTlv& group, std::uint8_t type, TlvKind kind,
                    const std::string& length) {
  const std::string octets = text(group, type, kind);
  return octets.empty() || length.empty() ? octets : octets + "/" + length;
}

// An address, if only any, says which IP it is.
void require_version(ClassifierConfig& rule, const char* any) {
  if (rule.source.empty() && rule.destination.empty()) {
    rule.source = any;
  }
}

void read_ipv4(const ConfigTlv& group, ClassifierConfig& rule) {
  read_tos(group, rule);
  copy(group, 2, rule.protocol);
  rule.source = address(group, 3, TlvKind::kIpv4, text(group, 4, TlvKind::kIpv4));
  rule.destination = address(group, 5, TlvKind::kIpv4, text(group, 6, TlvKind::kIpv4));
  copy(group, 7, rule.source_port_start);
  copy(group, 8, rule.source_port_end);
  copy(group, 9, rule.destination_port_start);
  copy(group, 10, rule.destination_port_end);
  require_version(rule, "0.0.0.0/0");
}

void read_ipv6(const ConfigTlv& group, ClassifierConfig& rule) {
  const auto length = [&](std::uint8_t type) {
    const auto bits = number(group, type);
    return bits ? std::to_string(*bits) : "";
  };
  read_tos(group, rule);
  copy(group, 3, rule.protocol);
  rule.source = address(group, 4, TlvKind::kIpv6, length(5));
  rule.destination = address(group, 6, TlvKind::kIpv6, length(7));
  require_version(rule, "::/0");
}

void read_ethernet(const ConfigTlv& group, ClassifierConfig& rule) {
  if (const ConfigTlv* const both = group.child(1)) {
    const auto middle = both->value.begin() + 6;
    rule.ethernet_destination = value_text(TlvKind::kMacAddress, {both->value.begin(), middle}) +
                                "/" + value_text(TlvKind::kMacAddress, {middle, both->value.end()});
  }
  rule.ethernet_source = text(group, 2, TlvKind::kMacAddress);
  constexpr std::uint8_t kEtherType = 1;  // 0: not looked at
  if (const ConfigTlv* const type = group.child(3);
      type != nullptr && type->value[0] == kEtherType) {
    rule.ether_type = static_cast<unsigned>(type->value[1] << 8 | type->value[2]);
  }
}

// Nothing: it is not active, or no packet could match.
std::optional<ClassifierConfig> classifier_of(const ConfigTlv& tlv, Direction direction,
                                              const std::vector<ConfigTlv>& tlvs) {
  const auto reference = number(tlv, 3);
  const std::uint8_t flows = direction == Direction::kUpstream ? docsis::kUpstreamServiceFlowTlv
                                                               : docsis::kDownstreamServiceFlowTlv;
  const auto flow = std::find_if(tlvs.begin(), tlvs.end(), [&](const ConfigTlv& t) {
    return t.type == flows && number(t, 1) == reference;
  });
  if (!reference || flow == tlvs.end()) {
    throw ConfigFileError(tlv.offset, "a classifier for no service flow of the file");
  }
  const ConfigTlv* const ipv6 = tlv.child(12);
  if (number(tlv, 6).value_or(1) == 0 || tlv.child(11) != nullptr || !is_active(*flow) ||
      (ipv6 != nullptr && number(*ipv6, 2).value_or(0) != 0)) {
    return {};
  }
  ClassifierConfig rule;
  rule.service_flow = name_of(*flow, direction);
  copy(tlv, 5, rule.priority);
  if (const ConfigTlv* const ipv4 = tlv.child(9)) {
    read_ipv4(*ipv4, rule);
  }
  if (ipv6 != nullptr) {
    read_ipv6(*ipv6, rule);
  }
  if (const ConfigTlv* const ethernet = tlv.child(10)) {
    read_ethernet(*ethernet, rule);
  }
  return rule;
}

void require(docsis::MicState state, const std::string& path, const std::string& whose) {
  if (state != docsis::MicState::kMatches) {
    throw InputError(path + ": the MIC of the " + whose +
                     (state == docsis::MicState::kAbsent ? " is missing" : " does not match"));
  }
}

}  // namespace

std::vector<ConfigTlv> read_provisioned(const std::string& path,
                                        const std::optional<std::string>& secret) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> octets{std::istreambuf_iterator<char>(file), {}};
  if (!file) {
    throw InputError(path + ": cannot be read");
  }
  std::vector<ConfigTlv> tlvs;
  try {
    tlvs = docsis::read_config_file(octets);
  } catch (const ConfigFileError& error) {
    throw InputError(path + ": " + error.what());
  }
  require(docsis::check_cm_mic(octets, tlvs), path, "CM");
  if (secret) {
    require(docsis::check_cmts_mic(tlvs, *secret), path, "CMTS under rf.shared_secret");
  }
  return tlvs;
}

Provisioned provisioned_of(const std::vector<ConfigTlv>& tlvs) {
  Usual usual;
  for (const ConfigTlv& tlv : tlvs) {
    if (tlv.type == docsis::kAqmDisableTlv) {
      usual.aqm_off = tlv.number() == 1;
    } else if (tlv.type == docsis::kTargetBufferTlv) {
      usual.buffer_ms = tlv.number();
    }
  }
  Provisioned provisioned;
  for (const ConfigTlv& tlv : tlvs) {
    const bool up =
        tlv.type == docsis::kUpstreamServiceFlowTlv || tlv.type == docsis::kUpstreamClassifierTlv;
    const Direction direction = up ? Direction::kUpstream : Direction::kDownstream;
    if (tlv.type == docsis::kUpstreamServiceFlowTlv ||
        tlv.type == docsis::kDownstreamServiceFlowTlv) {
      reference_of(tlv);
      if (is_active(tlv)) {
        provisioned.service_flows.push_back(service_flow_of(tlv, direction, usual));
      }
    } else if (tlv.type == docsis::kUpstreamClassifierTlv ||
               tlv.type == docsis::kDownstreamClassifierTlv) {
      if (const auto rule = classifier_of(tlv, direction, tlvs)) {
        provisioned.classifiers.push_back(*rule);
      }
    }
  }
  return provisioned;
}

}  // namespace docsis_vp::system
