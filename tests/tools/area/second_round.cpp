#include "tests/tools/area/second_round.h"

namespace docsis_vp::area {

namespace {

Block age_timers() {
  Block block{"age_timers", "32 timers of 12 bits"};
  block.add(32, counter(12), "ages");
  block.add(32, is_constant(12), "an age that stays at its largest");
  block.add(32, less(12), "old");
  block.add(decoder(32), "the entry that is touched");
  block.add(2, and_gates(32), "ticks, touches");
  block.add(is_constant(32), "any");
  return block;
}

Block round_robin() {
  Block block{"round_robin", "arbiter of 16 requesters"};
  block.add(2, reset_register(4), "next, index");
  block.add(reset_register(16), "grant");
  block.add(flip_flops(1), "valid");
  block.add(incrementer(4), "next");
  block.add(decoder(16), "lines from the next one on");
  block.add(and_gates(16), "lines from the next one on: a gate more for each");
  block.add(and_gates(16), "those of them that ask");
  block.add(2, priority(16), "the first, and the first of those");
  block.add(mux(4), "either");
  block.add(decoder(16), "grant");
  return block;
}

Block rtt_estimator() {
  Block block{"rtt_estimator", "RFC 6298 in microseconds"};
  block.add(reset_register(27 + 26 + 1), "smoothed, variation, whether there is any");
  block.add(flip_flops(24), "timeout");
  block.add(subtractor(24), "error");
  block.add(xor_gates(24), "its magnitude");
  block.add(incrementer(24), "its magnitude");
  block.add(adder(27), "smoothed and an eighth of the error, which has a sign");
  block.add(subtractor(24), "variation less a quarter");
  block.add(incrementer(2), "variation less a quarter: the borrow above");
  block.add(adder(24), "and the magnitude");
  block.add(incrementer(2), "and the magnitude: the carry above");
  block.add(2, mux(24), "as the first sample has it");
  block.add(and_gates(5), "as the first sample has it: bits that are 0 then");
  block.add(adder(24), "smoothed and four variations");
  block.add(incrementer(2), "smoothed and four variations: the carry above");
  block.add(is_constant(3), "beyond the largest");
  block.add(and_gates(24), "beyond the largest");
  block.add(less(24), "or the least");
  block.add(mux(24), "or the least");
  return block;
}

Block classifier_entries() {
  constexpr std::uint32_t kKey = 104;
  Block block{"classifier_entries", "four rules with masks and a range"};
  block.add(4, hold(2 * kKey + 32), "value, mask, range");
  block.add(4, reset_register(1), "in use");
  block.add(4, xor_gates(kKey), "key against value");
  block.add(4, and_gates(kKey), "where the mask says so");
  block.add(4, is_constant(kKey), "alike");
  block.add(8, less(16), "range");
  block.add(4, and_gates(3), "all of it");
  block.add(decoder(4), "the rule that is written");
  block.add(decoder(10), "the word that is written");
  block.add(and_gates(40), "the word that is written");
  block.add(priority(4), "the first");
  block.add(flip_flops(3), "the first");
  return block;
}

Block gray_pointers() {
  constexpr std::uint32_t kBits = 7;
  Block block{"gray_pointers", "of a FIFO of 64 words between two clocks"};
  block.add(2, counter(kBits), "pointers");
  block.add(2, xor_gates(kBits - 1), "Gray code");
  block.add(6, flip_flops(kBits), "Gray code, crossed twice");
  block.add(6, and_gates(kBits), "cleared");
  block.add(2, equal(kBits), "full, empty");
  block.add(2, and_gates(1), "whether it writes and reads");
  block.add(xor_gates(kBits - 1), "back from Gray code");
  block.add(subtractor(kBits), "fill");
  return block;
}

Block leaky_policer() {
  Block block{"leaky_policer", "one rate"};
  block.add(flip_flops(32), "level");
  block.add(and_gates(32), "cleared");
  block.add(subtractor(16), "leaks");
  block.add(incrementer(16), "leaks: the borrow above");
  block.add(and_gates(32), "not below nothing");
  block.add(mux(32), "if it leaks");
  block.add(adder(11), "and the packet");
  block.add(incrementer(13), "and the packet: the carry above");
  block.add(less(25), "fits");
  block.add(mux(24), "as filled, or not");
  block.add(counter(32), "packets out of profile");
  block.add(flip_flops(2), "verdict, and whether there is one");
  block.add(and_gates(2), "of a packet that comes");
  return block;
}

Block weighted_average() {
  Block block{"weighted_average", "of 24 bits, by a shift of up to 15"};
  block.add(reset_register(39), "level");
  block.add(reset_register(24), "largest");
  block.add(subtractor(39), "error");
  block.add(shifter(40, 16), "its part");
  block.add(adder(39), "the new level");
  block.add(less(24), "larger");
  block.add(and_gates(1), "or read");
  return block;
}

Block secded() {
  Block block{"secded", "32 bits and 7 check bits, both ways"};
  // Bits of data that each check bit covers: 18, 18, 18, 15, 15, 6.
  block.add(xor_gates(17 + 17 + 17 + 14 + 14 + 5), "check bits");
  block.add(xor_gates(37), "parity of all");
  block.add(xor_gates(18 + 18 + 18 + 15 + 15 + 6), "syndrome");
  block.add(xor_gates(38), "parity of what came back");
  block.add(decoder(32), "the bit that is wrong");
  block.add(xor_gates(32), "corrected");
  block.add(is_constant(6), "no syndrome");
  block.add(flip_flops(39 + 32 + 2), "code, word, verdicts");
  return block;
}

Block normalizer() {
  Block block{"normalizer", "32 bits to floating point"};
  block.add(priority(32), "leading zeros");
  block.add(shifter(32, 32), "the leading one to the top");
  block.add(incrementer(10), "rounded");
  block.add(incrementer(5), "exponent");
  block.add(flip_flops(16), "result");
  return block;
}

}  // namespace

std::vector<Block> second_round_inventories() {
  return {age_timers(),         round_robin(),   rtt_estimator(),
          classifier_entries(), gray_pointers(), leaky_policer(),
          weighted_average(),   secded(),        normalizer()};
}

}  // namespace docsis_vp::area
