#include "models/cm/aqm_engine/laws/law_units.h"

#include <vector>

#include "models/aqm/delay_predictor.h"

namespace docsis_vp::cm {

using namespace area;

namespace {

constexpr std::uint32_t kAverage = 32;
constexpr std::uint32_t kWeights = 8;  // 2^weight_log2, 0 to 7
constexpr std::uint32_t kBitsOfMillion = 20;
// 1 000 000 = (2^14 - 2^10 + 2^8 + 2^3 + 1) x 2^6: four sums, each of the bits from its lower digit
// on.
constexpr std::uint32_t kHighestOfMillion = 14;
constexpr std::uint32_t kDigitsOfMillion[] = {10, 8, 3, 0};

}  // namespace

std::uint32_t option_of(const queue::LawConfig& law, std::uint32_t index) {
  const aqm_algorithm& algorithm = *aqm_find(law.algorithm.c_str());
  return aqm_option_value(algorithm.options, law.options.empty() ? nullptr : law.options.data(),
                          index);
}

Pace pace_at_arrival(const InventoryWidths& widths, std::uint32_t clocks) {
  return clocks <= widths.frame_clocks ? Pace::kArrival : Pace::kHead;
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
  block.add(serial_divider(dividend, divisor), "a bit a clock");
  block.add(counter(bits_for(dividend)), "bits");
  return block;
}

Block commit_unit(std::uint32_t always, std::uint32_t unless_changed) {
  Block block{"commit", "what a control law made of the words that it was shown"};
  block.add(equal(kGeneration), "whether the data path has changed status or allowance");
  block.add(mux(always + unless_changed), "as it was, or committed");
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
    add_unlike_sum(block, widths.depth, kPacketLengthBits, "bytes with the packet");
    block.add(less(widths.depth + 1), "bytes");
  }
  if (law.settings.buffer_packets != 0) {
    block.add(less(widths.packets()), "packets");
  }
  return block;
}

void add_measure(Block& block, std::uint32_t marked_bits) {
  if (marked_bits != 0) {
    block.add(subtractor(marked_bits), "the queue without what carries CE");
  }
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
  block.add(and_gates(bytes), "of this measurement or a new one");
  add_unlike_sum(block, bytes, kPacketLengthBits, "bytes of this measurement");
  block.add(less(bytes), "enough of them");
  block.add(subtractor(kTimeBits), "time that they took");
  block.add(mux(kTimeBits), "since when: as it was, or now");
  block.add(mux(bytes, 3), "bytes: as they were, more, none");
  block.add(control(4, 6), "idle, measuring, sample, average");
  if (rates) {
    Block sample{"sample", "bytes per second, at least one"};
    sample.add(is_constant(kTimeBits), "no time has passed");
    for (const std::uint32_t digit : kDigitsOfMillion) {
      sample.add(adder(bytes + kHighestOfMillion - digit), "times 1 000 000: a signed digit");
    }
    sample.add(divider_unit(bytes + kBitsOfMillion, kTimeBits, "by the time"));
    sample.add(is_constant(bytes + kBitsOfMillion), "none");
    sample.add(is_constant(bytes + kBitsOfMillion - kAverage), "beyond 32 bits");
    sample.add(and_gates(kAverage), "saturates");
    block.add(std::move(sample));
  }
  Block averaging{"average", "moves by a part of the difference, rounded"};
  constexpr std::uint32_t kWeighed = kAverage + kWeights;
  averaging.add(shifter(kWeighed, kWeights), "times the weights of all");
  add_unlike_difference(averaging, kWeighed, kAverage, "less the average");
  add_unlike_sum(averaging, kWeighed, kAverage, "and the sample");
  averaging.add(decoder(kWeights), "half of what follows the point");
  add_unlike_sum(averaging, kWeighed, kWeights, "rounded");
  averaging.add(shifter(kWeighed, kWeights), "by the weights of all");
  averaging.add(is_constant(kWeights), "beyond 32 bits");
  averaging.add(and_gates(kAverage), "saturates");
  averaging.add(is_constant(kAverage), "nothing measured yet");
  averaging.add(mux(kAverage, 3), "as it was, the sample, or both");
  block.add(std::move(averaging));
  return block;
}

Block inverse_sqrt_unit(aqm_inv_sqrt_method method) {
  Block block{"inverse_square_root", "models/aqm/inv_sqrt.h, with the law's multiplier"};
  block.add(is_constant(16), "leading zeros, sixteen at a time");
  block.add(is_constant(8), "eight");
  block.add(is_constant(4), "four");
  block.add(is_constant(2), "two");
  block.add(shifter(32, 16), "argument to 1 .. 4, by pairs of bits");
  block.add(hold(32 + 4), "argument and its scale");
  block.add(table(16, 128), "root of the middle of 128 steps");
  block.add(shifter(32, 16), "result back");
  block.add(is_constant(32), "of one");
  if (method != AQM_INV_SQRT_TABLE) {
    block.add(2, mux(32, 4), "factors of the square, the product, the root, the law");
    block.add(subtractor(34), "3 less the product");
    block.add(is_constant(30), "what its last bits borrow");
    block.add(control(5, 6), "square, product, root");
  }
  if (method == AQM_INV_SQRT_NEWTON) {
    block.add(shifter(32, 16), "last result, to the argument's scale");
    block.add(less_constant(32), "whether a step from it converges");
    block.add(mux(32), "last result or table");
  }
  return block;
}

Block power_unit(Pace pace) {
  Block block{"power", "of two, from a table of 16 and a series of four terms"};
  block.add(table(32, 16), "sixteenths");
  block.add(multiplier_unit(pace, 33, 32, "the terms by Horner's rule; times the table"));
  block.add(subtractor(33), "a term less the product");
  block.add(mux(32, 4), "the terms' factors");
  block.add(shifter(33, 33), "whole powers");
  block.add(control(6, 6), "terms");
  return block;
}

PredictorInventory predictor_inventory(std::uint32_t prediction, std::uint32_t threshold_bytes,
                                       const InventoryWidths& widths) {
  PredictorInventory inventory{{"predictor", "how long a packet that arrives will be queued"}};
  inventory.unit.add(adder(widths.depth + 1), "queue with the packet");
  const std::uint32_t delay_clocks = (widths.depth + 1) / 2;
  // In addition, the predicting law takes a square root: four products of 32 bits.
  constexpr std::uint32_t kFurtherClocks = 4 * 16;
  if (prediction == AQM_PREDICT_TOKEN_BUCKET) {
    const Pace pace = pace_at_arrival(widths, 2 * delay_clocks + kFurtherClocks);
    inventory.unit.add(token_delay_unit(pace, true, widths));
    inventory.settings_bits = 2 * kByteTimeBits;
  } else if (prediction == AQM_PREDICT_RATE_METER) {
    const Pace pace = pace_at_arrival(widths, delay_clocks + kFurtherClocks);
    inventory.unit.add(token_delay_unit(pace, false, widths));
    inventory.unit.add(meter_unit(true, threshold_bytes, widths));
    inventory.unit.add(reciprocal_unit("time of a byte at the measured rate"));
    inventory.state_bits = meter_state_bits(threshold_bytes) + 32 + kByteTimeBits;
  }
  return inventory;
}

}  // namespace docsis_vp::cm
