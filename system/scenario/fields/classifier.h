// Declares the configuration of a classifier: the packets that a service flow takes.
#pragma once

#include <optional>
#include <string>

#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

struct ClassifierConfig {
  std::optional<std::string> name;
  std::string service_flow;
  unsigned priority = 0;
  std::optional<unsigned> dscp;
  std::optional<unsigned> tos_low;
  std::optional<unsigned> tos_high;
  std::optional<unsigned> tos_mask;
  std::optional<unsigned> protocol;
  std::string source;
  std::string destination;
  std::optional<unsigned> source_port_start;
  std::optional<unsigned> source_port_end;
  std::optional<unsigned> destination_port_start;
  std::optional<unsigned> destination_port_end;
  std::optional<unsigned> icmp_type_start;
  std::optional<unsigned> icmp_type_end;
  std::optional<unsigned> flow_label;
  std::string ethernet_source;
  std::string ethernet_destination;
  std::optional<unsigned> ether_type;
  std::optional<unsigned> service_vlan;
  std::optional<unsigned> vlan;
  std::optional<unsigned> vlan_priority_low;
  std::optional<unsigned> vlan_priority_high;
  std::string cm_interface_mask;

  // Name of the modem; empty in a scenario as written (instances.h).
  std::string modem;
};

const Table<ClassifierConfig>& classifier_table();

}  // namespace docsis_vp::system
