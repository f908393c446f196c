#include "models/aqm/red/red_params.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kFraction = 32;
constexpr std::uint32_t kRedCount = 32;        // UQ22.10
constexpr std::uint32_t kRedProbability = 33;  // Q32, up to 1
// The weight, and four products of the draw, 16 pairs of bits each.
constexpr std::uint32_t kRedProductClocks = 5 * 16;

std::uint32_t length_bits(bool byte_mode, const InventoryWidths& widths) {
  return byte_mode ? widths.depth : widths.packets();
}

Block average(std::uint32_t bits, const InventoryWidths& widths) {
  Block block{"average", "of the queue's length, exponentially weighted"};
  block.add(less(bits), "above or below the average");
  block.add(subtractor(bits), "the difference");
  block.add(multiplier_unit(pace_at_arrival(widths, kRedProductClocks), bits, 32,
                            "times the weight; after an idle time, powers of one less the weight"));
  block.add(add_subtract(bits), "the new average");
  block.add(subtractor(kTimeBits), "how long nothing was queued");
  block.add(hold(33), "power of one less the weight");
  block.add(hold(32), "packets that could have left meanwhile");
  block.add(control(8, 10), "idle, squares, average");
  return block;
}

Block draw(const queue::LawConfig& law, std::uint32_t bits, bool byte_mode,
           const InventoryWidths& widths) {
  Block block{"draw", "the probability between the thresholds, and whether it strikes"};
  block.add(2, less(bits), "below the lower threshold, above the upper one");
  block.add(subtractor(bits), "above the threshold");
  block.add(shifter(bits, 32), "to the scale of the band");
  block.add(multiplier_unit(pace_at_arrival(widths, kRedProductClocks), kRedProbability, 32,
                            "part of the band; times max_p; times count; random word times the rest"
                            "; in byte mode both sides times sizes"));
  block.add(adder(kRedProbability), "probability above max_p");
  block.add(subtractor(kRedProbability + 1), "one, or two, less count times probability");
  block.add(2, less(kRedProbability + 1), "certain; drawn");
  block.add(adder(kRedCount), "packets since the last drop");
  block.add(less_constant(kRedCount), "saturates");
  block.add(mux(kRedCount, 4), "as it was, one more, this one, none");
  block.add(3, hold(kRedProbability + 1), "between two products");
  if (option_of(law, RED_GENTLE) != 0) {
    block.add(less(bits + 1), "above twice the upper threshold");
    block.add(subtractor(kRedProbability), "one less max_p");
  }
  if (byte_mode) {
    block.add(less(kRedProbability + kPacketLengthBits), "drawn, weighed by size");
  }
  block.add(control(12, 14), "average, band, products, verdict");
  return block;
}

Block adaptive_law() {
  Block block{"control_law", "adapts max_p every half second, one queue after the other"};
  block.add(2, less(32), "average below or above the target band");
  block.add(2, less(32), "max_p within its range");
  block.add(multiplier_unit(Pace::kArrival, 32, 32, "max_p times beta"));
  block.add(less(32), "alpha or a quarter of max_p");
  block.add(adder(32), "max_p more");
  block.add(mux(32, 3), "as it was, more, less");
  block.add(control(6, 8), "queue by queue");
  return block;
}

// models/aqm/pd_red: lengths of 24 bits, gains of 37, a step of 63.
Block proportional_derivative_law() {
  Block block{"control_law", "moves max_p by the average's distance and change, queue by queue"};
  block.add(less(32), "the average's limit");
  block.add(2, subtractor(25), "distance from the reference; change");
  block.add(multiplier_unit(Pace::kArrival, 38, 25, "times the gains, one after the other"));
  block.add(adder(63), "the step");
  block.add(adder(40), "max_p moved");
  block.add(2, less(40), "at least the smallest, at most 1");
  block.add(mux(32, 3), "as it was moved, or a limit");
  block.add(control(6, 8), "queue by queue");
  return block;
}

// models/aqm/re_ared: gains of 48 bits, parts of max_p in Q32.
Block refined_law() {
  Block block{"control_law", "moves max_p by a part of itself, queue by queue"};
  block.add(2, less(32), "average below or above the band");
  block.add(2, less(32), "max_p within its range");
  block.add(subtractor(32), "distance from the target");
  block.add(less(34), "at most three targets, or five times the way to the lower threshold");
  block.add(multiplier_unit(Pace::kArrival, 48, 34, "times the gain; the part times max_p"));
  block.add(hold(34), "the part of max_p");
  block.add(add_subtract(32), "max_p moved");
  block.add(less(32), "at most 1");
  block.add(mux(32, 2), "as it was, or moved");
  block.add(control(6, 8), "queue by queue");
  return block;
}

}  // namespace

// All kinds of RED have the same data path and the same options for it.
LawInventory red_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  const bool byte_mode = option_of(law, RED_BYTE_MODE) != 0;
  const std::uint32_t bits = length_bits(byte_mode, widths) + kFraction;
  LawInventory inventory;
  inventory.data_path = {"data_path", "judges arriving packets by the average queue"};
  inventory.data_path.add(full_unit(law, widths));
  inventory.data_path.add(average(bits, widths));
  inventory.data_path.add(draw(law, bits, byte_mode, widths));
  inventory.state_bits = bits + 1 + kRedCount + 1 + kTimeBits;
  inventory.settings_bits = 2 * bits + 2 * (32 + 5) + 32 + 32 + 27 + limit_bits(law, widths);
  inventory.marked_bits = option_of(law, RED_EXCLUDE_CE) != 0 ? length_bits(byte_mode, widths) : 0;
  add_measure(inventory.data_path, inventory.marked_bits);
  inventory.draws = true;
  if (law.algorithm != "red") {
    const bool by_change = law.algorithm == "pd_red";
    inventory.control_law = by_change                    ? proportional_derivative_law()
                            : law.algorithm == "re_ared" ? refined_law()
                                                         : adaptive_law();
    inventory.shared_bits = 29 + 32;  // max_p; the average
    inventory.state_bits += 29;
    inventory.law_state_bits = by_change ? 24 + 1 : 0;  // the last average, whether there was one
    inventory.law_settings_bits = by_change                    ? 32 + 2 * 37 + 24
                                  : law.algorithm == "re_ared" ? 7 * 32 + 2 * 48
                                                               : 6 * 32;
  }
  return inventory;
}

}  // namespace docsis_vp::cm
