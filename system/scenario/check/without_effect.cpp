#include "system/scenario/check/without_effect.h"

#include <algorithm>
#include <iterator>

#include "models/docsis/scheduling.h"
#include "platform/base/files.h"
#include "system/scenario/provisioning/provisioned_aggregate.h"
#include "system/scenario/provisioning/provisioned_classifier.h"
#include "system/scenario/provisioning/provisioning.h"
#include "system/scenario/provisioning/tlv_values.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigTlv;
using docsis::TlvKind;

constexpr std::uint8_t kHeaderSuppressionTlv = 26;
constexpr std::uint8_t kAqmTlv = 40;

template <std::size_t n>
bool is_one_of(std::uint8_t type, const std::uint8_t (&types)[n]) {
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

// Encodings without effect: timeouts, attribute masks, downstream latency, and guaranteed
// grants and requests of scheduling types that have none.
bool is_idle_in_flow(const ConfigTlv& tlv, bool upstream, bool is_proactive) {
  constexpr std::uint8_t kEither[] = {12, 13, 31, 32, 33};
  constexpr std::uint8_t kUpstreamTypes[] = {48, 49};
  constexpr std::uint8_t kGuarantees[] = {44, 45, 46};
  constexpr std::uint8_t kDownstreamTypes[] = {14};
  return is_one_of(tlv.type, kEither) ||
         (upstream && !is_proactive && is_one_of(tlv.type, kGuarantees)) ||
         (upstream ? is_one_of(tlv.type, kUpstreamTypes) : is_one_of(tlv.type, kDownstreamTypes));
}

// Place of a service flow in an aggregate.
enum class Role { kAlone, kClassic, kLowLatency };

// Upstream the law is DOCSIS-PIE (1); downstream there is none. An aggregate has DOCSIS-PIE for its
// Classic service flow, and thresholds for the other.
bool is_idle_in_aqm(const ConfigTlv& tlv, bool upstream, Role role) {
  constexpr std::uint8_t kDisable = 1;
  constexpr std::uint8_t kLatencyTarget = 2;
  constexpr std::uint8_t kAlgorithm = 3;
  constexpr std::uint8_t kThreshold = 4;
  constexpr std::uint8_t kRange = 5;
  constexpr std::uint8_t kLatencyHistogram = 6;
  const bool has_pie = role == Role::kClassic || (role == Role::kAlone && upstream);
  const bool is_of_pie =
      tlv.type == kLatencyTarget || (tlv.type == kAlgorithm && tlv.number() == 1);
  const bool is_done =
      tlv.type == kLatencyHistogram || (tlv.type == kDisable && role == Role::kAlone) ||
      (has_pie && is_of_pie) ||
      (role == Role::kLowLatency && (tlv.type == kThreshold || tlv.type == kRange));
  return tlv.known != nullptr && !is_done;
}

// True for a value of 0: off, or the default.
bool asks_for_nothing(const ConfigTlv& tlv) {
  return tlv.known != nullptr && tlv.known->kind == TlvKind::kUnsigned && tlv.number() == 0;
}

// Encodings without effect in an aggregate service flow: priority, reserved rate, references and
// criteria by which a CMTS would make one.
bool is_idle_in_aggregate(const ConfigTlv& tlv) {
  constexpr std::uint8_t kIdle[] = {7, 10, 11, 37, 38};
  return tlv.known == nullptr || is_one_of(tlv.type, kIdle);
}

// 42.2 to 42.4 say by other means than 42.1 which service flow is low latency.
bool is_idle_in_low_latency(const ConfigTlv& tlv, const ConfigTlv& group) {
  constexpr std::uint8_t kReference = 1;
  constexpr std::uint8_t kIdle[] = {2, 3};
  constexpr std::uint8_t kLowLatencyClass = 4;
  return tlv.known == nullptr || is_one_of(tlv.type, kIdle) ||
         (tlv.type == kLowLatencyClass && group.child(kReference) != nullptr);
}

// True for a service class whose parameters only a CMTS knows.
bool is_class_without_rates(const ConfigTlv& flow) {
  constexpr std::uint8_t kServiceClass = 4;
  constexpr std::uint8_t kRates[] = {8, 10, 27};
  constexpr std::uint8_t kGrantSize = 19;
  const bool has_rate =
      std::any_of(std::begin(kRates), std::end(kRates),
                  [&flow](std::uint8_t type) { return number(flow, type).value_or(0) != 0; });
  return flow.child(kServiceClass) != nullptr && !has_rate && flow.child(kGrantSize) == nullptr;
}

class List {
 public:
  void add(const std::string& path, const ConfigTlv& tlv) {
    const std::string type = path + std::to_string(tlv.type);
    if (!asks_for_nothing(tlv)) {
      add_name(tlv.known == nullptr ? type : type + " (" + tlv.known->name + ")");
    }
  }
  void add_because(const std::string& path, const ConfigTlv& tlv, const char* reason) {
    if (!asks_for_nothing(tlv)) {
      add_name(path + std::to_string(tlv.type) + " (" + tlv.known->name + ": " + reason + ")");
    }
  }
  void add_aggregate(const ConfigTlv& aggregate) {
    constexpr std::uint8_t kProfile = 4;
    constexpr std::uint8_t kRate = 8;
    constexpr std::uint8_t kLowLatency = 42;
    const std::string path = std::to_string(aggregate.type) + ".";
    if (aggregate.child(kProfile) != nullptr && number(aggregate, kRate).value_or(0) == 0) {
      add_name(path + "4 (qos_profile_name " + text(aggregate, kProfile, TlvKind::kText) +
               ": its rate is not known here)");
    }
    for (const ConfigTlv& tlv : aggregate.children) {
      if (is_idle_in_aggregate(tlv)) {
        add(path, tlv);
      }
      for (const ConfigTlv& inner : tlv.children) {
        if (tlv.type == kLowLatency && is_idle_in_low_latency(inner, tlv)) {
          add(path + std::to_string(kLowLatency) + ".", inner);
        }
      }
    }
  }
  void add_flow(const ConfigTlv& flow, Role role) {
    const bool upstream = flow.type == docsis::kUpstreamServiceFlowTlv;
    const std::string path = std::to_string(flow.type) + ".";
    if (is_class_without_rates(flow)) {
      add_name(path + "4 (service_class_name " + text(flow, 4, TlvKind::kText) +
               ": its rates are not known here)");
    }
    constexpr std::uint8_t kSchedulingType = 15;
    constexpr auto kProactive =
        static_cast<std::uint64_t>(docsis::SchedulingType::kProactiveGrants);
    const bool is_proactive = number(flow, kSchedulingType) == kProactive;
    for (const ConfigTlv& tlv : flow.children) {
      if (tlv.known == nullptr || is_idle_in_flow(tlv, upstream, is_proactive)) {
        add(path, tlv);
      }
      for (const ConfigTlv& inner : tlv.children) {
        if (tlv.type == kAqmTlv && is_idle_in_aqm(inner, upstream, role)) {
          add(path + std::to_string(kAqmTlv) + ".", inner);
        }
      }
    }
  }
  std::vector<std::string> names() && { return std::move(names_); }

 private:
  void add_name(std::string name) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      names_.push_back(std::move(name));
    }
  }

  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> without_effect(const std::vector<ConfigTlv>& tlvs) {
  constexpr std::uint8_t kOutermost[] = {docsis::kClassOfServiceTlv, kHeaderSuppressionTlv,
                                         docsis::kUpstreamDropClassifierTlv};
  const std::vector<AggregateMembers> aggregates = aggregate_members(tlvs);
  const auto role_of = [&aggregates](const ConfigTlv& flow) {
    const auto own = std::find_if(aggregates.begin(), aggregates.end(),
                                  [&](const auto& each) { return each.has(flow); });
    return own == aggregates.end()     ? Role::kAlone
           : own->low_latency == &flow ? Role::kLowLatency
                                       : Role::kClassic;
  };
  const auto is_used = [&aggregates](const ConfigTlv& aggregate) {
    return std::any_of(aggregates.begin(), aggregates.end(),
                       [&](const auto& each) { return each.aggregate == &aggregate; });
  };
  const bool any_upstream =
      std::any_of(aggregates.begin(), aggregates.end(), [](const AggregateMembers& each) {
        return each.aggregate->type == docsis::kUpstreamAggregateTlv;
      });
  List list;
  for (const ConfigTlv& tlv : tlvs) {
    const bool is_aggregate =
        tlv.type == docsis::kUpstreamAggregateTlv || tlv.type == docsis::kDownstreamAggregateTlv;
    if (is_one_of(tlv.type, kOutermost)) {
      list.add("", tlv);
    } else if (is_aggregate && is_used(tlv)) {
      list.add_aggregate(tlv);
    } else if (is_aggregate) {
      list.add_because("", tlv, "no active service flow refers to it");
    } else if (tlv.type == docsis::kAqmDisableTlv && any_upstream) {
      list.add_because("", tlv, "not for aggregate service flows");
    } else if (tlv.type == docsis::kUpstreamServiceFlowTlv ||
               tlv.type == docsis::kDownstreamServiceFlowTlv) {
      list.add_flow(tlv, role_of(tlv));
    }
  }
  return std::move(list).names();
}

