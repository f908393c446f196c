#include "models/aqm/rem/rem.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kRemProbability = 29;  // UQ1.28
constexpr std::uint32_t kRemDelay = 32;
constexpr std::uint32_t kRemArrivals = 32;
constexpr std::uint32_t kRemLength = 45;    // packets in Q12, and a sign
constexpr std::uint32_t kRemExcess = 28;    // the same, cut
constexpr std::uint32_t kRemExponent = 54;  // UQ6.48
constexpr std::uint32_t kRemGain = 30;
constexpr std::uint32_t kRemWeight = 17;

Block rem_price(std::uint32_t marked_bits) {
  Block block{"price", "of arrivals, queue and capacity"};
  add_measure(block, marked_bits);
  block.add(subtractor(kRemArrivals), "arrivals since the last update");
  block.add(multiplier_unit(Pace::kArrival, kRemLength, 32,
                            "in packets; times the weight, alpha, the gain, one after the other"));
  block.add(add_subtract(kRemLength), "the average's distance; the new average");
  block.add(subtractor(kRemLength), "queue less reference");
  block.add(2, adder(kRemLength), "average, weighted queue, less capacity");
  block.add(2, less_constant(kRemLength), "the excess' limits");
  block.add(mux(kRemExcess, 3), "excess or a limit");
  block.add(adder(kRemExponent + 4), "the new price");
  block.add(less_constant(kRemExponent + 4), "at most 33; the sign says at least 0");
  block.add(mux(kRemExponent, 3), "price or a limit");
  return block;
}

}  // namespace

LawInventory rem_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  LawInventory inventory;
  inventory.marked_bits = option_of(law, REM_EXCLUDE_CE) != 0 ? widths.depth : 0;
  inventory.data_path = {"data_path", "counts and judges arriving packets"};
  inventory.data_path.add(full_unit(law, widths));
  inventory.data_path.add(adder(kRemArrivals), "packets, or bytes");
  inventory.data_path.add(less(32), "random word against p");
  inventory.data_path.add(control(4, 6), "verdict");
  inventory.control_law = {"control_law", "price and probability, one queue after the other"};
  inventory.control_law.add(token_delay_unit(Pace::kArrival, true, widths));
  inventory.control_law.add(rem_price(inventory.marked_bits));
  inventory.control_law.add(power_unit(Pace::kArrival));
  inventory.control_law.add(commit_unit(kRemProbability + kRemDelay, 0));
  inventory.control_law.add(control(12, 14), "queue by queue");
  inventory.shared_bits = kRemProbability + kRemDelay + kRemArrivals;
  inventory.state_bits = inventory.shared_bits;
  // Counted arrivals, their average, the price.
  inventory.law_state_bits = kRemArrivals + kRemLength - 1 + kRemExponent;
  inventory.settings_bits = 32 + limit_bits(law, widths);  // the mean packet says which mode
  inventory.law_settings_bits =
      48 + 32 + kRemGain + 2 * kRemWeight + 32 + 2 * kByteTimeBits;  // capacity, reference, ...
  inventory.draws = true;
  return inventory;
}

}  // namespace docsis_vp::cm
