// Declares the energy of modems with the same hardware, as a first-order proxy: relative numbers to
// compare placements, not watts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::system {

// The unit is one clock of 1000 active gates. Idle logic is assumed to be clock-gated without cost.
// The ratios are those of M. Horowitz, ISSCC 2014, 1.1, 45 nm: an addition of 32 bits takes 0.1 pJ
// (a third of a kGE), 64 bits of 8 KB of SRAM 10 pJ, 64 bits of DRAM 1.3 nJ.
struct EnergyParameters {
  // Per bit read or written, in an SRAM of 64 kbit; scales with the square root of the size.
  double sram_bit = 0.5;
  double off_die_bit = 68;     // per bit read or written
  double fetches = 1;          // words of ROM per instruction [engineering choice]
  double data_accesses = 0.3;  // words of RAM per instruction [engineering choice]
  double request_cycles = 32;  // of the request engine per request [engineering choice]
  double law_cycles = 60;      // of the control law per update [engineering choice]

  template <class Table>
  static void describe(Table& table) {
    using This = EnergyParameters;
    table.object("energy_parameters", "Assumptions of the energy estimate.");
    table.field("sram_bit", &This::sram_bit, "units", "Read or write of a bit in 64 kbit.");
    table.field("off_die_bit", &This::off_die_bit, "units", "Read or write of a bit.");
    table.field("fetches_per_instruction", &This::fetches, "words",
                "Words of ROM for an instruction.");
    table.field("data_accesses_per_instruction", &This::data_accesses, "words",
                "Words of RAM for an instruction.");
    table.field("cycles_per_request", &This::request_cycles, "cycles",
                "Cycles of the request engine.");
    table.field("cycles_per_law", &This::law_cycles, "cycles", "Cycles of the law for an update.");
  }
};

enum class EnergyKind { kLogic, kSram, kOffDie, kCpu };

// Returns the name in results, for example "logic".
const char* name_of(EnergyKind kind);

struct EnergyItem {
  EnergyKind kind = EnergyKind::kLogic;
  std::string block;
  std::string activity;  // meaning of an event
  std::uint64_t events = 0;
  double each = 0;  // units per event

  double energy() const { return static_cast<double>(events) * each; }

  template <class Table>
  static void describe(Table& table) {
    using This = EnergyItem;
    table.object("energy_item", "Energy of one activity of a block.");
    table.one_line();
    table
        .field(
            "kind", [](const This& item) { return name_of(item.kind); }, "",
            "Total that it is part of.")
        .one_of({"logic", "sram", "cpu", "off_die"});
    table.field("block", &This::block, "", "The block's name.");
    table.field("activity", &This::activity, "", "Name of an event.");
    table.field("events", &This::events, "", "Number of events.");
    table.field("each", &This::each, "units", "Energy of an event.");
    table.field(
        "energy", [](const This& item) { return item.energy(); }, "units", "Energy of all events.");
  }
};

struct EnergyResult {
  std::string modem;  // name of the entry; values are sums over its modems
  unsigned modems = 1;
  std::uint64_t sent_packets = 0;  // upstream
  bool core_is_known = true;       // false: the size of the core is unknown
  EnergyParameters parameters;
  std::vector<EnergyItem> items;

  double total(EnergyKind kind) const;
  // Empty if the size of the CPU's core is unknown.
  std::optional<double> total_of_cpu() const;
  std::optional<double> total_on_die() const;

  template <class Table>
  static void describe(Table& table) {
    using This = EnergyResult;
    table.object("energy", "A first-order proxy of what modems that are alike spent; not watts.");
    table.field("modem", &This::modem, "", "Name of modems that are alike.");
    table.field("modems", &This::modems, "", "Number of them; figures are their sums.");
    table.field("sent_packets", &This::sent_packets, "packets", "Packets sent upstream.");
    table.field(
        "unit", [](const This&) { return "a clock of 1000 gates at work"; }, "",
        "Name of the unit.");
    table.field("parameters", &This::parameters, "", "Assumptions.");
    const char* const kUnknown = "Energy; null: the core's size is not known.";
    table.field(
        "logic", [](const This& e) { return e.total(EnergyKind::kLogic); }, "units",
        "Energy of counted gates.");
    table.field(
        "sram", [](const This& e) { return e.total(EnergyKind::kSram); }, "units",
        "Energy of memories on the die.");
    table.field(
        "cpu", [](const This& e) { return e.total_of_cpu(); }, "units", kUnknown);
    table.field(
        "off_die", [](const This& e) { return e.total(EnergyKind::kOffDie); }, "units",
        "Energy of memory beside the die.");
    table.field(
        "on_die", [](const This& e) { return e.total_on_die(); }, "units", kUnknown);
    table.field("items", &This::items, "", "Energy by block and activity.");
  }
};

}  // namespace docsis_vp::system