std::vector<std::string> unmatched_classifiers(const std::vector<ConfigTlv>& tlvs) {
  std::vector<std::string> lines;
  for (const ConfigTlv& tlv : tlvs) {
    const bool up = tlv.type == docsis::kUpstreamClassifierTlv;
    const bool is_active = number(tlv, 6).value_or(1) != 0;
    if ((!up && tlv.type != docsis::kDownstreamClassifierTlv) || !is_active) {
      continue;
    }
    const std::string reason = unmatched_reason(tlv);
    if (!reason.empty()) {
      const auto reference = number(tlv, 1);
      const std::string which =
          reference ? std::to_string(*reference) : "at offset " + std::to_string(tlv.offset);
      std::string& line =
          lines.emplace_back(up ? "upstream classifier " : "downstream classifier ");
      line.append(which).append(" matches no packet: ").append(reason);
    }
  }
  return lines;
}

std::vector<std::string> notes_on_configuration_files(const Scenario& scenario) {
  std::vector<std::string> notes;
  for (const ModemConfig& modem : scenario.modems) {
    if (!modem.config_file || !is_file(*modem.config_file)) {
      continue;  // a pipe can be read only once
    }
    const auto tlvs = read_provisioned(*modem.config_file, scenario.rf.shared_secret);
    const std::string place = modem.name + ": " + *modem.config_file + ": ";
    std::string line;
    for (const std::string& name : without_effect(tlvs)) {
      line.append(line.empty() ? "" : ", ").append(name);
    }
    if (!line.empty()) {
      notes.emplace_back(place).append("without effect: ").append(line);
    }
    for (const std::string& unmatched : unmatched_classifiers(tlvs)) {
      notes.push_back(place + unmatched);
    }
  }
  return notes;
}

}  // namespace docsis_vp::system
