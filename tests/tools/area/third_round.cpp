#include "tests/tools/area/third_round.h"

namespace docsis_vp::area {

namespace {

Block receive_window() {
  Block block{"receive_window", "which of 32 frames have come"};
  block.add(flip_flops(16 + 32), "next, lines");
  block.add(and_gates(16 + 32), "cleared");
  block.add(flip_flops(3), "verdicts");
  block.add(subtractor(16), "how far ahead");
  block.add(is_constant(11), "inside the window");
  block.add(decoder(32), "its line");
  block.add(and_gates(32), "whether it has come before");
  block.add(is_constant(32), "whether it has come before");
  block.add(and_gates(32), "with those that are there");
  block.add(priority(32), "the first that is not");
  block.add(shifter(32, 33), "the window moves");
  block.add(adder(6), "next");
  block.add(incrementer(10), "next: the carry above");
  block.add(and_gates(6), "verdicts");
  return block;
}

Block block_check() {
  Block block{"block_check", "CRC of 16 bits, a word a clock"};
  block.add(reset_register(16), "remainder");
  block.add(crc(10, 16), "remainder");
  block.add(counter(8), "words");
  block.add(is_constant(16), "good");
  block.add(flip_flops(2), "good, done");
  block.add(and_gates(2), "the last word");
  return block;
}

Block bch_syndrome() {
  Block block{"bch_syndrome", "two syndromes of 31 bits"};
  block.add(hold(31), "word");
  block.add(parities(31, 10), "both syndromes");
  block.add(flip_flops(10 + 2), "syndromes, whether there is a word");
  block.add(is_constant(10), "a code word");
  block.add(and_gates(1), "to be counted");
  block.add(counter(16), "words that are none");
  return block;
}

Block burst_lanes() {
  Block block{"burst_lanes", "lines for the bytes of each beat"};
  block.add(hold(21 + 13 + 5 + 1), "address, rest, offset, whether it is the first");
  block.add(reset_register(1), "valid");
  block.add(incrementer(21), "the next address");
  block.add(mux(21), "the next address");
  block.add(adder(5), "bytes from the beginning of the first beat");
  block.add(incrementer(7), "bytes from the beginning of the first beat: the carry above");
  block.add(incrementer(8), "less a beat");
  block.add(mux(8), "less a beat");
  block.add(2, thermometer(32), "from the first, behind the last");
  block.add(2, and_gates(32), "in the first beat, in the last");
  block.add(and_gates(32), "both");
  block.add(is_constant(8), "the last beat");
  block.add(is_constant(13), "and one that ends with its beat");
  block.add(and_gates(4), "start, next");
  return block;
}

// With the lines from one on as a primitive.
Block round_robin_of_third() {
  Block block{"round_robin", "arbiter of 16 requesters"};
  block.add(2, reset_register(4), "next, index");
  block.add(reset_register(16), "grant");
  block.add(flip_flops(1), "valid");
  block.add(incrementer(4), "next");
  block.add(thermometer(16), "lines from the next one on");
  block.add(and_gates(16), "those of them that ask");
  block.add(2, priority(16), "the first, and the first of those");
  block.add(mux(4), "either");
  block.add(decoder(16), "grant");
  return block;
}

// With parities of the same bits as a primitive; that of all is one more of them.
Block secded_of_third() {
  Block block{"secded", "32 bits and 7 check bits, both ways"};
  block.add(parities(32, 7), "check bits");
  block.add(parities(39, 7), "syndrome, parity of what came back");
  block.add(decoder(32), "the bit that is wrong");
  block.add(xor_gates(32), "corrected");
  block.add(is_constant(6), "no syndrome");
  block.add(flip_flops(39 + 32 + 2), "code, word, verdicts");
  return block;
}

}  // namespace

std::vector<Block> third_round_inventories() {
  return {receive_window(), block_check(), bch_syndrome(), burst_lanes()};
}

std::vector<Block> recounted_inventories() {
  return {round_robin_of_third(), secded_of_third()};
}

}  // namespace docsis_vp::area
