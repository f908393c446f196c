// Expands a scenario so that it lists every modem by itself.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the scenario with one entry for each modem, service flow, classifier and flow of a modem.
// An entry with `count` becomes so many modems, and all references to it are repeated for each.
// Order: modems keep theirs; service flows, classifiers and flows come modem by modem, and within a
// modem as written. Flows of one modem among several are called <modem>-<name> and grouped by their
// name. Classifiers name their modem; those made from a flow's `service_flow` come last.
//
// scenario: complete. Throws ConfigError for unresolved references.
Scenario modem_by_modem(const Scenario& scenario);

// Returns "cm7" for modem 7 of 100 modems "cm".
std::string modem_instance_name(const ModemConfig& modem, unsigned number);

// True if it is the name of the entry, or of one of its modems.
bool is_named(const ModemConfig& modem, const std::string& name);

// True if the service flow belongs to the entry, or to one of its modems.
bool is_of(const ServiceFlowConfig& flow, const ModemConfig& modem);

// Returns the IPv4 address of a host on a modem's LAN. Host 0 has all traffic without a host of its
// own.
std::array<std::uint8_t, 4> lan_address(unsigned modem, unsigned host);

}  // namespace docsis_vp::system
