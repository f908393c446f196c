#include "models/cm/aqm_engine/laws/law_inventory.h"

#include <stdexcept>

#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

LawInventory tail_drop_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  LawInventory inventory;
  inventory.data_path = {"data_path", "drops what finds the buffer full"};
  inventory.data_path.add(full_unit(law, widths));
  inventory.settings_bits = limit_bits(law, widths);
  return inventory;
}

struct Row {
  const char* law;
  LawInventory (*inventory)(const queue::LawConfig&, const InventoryWidths&);
};
constexpr Row kRows[] = {
    {"ared", red_inventory},
    {"codel", codel_inventory},
    {"codel_dt", codel_dt_inventory},
    {"codel_tail", codel_tail_inventory},
    {"docsis_pie", docsis_pie_inventory},
    {"none", tail_drop_inventory},
    {"pie", pie_inventory},
    {"pie_draft", pie_inventory},
    {"pie_linux", pie_inventory},
    {"pie_linux_2014", pie_inventory},
    {"red", red_inventory},
    {"tail_drop", tail_drop_inventory},
};

}  // namespace

// Whether they run or their model, gates are counted alike.
LawInventory law_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  if (law.custom != nullptr) {
    return custom_inventory(law, widths);
  }
  for (const Row& row : kRows) {
    if (law.algorithm == row.law) {
      return row.inventory(law, widths);
    }
  }
  throw std::logic_error("the law " + law.algorithm + " has no inventory");
}

}  // namespace docsis_vp::cm
