#include "system/scenario/provisioning/provisioned_aggregate.h"

#include <algorithm>

#include "system/scenario/provisioning/key_limits.h"
#include "system/scenario/provisioning/service_flow_tlv.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigFileError;
using docsis::ConfigTlv;
using docsis::TlvKind;

constexpr std::uint8_t kAggregateReference = 36;
constexpr std::uint8_t kAqmEncodings = 40;
constexpr std::uint8_t kLowLatencyEncodings = 42;

bool is_aggregate(const ConfigTlv& tlv) {
  return tlv.type == docsis::kUpstreamAggregateTlv || tlv.type == docsis::kDownstreamAggregateTlv;
}

// 0 for none, as for an encoding that is absent.
std::uint64_t aggregate_reference_of(const ConfigTlv& flow) {
  return number(flow, kAggregateReference).value_or(0);
}

void refuse_twin_aggregate(const ConfigTlv& aggregate, const std::vector<ConfigTlv>& tlvs) {
  const auto reference = number(aggregate, 1);
  if (!reference) {
    throw ConfigFileError(aggregate.offset, "an aggregate service flow without a reference");
  }
  for (const ConfigTlv& other : tlvs) {
    if (other.type == aggregate.type && other.offset < aggregate.offset &&
        number(other, 1) == reference) {
      throw ConfigFileError(aggregate.offset,
                            "a second aggregate service flow with the reference " +
                                std::to_string(*reference) + " in this direction");
    }
  }
}

void refuse_lost_reference(const ConfigTlv& flow, const std::vector<ConfigTlv>& tlvs) {
  const std::uint64_t reference = aggregate_reference_of(flow);
  const bool is_there = std::any_of(tlvs.begin(), tlvs.end(), [&](const ConfigTlv& tlv) {
    return is_aggregate(tlv) && direction_of(tlv) == direction_of(flow) &&
           number(tlv, 1) == reference;
  });
  if (reference != 0 && !is_there) {
    throw ConfigFileError(flow.child(kAggregateReference)->offset,
                          "aggregate_reference: there is no aggregate service flow " +
                              std::to_string(reference) + " in this direction");
  }
}

std::vector<const ConfigTlv*> flows_of(const ConfigTlv& aggregate,
                                       const std::vector<ConfigTlv>& tlvs) {
  std::vector<const ConfigTlv*> flows;
  for (const ConfigTlv& tlv : tlvs) {
    if (is_flow(tlv) && is_active(tlv) && direction_of(tlv) == direction_of(aggregate) &&
        aggregate_reference_of(tlv) == number(aggregate, 1)) {
      if (flows.size() == 2) {
        throw ConfigFileError(tlv.child(kAggregateReference)->offset,
                              "aggregate_reference: a third service flow of the aggregate " +
                                  std::to_string(*number(aggregate, 1)) +
                                  ", expected a Classic and a low-latency one");
      }
      flows.push_back(&tlv);
    }
  }
  return flows;
}

// The low-latency service flow; null: it has none, or an inactive one.
const ConfigTlv* low_latency_of(const ConfigTlv& aggregate,
                                const std::vector<const ConfigTlv*>& flows,
                                const std::vector<ConfigTlv>& tlvs) {
  const ConfigTlv* const group = aggregate.child(kLowLatencyEncodings);
  if (const ConfigTlv* const by = group == nullptr ? nullptr : group->child(1)) {
    const ConfigTlv* const flow = find_flow(tlvs, direction_of(aggregate), by->number());
    if (flow == nullptr || aggregate_reference_of(*flow) != number(aggregate, 1)) {
      throw ConfigFileError(by->offset,
                            "service_flow_reference: expected a service flow whose "
                            "aggregate_reference is " +
                                std::to_string(*number(aggregate, 1)) + ", got " +
                                std::to_string(by->number()));
    }
    return is_active(*flow) ? flow : nullptr;
  }
  const std::string named = group == nullptr ? "" : text(*group, 4, TlvKind::kText);
  const auto is_named = [&](const ConfigTlv* flow) {
    return !named.empty() && text(*flow, 4, TlvKind::kText) == named;
  };
  if (std::count_if(flows.begin(), flows.end(), is_named) == 1) {
    return *std::find_if(flows.begin(), flows.end(), is_named);
  }
  if (flows.size() == 2) {
    throw ConfigFileError(aggregate.offset,
                          "an aggregate of two service flows without "
                          "low_latency.service_flow_reference, which says which one is low "
                          "latency");
  }
  return nullptr;
}

