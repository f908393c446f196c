#include "tests/tools/area/held_out.h"

namespace docsis_vp::area {

namespace {

Block fifo_controller() {
  Block block{"fifo_controller", "16 words of 36 bits in registers"};
  block.add(register_file(36, 16), "words");
  block.add(2, counter(4), "pointers");
  block.add(reset_register(5), "fill");
  block.add(add_subtract(5), "fill");
  block.add(2, is_constant(5), "full, empty");
  block.add(less(5), "below the mark");
  block.add(and_gates(4), "whether it writes and reads");
  return block;
}

Block crc16() {
  Block block{"crc16", "an octet a clock"};
  block.add(reset_register(16), "the remainder");
  block.add(8, xor_gates(1), "octet");
  block.add(8, xor_gates(3), "three taps for each bit");
  block.add(is_constant(16), "good");
  return block;
}

Block histogram() {
  Block block{"histogram", "32 counters of 16 bits"};
  block.add(register_file(16, 32), "counters");
  block.add(mux(16, 32), "the counter that is read");
  block.add(priority(32), "magnitude");
  block.add(flip_flops(6), "magnitude, and whether there is one");
  block.add(incrementer(16), "one more");
  block.add(is_constant(16), "largest value");
  return block;
}

Block red_drop() {
  constexpr std::uint32_t kBytes = 24;
  constexpr std::uint32_t kAverage = 33;
  Block block{"red_drop", "RED for a queue"};
  block.add(reset_register(kAverage), "average");
  block.add(subtractor(kAverage), "queue less average");
  block.add(adder(kAverage), "the new average");
  block.add(subtractor(kBytes), "above the lower threshold");
  block.add(serial_multiplier(kBytes, 16), "times the slope");
  block.add(counter(4), "bits of the slope");
  block.add(2, less(kBytes), "below the lower threshold, above the upper one");
  block.add(is_constant(8), "probability saturates");
  block.add(and_gates(16), "probability saturates");
  block.add(counter(16), "packets since the last drop");
  block.add(adder(16), "probability with them");
  block.add(less(17), "random word");
  block.add(flip_flops(2), "verdict, and whether there is one");
  block.add(control(4, 6), "average, load, multiply, judge");
  return block;
}

}  // namespace

std::vector<Block> held_out_inventories() {
  return {fifo_controller(), crc16(), histogram(), red_drop()};
}

}  // namespace docsis_vp::area
