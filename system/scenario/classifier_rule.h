// Classifiers from the words of users to what is compared with headers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "models/docsis/packet_classifier.h"
#include "system/scenario/fields/classifier.h"

namespace docsis_vp::system {

// service_flow: the number of its service flow among those of its modem and direction. Throws
// ConfigError, below the pointer.
docsis::ClassifierRule rule_of(const ClassifierConfig& config, unsigned service_flow,
                               const std::string& pointer);

struct IpAddress {
  std::uint8_t version = 4;
  std::array<std::uint8_t, 16> octets{};  // IPv4: the first four
};
std::optional<IpAddress> parse_address(const std::string& text);

}  // namespace docsis_vp::system
