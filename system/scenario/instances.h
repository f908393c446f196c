// Every modem of a scenario by itself.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// The same scenario with one entry for each modem, service flow, classifier and traffic of a modem:
// `count` modems of one entry become so many, and what refers to them comes once for each. Modems
// stand in their order; service flows, classifiers and traffic modem by modem, those of a modem as
// they were written. Traffic of one modem among several is called <modem>-<name> and grouped by its
// name. Classifiers name their modem, those that `service_flow` of traffic makes come last.
//
// The scenario is complete. Throws ConfigError for references that mean nothing.
Scenario modem_by_modem(const Scenario& scenario);

// "cm7", of 100 modems "cm".
std::string modem_instance_name(const ModemConfig& modem, unsigned number);

// Whether the flow belongs to the entry, or to a modem that the entry stands for.
bool is_of(const ServiceFlowConfig& flow, const ModemConfig& modem);

// IPv4, of a host on the LAN of a modem; host 0 has all traffic that asks for no other.
std::array<std::uint8_t, 4> lan_address(unsigned modem, unsigned host);

}  // namespace docsis_vp::system
