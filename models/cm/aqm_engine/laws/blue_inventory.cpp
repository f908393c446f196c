#include "models/aqm/blue/blue.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kBlueProbability = 29;  // UQ1.28
constexpr std::uint32_t kBlueFreeze = bits_for(10'000'000);
constexpr std::uint32_t kBlueThreshold = 16;

Block blue_losses(const queue::LawConfig& law, std::uint32_t marked_bits,
                  const InventoryWidths& widths) {
  Block block{"losses", "which arrivals count as lost for want of room"};
  if (marked_bits != 0) {
    add_measure(block, marked_bits);
    block.add(full_unit(law, widths));
  }
  if (option_of(law, BLUE_THRESHOLD) != 0) {
    block.add(less(widths.packets()), "longer than the threshold");
  }
  return block;
}

Block blue_changes() {
  Block block{"changes", "of the probability, at losses and while the queue is empty"};
  block.add(subtractor(kTimeBits), "since the last change");
  block.add(less(kTimeBits), "still frozen");
  block.add(divider_unit(kTimeBits, kBlueFreeze, "freeze times of an idle queue"));
  block.add(subtractor(kTimeBits), "now less the remainder: the last of them");
  block.add(multiplier_unit(Pace::kArrival, kTimeBits, kBlueProbability, "decrement times count"));
  block.add(adder(kBlueProbability), "p and increment");
  block.add(less_constant(kBlueProbability), "at most 1");
  block.add(subtractor(kBlueProbability), "p less decrements");
  block.add(less(kTimeBits + kBlueProbability), "at least 0");
  block.add(mux(kBlueProbability, 4), "as it was, more, less, a limit");
  block.add(mux(kTimeBits, 3), "as it was, now, the last idle event");
  return block;
}

}  // namespace

LawInventory blue_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  LawInventory inventory;
  inventory.marked_bits = option_of(law, BLUE_EXCLUDE_CE) != 0 ? widths.depth : 0;
  inventory.data_path = {"data_path", "judges arriving packets with one probability"};
  inventory.data_path.add(full_unit(law, widths));
  if (inventory.marked_bits != 0 || option_of(law, BLUE_THRESHOLD) != 0) {
    inventory.data_path.add(blue_losses(law, inventory.marked_bits, widths));
  }
  inventory.data_path.add(blue_changes());
  inventory.data_path.add(less(32), "random word against p");
  inventory.data_path.add(control(8, 10), "idle time, losses, verdict");
  inventory.state_bits = kBlueProbability + 1 + kTimeBits + 1;  // p, frozen, since when, idle
  inventory.settings_bits =
      kBlueFreeze + 2 * kBlueProbability + kBlueThreshold + limit_bits(law, widths);
  inventory.draws = true;
  return inventory;
}

}  // namespace docsis_vp::cm
