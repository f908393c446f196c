// What modems that are alike spent, as a first-order proxy: relative numbers, for comparing one
// placement with another, not watts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/json/writer.h"

namespace docsis_vp::system {

// The unit is one clock of 1000 gates at work. What idles is taken to be gated and to cost nothing.
// The relation of the others is that of M. Horowitz, ISSCC 2014, 1.1, 45 nm: an addition of 32 bits
// takes 0.1 pJ (a third of a kGE), 64 bits of 8 KB of SRAM 10 pJ, 64 bits of DRAM 1.3 nJ.
struct EnergyParameters {
  double sram_bit = 0.5;       // read or written, of 64 kbit; others by the root of their size
  double off_die_bit = 68;     // read or written
  double fetches = 1;          // words of ROM for an instruction [engineering choice]
  double data_accesses = 0.3;  // words of RAM for an instruction [engineering choice]
  double request_cycles = 32;  // of the request engine for a request [engineering choice]
  double law_cycles = 60;      // of the control law for an update [engineering choice]
};

enum class EnergyKind { kLogic, kSram, kOffDie, kCpu };

struct EnergyItem {
  EnergyKind kind = EnergyKind::kLogic;
  std::string block;
  std::string activity;  // what an event is
  std::uint64_t events = 0;
  double each = 0;  // units for an event

  double energy() const { return static_cast<double>(events) * each; }
};

struct EnergyResult {
  std::string modem;  // as the scenario calls them together; sums of all of them
  unsigned modems = 1;
  std::uint64_t sent_packets = 0;  // upstream
  bool core_is_known = true;       // else nobody says how large it is
  EnergyParameters parameters;
  std::vector<EnergyItem> items;

  double total(EnergyKind kind) const;
};

void write_energy(JsonWriter& json, const EnergyResult& energy);

}  // namespace docsis_vp::system