AggregateMembers members_of(const ConfigTlv& aggregate, const std::vector<ConfigTlv>& tlvs,
                            bool low_latency_off) {
  const std::vector<const ConfigTlv*> flows = flows_of(aggregate, tlvs);
  AggregateMembers members;
  members.aggregate = &aggregate;
  members.low_latency = low_latency_of(aggregate, flows, tlvs);
  for (const ConfigTlv* const flow : flows) {
    if (flow != members.low_latency) {
      members.classic = flow;
    }
  }
  if (low_latency_off && members.low_latency != nullptr) {
    (members.classic == nullptr ? members.classic : members.turned_off) = members.low_latency;
    members.low_latency = nullptr;
  }
  return members;
}

// Copies an encoding into a key, within the limits of that.
template <class T, class U>
void take(const ConfigTlv& group, std::uint8_t type, const Table<T>& table, std::string_view key,
          U& to) {
  check_limits(group, type, table, key);
  copy(group, type, to);
}

void read_coupled_law(const ConfigTlv& group, CoupledAqmConfig& aqm) {
  constexpr std::uint64_t kNoCoupling = 255;  // reserved: the default
  constexpr double kTenths = 10;
  const auto& table = coupled_aqm_table();
  if (const auto tenths = number(group, 5); tenths.value_or(kNoCoupling) != kNoCoupling) {
    aqm.coupling_factor = static_cast<double>(*tenths) / kTenths;
  }
  take(group, 6, table, "weight", aqm.weight);
  aqm.queue_protection = number(group, 7).value_or(1) == 1;
  take(group, 8, table, "protection_threshold_us", aqm.protection_threshold_us);
  take(group, 9, table, "protection_score_us", aqm.protection_score_us);
  take(group, 10, table, "protection_drain_exponent", aqm.protection_drain_exponent);
}

// 24.40 and 25.40 of the service flow that each queue belongs to.
void read_queue_laws(const AggregateMembers& members, CoupledAqmConfig& aqm) {
  const auto encodings_of = [](const ConfigTlv* flow) {
    return flow == nullptr ? nullptr : flow->child(kAqmEncodings);
  };
  if (const ConfigTlv* const classic = encodings_of(members.classic)) {
    if (const std::uint64_t target = number(*classic, 2).value_or(0); target > 0) {
      aqm.target_ms = static_cast<double>(target);
    }
  }
  if (const ConfigTlv* const low_latency = encodings_of(members.low_latency)) {
    const auto& table = coupled_aqm_table();
    take(*low_latency, 4, table, "max_threshold_us", aqm.max_threshold_us);
    take(*low_latency, 5, table, "range_exponent", aqm.range_exponent);
  }
}

}  // namespace

std::vector<AggregateMembers> aggregate_members(const std::vector<ConfigTlv>& tlvs) {
  const bool low_latency_off = std::any_of(tlvs.begin(), tlvs.end(), [](const ConfigTlv& tlv) {
    return tlv.type == docsis::kLowLatencyDisableTlv && tlv.number() == 1;
  });
  std::vector<AggregateMembers> all;
  for (const ConfigTlv& tlv : tlvs) {
    if (is_flow(tlv)) {
      refuse_lost_reference(tlv, tlvs);
    } else if (is_aggregate(tlv)) {
      refuse_twin_aggregate(tlv, tlvs);
      const AggregateMembers members = members_of(tlv, tlvs, low_latency_off);
      if (members.classic != nullptr || members.low_latency != nullptr) {
        all.push_back(members);
      }
    }
  }
  return all;
}

double amsr_mbps(const ConfigTlv& aggregate, const LinkRates& link) {
  const double rate = rate_mbps(aggregate, 8, aggregate_table(), "amsr_mbps");
  const bool up = direction_of(aggregate) == Direction::kUpstream;
  return rate > 0 ? rate : up ? link.upstream_mbps : link.downstream_mbps;
}

AggregateConfig provisioned_aggregate(const AggregateMembers& members, const LinkRates& link,
                                      bool own_classifiers) {
  const ConfigTlv& tlv = *members.aggregate;
  AggregateConfig config;
  config.direction = direction_of(tlv);
  config.amsr_mbps = amsr_mbps(tlv, link);
  if (const double peak = rate_mbps(tlv, 27, aggregate_table(), "peak_rate_mbps"); peak > 0) {
    config.peak_rate_mbps = peak;
  }
  take(tlv, 9, aggregate_table(), "max_burst_bytes", config.max_burst_bytes);
  if (const ConfigTlv* const group = tlv.child(kLowLatencyEncodings)) {
    read_coupled_law(*group, config.aqm);
  }
  read_queue_laws(members, config.aqm);
  if (own_classifiers) {
    config.low_latency_packets.l4s = false;
    config.low_latency_packets.by_dscp = false;
  }
  return config;
}

}  // namespace docsis_vp::system
