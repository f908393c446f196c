// Properties that the parts of a random scenario share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::system {

constexpr double kRandomDurationS = 0.8;

enum class LawPlace { kGates, kFirmware, kFirmwareWithDrops };

struct ServiceOutline {
  std::string name;
  unsigned kbps = 0;
};

struct ModemOutline {
  std::string name;
  LawPlace place = LawPlace::kGates;
  bool couples_in_firmware = false;  // it has an upstream aggregate, whose law firmware computes
  std::vector<ServiceOutline> up;    // at least one
  std::vector<ServiceOutline> down;
};

struct Outline {
  std::uint64_t seed = 0;
  std::vector<bool> is_ofdma;        // upstream channels us0, us1, ...
  std::vector<unsigned> data_iucs;   // of OFDMA channels, beside 10
  unsigned downstream_channels = 0;  // ds0, ds1, ...; 0: one without a name
  bool shares_downstream = false;    // one queue for all modems
  bool lossy = false;
  bool contention = true;  // else the profile in which every flow has opportunities of its own
  std::vector<ModemOutline> modems;

  unsigned upstream_channels() const { return static_cast<unsigned>(is_ofdma.size()); }
};

}  // namespace docsis_vp::system
