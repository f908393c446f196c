#include "system/scenario/provisioning/provisioning.h"

#include <algorithm>

#include "platform/base/read_file.h"
#include "system/scenario/provisioning/provisioned_aggregate.h"
#include "system/scenario/provisioning/provisioned_classifier.h"
#include "system/scenario/provisioning/provisioned_flow.h"
#include "system/scenario/provisioning/service_flow_tlv.h"
#include "system/scenario/provisioning/tlv_values.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigFileError;
using docsis::ConfigTlv;
using docsis::TlvKind;

constexpr std::uint8_t kNetworkAccessTlv = 3;
bool is_classifier(const ConfigTlv& tlv) {
  return tlv.type == docsis::kUpstreamClassifierTlv || tlv.type == docsis::kDownstreamClassifierTlv;
}

// Returns a name such as us1 or ds2.
std::string reference_of(const ConfigTlv& flow) {
  const auto reference = number(flow, 1);
  if (!reference) {
    throw ConfigFileError(flow.offset, "a service flow without a reference");
  }
  return (direction_of(flow) == Direction::kUpstream ? "us" : "ds") + std::to_string(*reference);
}

// Refuses a second flow with the same reference, because a classifier would mean both.
void refuse_twin(const ConfigTlv& flow, const std::vector<ConfigTlv>& tlvs) {
  const std::string reference = reference_of(flow);
  for (const ConfigTlv& other : tlvs) {
    if (is_flow(other) && other.offset < flow.offset && reference_of(other) == reference) {
      throw ConfigFileError(flow.offset, "a second service flow with the reference " +
                                             std::to_string(*number(flow, 1)) +
                                             " in this direction");
    }
  }
}

std::string class_of(const ConfigTlv& flow) {
  return text(flow, 4, TlvKind::kText);
}

// A service class is a template, so several service flows may have the same class.
std::string name_of(const ConfigTlv& flow, const std::vector<ConfigTlv>& tlvs) {
  const std::string name = class_of(flow);
  if (name.empty()) {
    return reference_of(flow);
  }
  const auto alike = std::count_if(tlvs.begin(), tlvs.end(), [&](const ConfigTlv& other) {
    return is_flow(other) && is_active(other) && class_of(other) == name;
  });
  return alike > 1 ? name + "-" + reference_of(flow) : name;
}

// Returns the service flow of an active classifier, if that is active as well.
const ConfigTlv* flow_of(const ConfigTlv& classifier, const std::vector<ConfigTlv>& tlvs) {
  const ConfigTlv* const flow = find_flow(tlvs, direction_of(classifier), number(classifier, 3));
  if (flow == nullptr) {
    throw ConfigFileError(classifier.offset, "a classifier whose service flow is not in the file");
  }
  const bool active = number(classifier, 6).value_or(1) != 0 && is_active(*flow);
  return active ? flow : nullptr;
}

// Names an aggregate service flow by its profile (70.4), as long as nothing else has that name.
std::string aggregate_name(const ConfigTlv& aggregate, const std::vector<ConfigTlv>& tlvs) {
  const std::string name = class_of(aggregate);
  const auto alike = std::count_if(tlvs.begin(), tlvs.end(), [&](const ConfigTlv& other) {
    const bool is_named = is_flow(other) || other.type == docsis::kUpstreamAggregateTlv ||
                          other.type == docsis::kDownstreamAggregateTlv;
    return is_named && class_of(other) == name;
  });
  return name.empty() || alike > 1 ? "asf-" + reference_of(aggregate) : name;
}

// Aggregate service flows of a file, as its service flows and classifiers see them.
class FileAggregates {
 public:
  FileAggregates(const std::vector<ConfigTlv>& tlvs, const LinkRates& link)
      : tlvs_(tlvs), link_(link), all_(aggregate_members(tlvs)) {}

