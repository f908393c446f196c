#include "models/aqm/exp_red/exp_red.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kVirtualQueue = 49;  // microseconds in UQ33.16
constexpr std::uint32_t kVirtualShare = 17;
constexpr std::uint32_t kVirtualThreshold = bits_for(100'000'000);
constexpr std::uint32_t kExpRedSlope = 45;
constexpr std::uint32_t kExpRedProbability = 33;  // Q32, up to 1
// Share, slope, five of the power, max_p and the packet's time, 16 pairs of bits each.
constexpr std::uint32_t kExpRedProductClocks = 9 * 16;

Block virtual_queue_unit() {
  Block block{"virtual_queue", "drains by the share of the link, grows by what is accepted"};
  block.add(subtractor(kTimeBits), "since the last packet");
  block.add(less(kVirtualQueue), "empty by now");
  block.add(subtractor(kVirtualQueue), "what is left");
  block.add(and_gates(kVirtualQueue), "or nothing");
  block.add(shifter(kPacketLengthBits + 32, 23), "time of the packet");
  block.add(adder(kVirtualQueue), "with the packet");
  block.add(mux(kVirtualQueue), "with the packet, or without");
  return block;
}

Block exponential_curve(Pace pace) {
  Block block{"curve", "the probability between the thresholds"};
  block.add(2, less(kVirtualThreshold), "below the lower threshold, above the upper one");
  block.add(subtractor(kVirtualThreshold), "distance from the upper one");
  block.add(power_unit(pace));
  block.add(mux(kExpRedProbability, 3), "0, 1, or the curve");
  return block;
}

}  // namespace

LawInventory exp_red_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  const Pace pace = pace_at_arrival(widths, kExpRedProductClocks);
  LawInventory inventory;
  inventory.data_path = {"data_path", "judges arriving packets by a virtual queue"};
  inventory.data_path.add(full_unit(law, widths));
  inventory.data_path.add(virtual_queue_unit());
  inventory.data_path.add(exponential_curve(pace));
  inventory.data_path.add(
      multiplier_unit(pace, kExpRedSlope, 32,
                      "time times share; distance times slope; power times max_p; time of bytes"));
  inventory.data_path.add(less(kExpRedProbability), "random word against the probability");
  inventory.data_path.add(control(12, 14), "drain, curve, verdict, growth");
  if (option_of(law, EXP_RED_EXCLUDE_CE) != 0) {
    inventory.data_path.add(equal(2), "carries CE");
  }
  inventory.state_bits = kVirtualQueue + kTimeBits;
  inventory.settings_bits = kExpRedSlope + 2 * kVirtualThreshold + 32 + kVirtualShare +
                            kByteTimeBits + limit_bits(law, widths);
  inventory.draws = true;
  return inventory;
}

}  // namespace docsis_vp::cm
