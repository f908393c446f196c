// Converts classifiers of a scenario into rules on packet headers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "models/docsis/packet_classifier.h"
#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// service_flow: index among the service flows of its modem and direction. Throws ConfigError below
// the pointer.
docsis::ClassifierRule rule_of(const ClassifierConfig& config, unsigned service_flow,
                               const std::string& pointer);

// Returns the classifiers of packets that enter the modem, or the CMTS for it. scenario: with every
// modem listed (instances.h). Service flows of a modem and direction count in their order.
docsis::PacketClassifierConfig classifier_config(const Scenario& scenario, const ModemConfig& modem,
                                                 Direction direction);

struct IpAddress {
  std::uint8_t version = 4;
  std::array<std::uint8_t, 16> octets{};  // IPv4: the first four
};
std::optional<IpAddress> parse_address(const std::string& text);

}  // namespace docsis_vp::system
