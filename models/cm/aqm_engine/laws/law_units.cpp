#include "models/cm/aqm_engine/laws/law_units.h"

#include <vector>

#include "models/aqm/delay_predictor.h"

namespace docsis_vp::cm {

using namespace area;

std::uint32_t option_of(const queue::LawConfig& law, std::uint32_t index) {
  const aqm_algorithm& algorithm = *aqm_find(law.algorithm.c_str());
  return aqm_option_value(algorithm.options, law.options.empty() ? nullptr : law.options.data(),
                          index);
}

Block multiplier_unit(Pace pace, std::uint32_t longer, std::uint32_t shorter,
                      const std::string& reason) {
  Block block{"multiplier", reason};
  if (pace == Pace::kHead) {
    block.add(multiplier(longer, shorter), "in one go");
    block.add(flip_flops(longer + shorter), "operands");
    return block;
  }
  block.add(hold(longer), "the longer factor");
  block.add(hold(longer + shorter + 2), "sum above, the shorter factor below, shifted by two bits");
  block.add(adder(longer + 2), "a multiple a clock");
  block.add(mux(longer + 2, 3), "none, one or two of the factor");
  block.add(xor_gates(longer + 2), "or less one");
  block.add(counter(bits_for(shorter / 2)), "pairs of bits");
  return block;
}

Block divider_unit(std::uint32_t dividend, std::uint32_t divisor, const std::string& reason) {
  Block block{"divider", reason};
  block.add(hold(divisor + 1), "remainder");
  block.add(hold(dividend), "dividend above, quotient below");
  block.add(subtractor(divisor + 1), "a bit a clock");
  block.add(mux(divisor + 1), "whether it fits");
  block.add(counter(bits_for(dividend)), "bits");
  return block;
}

Block reciprocal_unit(const std::string& reason) {
  Block block{"reciprocal", reason};
  block.add(hold(34), "remainder");
  block.add(hold(32), "quotient");
  block.add(subtractor(34), "a bit a clock");
  block.add(mux(34), "whether it fits");
  block.add(incrementer(32), "rounded up");
  block.add(counter(5), "places");
  return block;
}

std::uint32_t limit_bits(const queue::LawConfig& law, const InventoryWidths& widths) {
  return (law.settings.buffer_bytes != 0 ? widths.depth : 0) +
         (law.settings.buffer_packets != 0 ? widths.packets() : 0);
}

Block full_unit(const queue::LawConfig& law, const InventoryWidths& widths) {
  Block block{"full", "a packet that would exceed a limit"};
  if (law.settings.buffer_bytes != 0) {
    block.add(adder(widths.depth + 1), "bytes with the packet");
    block.add(less(widths.depth + 1), "bytes");
  }
  if (law.settings.buffer_packets != 0) {
    block.add(less(widths.packets()), "packets");
  }
  return block;
}

Block token_delay_unit(Pace pace, bool two_rates, const InventoryWidths& widths) {
  const std::uint32_t product = widths.depth + 32;
  Block block{"queue_delay", two_rates ? "RFC 8034 sec. 4.2: tokens at the peak rate, the rest at "
                                         "the sustained rate"
                                       : "bytes times the time of one"};
  block.add(multiplier_unit(pace, 32, widths.depth, "bytes times the time of one at a rate"));
  block.add(shifter(product, 23), "to UQ48.16 microseconds: 6 to 28 places");
  block.add(flip_flops(32), "the delay");
  block.add(is_constant(product > 48 ? product - 48 : 1), "saturates");
  if (two_rates) {
    block.add(less(std::max(widths.depth, widths.tokens)), "bytes or tokens, the fewer");
    block.add(mux(widths.depth), "bytes or tokens, the fewer");
    block.add(subtractor(widths.depth), "the rest");
    block.add(mux(kByteTimeBits), "peak or sustained rate");
    block.add(flip_flops(48), "the first product");
    block.add(adder(48), "both");
  }
  return block;
}

std::uint32_t meter_state_bits(std::uint32_t threshold_bytes) {
  return 1 + kTimeBits + bits_for(threshold_bytes + (1U << kPacketLengthBits));
}

Block meter_unit(bool rates, std::uint32_t threshold_bytes, const InventoryWidths& widths) {
  const std::uint32_t bytes = bits_for(threshold_bytes + (1U << kPacketLengthBits));
  Block block{"departure_meter", "how fast the queue drains while it is long enough"};
  block.add(less(widths.depth), "long enough");
  block.add(adder(bytes), "bytes of this measurement");
  block.add(less(bytes), "enough of them");
  block.add(subtractor(kTimeBits), "time that they took");
  block.add(mux(kTimeBits + bytes), "a new measurement begins");
  block.add(subtractor(32), "sample less average");
  block.add(adder(32), "the new average");
  block.add(shifter(32, 8), "weight of a sample");
  block.add(control(5, 6), "idle, measuring, sample");
  if (rates) {
    block.add(4, adder(bytes + 20), "times 1 000 000: its five signed digits");
    block.add(divider_unit(bytes + 20, kTimeBits, "bytes per second"));
  }
  return block;
}

Block inverse_sqrt_unit(aqm_inv_sqrt_method method) {
  Block block{"inverse_square_root", "models/aqm/inv_sqrt.h, with the law's multiplier"};
  block.add(is_constant(16), "leading zeros, sixteen at a time");
  block.add(is_constant(8), "eight");
  block.add(is_constant(4), "four");
  block.add(is_constant(2), "two");
  block.add(shifter(32, 16), "argument to 1 .. 4, by pairs of bits");
  block.add(table(16, 128), "root of the middle of 128 steps");
  block.add(shifter(32, 16), "result back");
  block.add(is_constant(32), "of one");
  if (method != AQM_INV_SQRT_TABLE) {
    block.add(hold(33), "square, then product");
    block.add(subtractor(34), "3 less the product");
    block.add(control(5, 6), "square, product, root");
  }
  if (method == AQM_INV_SQRT_NEWTON) {
    block.add(shifter(32, 16), "last result, to the argument's scale");
    block.add(less_constant(32), "whether a step from it converges");
    block.add(mux(32), "last result or table");
  }
  return block;
}

PredictorInventory predictor_inventory(std::uint32_t prediction, std::uint32_t threshold_bytes,
                                       const InventoryWidths& widths) {
  PredictorInventory inventory{{"predictor", "how long a packet that arrives will be queued"}};
  inventory.unit.add(adder(widths.depth + 1), "queue with the packet");
  if (prediction == AQM_PREDICT_TOKEN_BUCKET) {
    inventory.unit.add(token_delay_unit(Pace::kArrival, true, widths));
    inventory.settings_bits = 2 * kByteTimeBits;
  } else if (prediction == AQM_PREDICT_RATE_METER) {
    inventory.unit.add(token_delay_unit(Pace::kArrival, false, widths));
    inventory.unit.add(meter_unit(true, threshold_bytes, widths));
    inventory.unit.add(reciprocal_unit("time of a byte at the measured rate"));
    inventory.state_bits = meter_state_bits(threshold_bytes) + 32 + kByteTimeBits;
  }
  return inventory;
}

}  // namespace docsis_vp::cm
