// Gates and bits of the queue-management laws: what the data path of each would be made of, and
// what its periodic control law would, if gates compute it.
#pragma once

#include "models/cm/inventory.h"
#include "models/queue/law.h"

namespace docsis_vp::cm {

struct LawInventory {
  area::Block data_path{"data_path", {}};      // judges and measures, for all queues in turn
  area::Block control_law{"control_law", {}};  // computes the law, for all queues in turn

  // Bits of each queue: what the data path keeps; of these, what the control law is shown and
  // commits; what the control law alone keeps.
  std::uint32_t state_bits = 0;
  std::uint32_t shared_bits = 0;
  std::uint32_t law_state_bits = 0;
  // Bits of each service flow's configuration, for data path and control law.
  std::uint32_t settings_bits = 0;
  std::uint32_t law_settings_bits = 0;

  // Of a count of what is queued and carries CE, for a law that leaves it out.
  std::uint32_t marked_bits = 0;

  bool draws = false;   // random words
  bool stamps = false;  // looks at the time a packet was accepted
};

// Returns the inventory of the law's family; for a law without one of its own, an estimate from the
// cost that the law declares.
LawInventory law_inventory(const queue::LawConfig& law, const InventoryWidths& widths);

// By family.
LawInventory docsis_pie_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory pie_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory codel_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory codel_dt_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory codel_tail_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory custom_inventory(const queue::LawConfig& law, const InventoryWidths& widths);
LawInventory red_inventory(const queue::LawConfig& law, const InventoryWidths& widths);

}  // namespace docsis_vp::cm
