// Estimates gates and bits of the queue-management laws: of each law's data path, and of its
// periodic control law if gates compute it.
#pragma once

#include "models/cm/inventory.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

struct LawInventory {
  area::Block data_path{"data_path", {}};      // judges and measures, for all queues in turn
  area::Block control_law{"control_law", {}};  // computes the law, for all queues in turn

  // Bits per queue: state of the data path; the part of it that the control law reads and commits;
  // state of the control law alone.
  std::uint32_t state_bits = 0;
  std::uint32_t shared_bits = 0;
  std::uint32_t law_state_bits = 0;
  // Bits per queue of the data path's table, in RAM.
  std::uint32_t table_bits = 0;
  // Bits per service flow of configuration: for the data path and for the control law.
  std::uint32_t settings_bits = 0;
  std::uint32_t law_settings_bits = 0;

  // Bits per queue of a count of queued CE bytes, for a law that excludes them.
  std::uint32_t marked_bits = 0;

  bool draws = false;   // needs random words
  bool hashes = false;  // needs each packet's flow hash
  bool stamps = false;  // needs each packet's time of acceptance
};

// Returns the inventory of the law's family. If a law has none, the result is an estimate from the
// cost that the law declares.
LawInventory law_inventory(const queue::LawConfig& law, const InventoryWidths& widths);

// Adds the steps of DOCSIS-PIE's update that use the queue's delay: the change of p, burst
// allowance and status.
void add_docsis_pie_steps(area::Block& block);

// One function per family.
LawInventory docsis_pie_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory pie_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory codel_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory codel_dt_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory codel_tail_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory custom_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory red_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory blue_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory exp_red_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory rem_inventory(const queue::LawConfig& law, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