  std::optional<AggregateShare> share_of(const ConfigTlv& flow) const {
    for (const AggregateMembers& each : all_) {
      if (each.has(flow)) {
        return AggregateShare{amsr_mbps(*each.aggregate, link_), &flow == each.low_latency};
      }
    }
    return {};
  }
  // The service flow itself, or the Classic one where TLV 91 turns low latency off.
  const ConfigTlv* stand_in(const ConfigTlv* flow) const {
    for (const AggregateMembers& each : all_) {
      if (flow != nullptr && flow == each.turned_off) {
        return each.classic;
      }
    }
    return flow;
  }
  // names: of a service flow. classifiers: of the file.
  template <class NameOf>
  std::vector<AggregateConfig> configs(const NameOf& name_of_flow,
                                       const std::vector<ClassifierConfig>& classifiers) const {
    std::vector<AggregateConfig> configs;
    for (const AggregateMembers& each : all_) {
      const std::string low_latency =
          each.low_latency == nullptr ? "" : name_of_flow(*each.low_latency);
      const bool own_classifiers = std::any_of(
          classifiers.begin(), classifiers.end(),
          [&](const ClassifierConfig& rule) { return rule.service_flow == low_latency; });
      AggregateConfig& config =
          configs.emplace_back(provisioned_aggregate(each, link_, own_classifiers));
      config.name = aggregate_name(*each.aggregate, tlvs_);
      if (each.classic != nullptr) {
        config.classic_service_flow = name_of_flow(*each.classic);
      }
      if (each.low_latency != nullptr) {
        config.low_latency_service_flow = low_latency;
      }
    }
    return configs;
  }

 private:
  const std::vector<ConfigTlv>& tlvs_;
  LinkRates link_;
  std::vector<AggregateMembers> all_;
};

void require(docsis::MicState state, const std::string& path, const std::string& whose) {
  if (state != docsis::MicState::kMatches) {
    throw InputError(path + ": the MIC of the " + whose +
                     (state == docsis::MicState::kAbsent ? " is missing" : " does not match"));
  }
}

// Refuses a file without anything to simulate.
FileWide file_wide(const std::vector<ConfigTlv>& tlvs, const LinkRates& link) {
  FileWide file;
  file.link = link;
  for (const ConfigTlv& tlv : tlvs) {
    if (tlv.type == kNetworkAccessTlv && tlv.number() == 0) {
      throw ConfigFileError(tlv.offset,
                            "network access is off, the modem would forward nothing; expected 1");
    }
    if (tlv.type == docsis::kAqmDisableTlv) {
      file.aqm_off = tlv.number() == 1;
    } else if (tlv.type == docsis::kTargetBufferTlv) {
      file.buffer_ms = tlv.number();
    }
  }
  return file;
}

}  // namespace

std::vector<ConfigTlv> read_provisioned(const std::string& path,
                                        const std::optional<std::string>& secret) {
  const std::string contents = read_file(path);
  const std::vector<std::uint8_t> octets(contents.begin(), contents.end());
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

Provisioned provisioned_of(const std::vector<ConfigTlv>& tlvs, const LinkRates& link) {
  const FileWide file = file_wide(tlvs, link);
  for (const ConfigTlv& tlv : tlvs) {
    if (is_flow(tlv)) {
      refuse_twin(tlv, tlvs);
    }
  }
  const FileAggregates aggregates(tlvs, link);
  const auto name_of_flow = [&tlvs](const ConfigTlv& flow) { return name_of(flow, tlvs); };
  Provisioned provisioned;
  for (const ConfigTlv& tlv : tlvs) {
    if (is_flow(tlv) && is_active(tlv) && aggregates.stand_in(&tlv) == &tlv) {
      const auto share = aggregates.share_of(tlv);
      provisioned.service_flows.push_back(provisioned_flow(
          tlv, direction_of(tlv), name_of_flow(tlv), file, share ? &*share : nullptr));
    } else if (is_classifier(tlv)) {
      const ConfigTlv* const flow = aggregates.stand_in(flow_of(tlv, tlvs));
      if (flow != nullptr && unmatched_reason(tlv).empty()) {
        provisioned.classifiers.push_back(provisioned_classifier(tlv, name_of_flow(*flow)));
      }
    }
  }
  provisioned.aggregates = aggregates.configs(name_of_flow, provisioned.classifiers);
  return provisioned;
}

}  // namespace docsis_vp::system
