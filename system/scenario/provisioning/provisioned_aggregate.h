// Converts an aggregate service flow of a configuration file into one of a scenario.
#pragma once

#include <string>
#include <vector>

#include "models/docsis/config_file/config_file.h"
#include "system/scenario/complete/link_rates.h"
#include "system/scenario/fields/aggregate.h"

namespace docsis_vp::system {

// An aggregate service flow (TLV 70 or 71) and its active service flows (TLV 24 or 25).
struct AggregateMembers {
  const docsis::ConfigTlv* aggregate = nullptr;
  const docsis::ConfigTlv* classic = nullptr;      // null: none
  const docsis::ConfigTlv* low_latency = nullptr;  // null: none, or TLV 91 turns it off
  // The low-latency service flow that TLV 91 turns off, if the aggregate has a Classic one.
  const docsis::ConfigTlv* turned_off = nullptr;

  bool has(const docsis::ConfigTlv& flow) const { return &flow == classic || &flow == low_latency; }
};

// Returns the aggregates to which active service flows belong, by 24.36 and 25.36. The low-latency
// service flow is that of 42.1, else that whose service class is 42.4. The result points into
// `tlvs`. Throws docsis::ConfigFileError.
std::vector<AggregateMembers> aggregate_members(const std::vector<docsis::ConfigTlv>& tlvs);

// Part of a service flow in its aggregate.
struct AggregateShare {
  double amsr_mbps = 0;
  bool is_low_latency = false;
};

// Returns the AMSR of an aggregate: the file's value, otherwise the capacity of its channels.
double amsr_mbps(const docsis::ConfigTlv& aggregate, const LinkRates& link);

// Names are left out. own_classifiers: the file has classifiers for the low-latency service flow,
// which then takes nothing by the code points of packets. Throws docsis::ConfigFileError.
AggregateConfig provisioned_aggregate(const AggregateMembers& members, const LinkRates& link,
                                      bool own_classifiers);

}  // namespace docsis_vp::system
