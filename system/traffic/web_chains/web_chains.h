// Declares the configuration of a user who loads a web page with chains of objects from third
// parties.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace docsis_vp::system {

// Sizes are TCP payload. README.md has the sources of the defaults.
struct WebChainSettings {
  std::uint64_t html_bytes = 102'400;
  unsigned own_objects = 29;
  std::uint64_t own_object_bytes = 25'600;
  double own_rtt_ms = 20;
  unsigned chains = 9;
  unsigned chain_length = 3;
  std::uint64_t chain_object_bytes = 16'848;
  std::vector<double> third_party_rtts_ms = {20, 30, 50, 70, 100};
  double log10_deviation = 0;
  double think_ms = 0;
  unsigned connections_per_server = 6;
  double pause_s = 5;
  std::optional<std::uint64_t> pages;
};

}  // namespace docsis_vp::system
