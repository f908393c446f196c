// Expands a scenario's modem groups, so that it lists every modem.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Returns the scenario with one entry for each modem, and for each service flow, classifier and
// flow of a modem. An entry with `count` becomes `count` modems, and all references to it are
// repeated for each. Order: modems keep theirs; service flows, classifiers and flows follow modem
// by modem, and within a modem as written. Flows of one of several modems are called <modem>-<name>
// and grouped by their name. Classifiers name their modem; those derived from a flow's
// `service_flow` come last.
//
// scenario: complete. Throws ConfigError for unresolved references.
Scenario modem_by_modem(const Scenario& scenario);

// Returns "cm7" for modem 7 of 100 modems "cm".
std::string modem_instance_name(const ModemConfig& modem, unsigned number);

// True if it is the name of the entry, or of one of the entry's modems.
bool is_named(const ModemConfig& modem, const std::string& name);

// True if the service flow belongs to the entry, or to one of the entry's modems.
bool is_of(const ServiceFlowConfig& flow, const ModemConfig& modem);

// Returns the IPv4 address of a host on a modem's LAN. Host 0 carries all traffic that has no
// separate host.
std::array<std::uint8_t, 4> lan_address(unsigned modem, unsigned host);

}  // namespace docsis_vp::system
