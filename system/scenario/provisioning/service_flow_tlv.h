// Reads the common values of service flows in a configuration file: state, direction, reference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "system/scenario/fields/direction.h"
#include "system/scenario/provisioning/tlv_values.h"

namespace docsis_vp::system {

inline bool is_flow(const docsis::ConfigTlv& tlv) {
  return tlv.type == docsis::kUpstreamServiceFlowTlv ||
         tlv.type == docsis::kDownstreamServiceFlowTlv;
}

// True for a service flow whose active bit is set: bit 2 of the QoS set.
inline bool is_active(const docsis::ConfigTlv& flow) {
  constexpr std::uint8_t kActiveSet = 4;
  return (number(flow, 6).value_or(kActiveSet) & kActiveSet) != 0;
}

// tlv: a service flow, an aggregate service flow or a classifier.
inline Direction direction_of(const docsis::ConfigTlv& tlv) {
  const bool up = tlv.type == docsis::kUpstreamServiceFlowTlv ||
                  tlv.type == docsis::kUpstreamClassifierTlv ||
                  tlv.type == docsis::kUpstreamAggregateTlv;
  return up ? Direction::kUpstream : Direction::kDownstream;
}

// Returns the service flow with this reference, active or not; null: there is none in that
// direction.
inline const docsis::ConfigTlv* find_flow(const std::vector<docsis::ConfigTlv>& tlvs,
                                          Direction direction,
                                          const std::optional<std::uint64_t>& reference) {
  const auto flow = std::find_if(tlvs.begin(), tlvs.end(), [&](const docsis::ConfigTlv& tlv) {
    return reference && is_flow(tlv) && direction_of(tlv) == direction &&
           number(tlv, 1) == reference;
  });
  return flow == tlvs.end() ? nullptr : &*flow;
}

}  // namespace docsis_vp::system
