// Declares the configuration of the web response probe.
#pragma once

#include <cstdint>

namespace docsis_vp::system {

struct WrtSettings {
  std::uint64_t object_bytes = 20'000;
  double think_s = 10;
  bool persistent = false;
};

}  // namespace docsis_vp::system
