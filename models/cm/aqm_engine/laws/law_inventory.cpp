#include "models/cm/aqm_engine/laws/law_inventory.h"

#include <string_view>

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

// Families of laws whose gates were drawn one by one; others get custom_inventory().
struct Row {
  std::string_view family;
  LawInventory (*inventory)(const queue::LawConfig&, const InventoryWidths&);
};
constexpr Row kRows[] = {
    {"blue", blue_inventory},
    {"codel", codel_inventory},
    {"codel_dt", codel_dt_inventory},
    {"codel_tail", codel_tail_inventory},
    {"docsis_pie", docsis_pie_inventory},
    {"exp_red", exp_red_inventory},
    {"pd_red", red_inventory},
    {"pie", pie_inventory},
    {"re_ared", red_inventory},
    {"red", red_inventory},
    {"rem", rem_inventory},
    {"tail_drop", tail_drop_inventory},
};

}  // namespace

// Gates count alike, whether the gates or their model run.
LawInventory law_inventory(const queue::LawConfig& simulated, const InventoryWidths& widths) {
  queue::LawConfig law = simulated;
  law.in_gates = false;
  const aqm_algorithm& algorithm = queue::algorithm_of(law, {});
  for (const Row& row : kRows) {
    if (law.custom == nullptr && algorithm.family != nullptr && algorithm.family == row.family) {
      return row.inventory(law, widths);
    }
  }
  return custom_inventory(law, widths);
}

}  // namespace docsis_vp::cm
