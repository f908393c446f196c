// Energy of modems with the same hardware, as a first-order proxy: relative numbers to compare
// placements, not watts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/json/writer.h"

namespace docsis_vp::system {

// The unit is one clock of 1000 active gates. Idle logic is assumed to be gated and to cost
// nothing. The ratios are those of M. Horowitz, ISSCC 2014, 1.1, 45 nm: an addition of 32 bits
// takes 0.1 pJ (a third of a kGE), 64 bits of 8 KB of SRAM 10 pJ, 64 bits of DRAM 1.3 nJ.
struct EnergyParameters {
  double sram_bit = 0.5;       // read or written, of 64 kbit; other sizes scale by their root
  double off_die_bit = 68;     // read or written
  double fetches = 1;          // ROM words per instruction [engineering choice]
  double data_accesses = 0.3;  // RAM words per instruction [engineering choice]
  double request_cycles = 32;  // request-engine cycles per request [engineering choice]
  double law_cycles = 60;      // control-law cycles per update [engineering choice]
};

enum class EnergyKind { kLogic, kSram, kOffDie, kCpu };

struct EnergyItem {
  EnergyKind kind = EnergyKind::kLogic;
  std::string block;
  std::string activity;  // meaning of an event
  std::uint64_t events = 0;
  double each = 0;  // units per event

  double energy() const { return static_cast<double>(events) * each; }
};

struct EnergyResult {
  std::string modem;  // name of the entry; values are sums over its modems
  unsigned modems = 1;
  std::uint64_t sent_packets = 0;  // upstream
  bool core_is_known = true;       // false: the size of the core is unknown
  EnergyParameters parameters;
  std::vector<EnergyItem> items;

  double total(EnergyKind kind) const;
};

void write_energy(JsonWriter& json, const EnergyResult& energy);

}  // namespace docsis_vp::system
