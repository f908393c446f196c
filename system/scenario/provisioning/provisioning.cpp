#include "system/scenario/provisioning/provisioning.h"

#include <algorithm>

#include "platform/base/read_file.h"
#include "system/scenario/provisioning/provisioned_classifier.h"
#include "system/scenario/provisioning/provisioned_flow.h"
#include "system/scenario/provisioning/tlv_values.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigFileError;
using docsis::ConfigTlv;
using docsis::TlvKind;

constexpr std::uint8_t kNetworkAccessTlv = 3;
constexpr std::uint8_t kActiveSet = 4;  // bit 2 of the QoS set

bool is_flow(const ConfigTlv& tlv) {
  return tlv.type == docsis::kUpstreamServiceFlowTlv ||
         tlv.type == docsis::kDownstreamServiceFlowTlv;
}

bool is_classifier(const ConfigTlv& tlv) {
  return tlv.type == docsis::kUpstreamClassifierTlv || tlv.type == docsis::kDownstreamClassifierTlv;
}

Direction direction_of(const ConfigTlv& tlv) {
  const bool up =
      tlv.type == docsis::kUpstreamServiceFlowTlv || tlv.type == docsis::kUpstreamClassifierTlv;
  return up ? Direction::kUpstream : Direction::kDownstream;
}

bool is_active(const ConfigTlv& flow) {
  return (number(flow, 6).value_or(kActiveSet) & kActiveSet) != 0;
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
  const auto reference = number(classifier, 3);
  const auto flow = std::find_if(tlvs.begin(), tlvs.end(), [&](const ConfigTlv& tlv) {
    return is_flow(tlv) && direction_of(tlv) == direction_of(classifier) &&
           number(tlv, 1) == reference;
  });
  if (!reference || flow == tlvs.end()) {
    throw ConfigFileError(classifier.offset, "a classifier whose service flow is not in the file");
  }
  const bool active = number(classifier, 6).value_or(1) != 0 && is_active(*flow);
  return active ? &*flow : nullptr;
}

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
  Provisioned provisioned;
  for (const ConfigTlv& tlv : tlvs) {
    if (is_flow(tlv)) {
      refuse_twin(tlv, tlvs);
      if (is_active(tlv)) {
        provisioned.service_flows.push_back(
            provisioned_flow(tlv, direction_of(tlv), name_of(tlv, tlvs), file));
      }
    } else if (is_classifier(tlv)) {
      const ConfigTlv* const flow = flow_of(tlv, tlvs);
      if (flow != nullptr && why_nothing_matches(tlv).empty()) {
        provisioned.classifiers.push_back(provisioned_classifier(tlv, name_of(*flow, tlvs)));
      }
    }
  }
  return provisioned;
}

}  // namespace docsis_vp::system
