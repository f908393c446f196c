// Primitives of hardware by width, such as flip-flops, adders and comparators, with the cost of
// each in gates.
#pragma once

#include <cstdint>

#include "models/area/gates.h"

namespace docsis_vp::area {

// tools/area/circuits.py has the measured circuits, costs.json their costs.
enum class Primitive : std::uint8_t {
  kFlipFlop,          // loads every clock
  kRegister,          // flip-flop that keeps its value
  kResetRegister,     // register that can be cleared
  kCounter,           // register that counts up, and can be cleared
  kLfsr,              // shifts one bit a clock; `other`: taps
  kAdder,             // carry included
  kSubtractor,        //
  kAddSubtract,       // either, chosen by a bit
  kIncrementer,       // adds one bit
  kAddConstant,       // or subtracts it, carry included
  kMultiplier,        // width x other, in one go
  kLess,              // magnitude of two
  kLessConstant,      // against a constant
  kEqual,             // two alike
  kIsConstant,        // zero, or any other constant
  kMux,               // one of `other` words, by its number
  kSelect,            // one of `other` words, by a line each of which one is high
  kShifter,           // by 0 .. other - 1 places
  kAnd,               // bit by bit, or a mask
  kXor,               //
  kDecoder,           // a number below `width` to a line each
  kThermometer,       // a number below `width` to all lines from that one on
  kParities,          // `other` parities, each of about half of `width` bits
  kCrc,               // remainder of a polynomial of `width` ones, `other` bits at once
  kPriority,          // the first of `width` lines, as a number
  kTable,             // constants: `other` words of `width`
  kControl,           // a state machine: `width` states, one-hot, `other` outputs
  kRegisterFile,      // `other` words of `width`, written at one address, read at another
  kLatchArray,        // as above, of latches with a clock gate for each word
  kSerialMultiplier,  // `width` x `other`, a bit of the latter a clock; keeps the product only
  kSerialDivider,     // `width` / `other`, a bit of the quotient a clock
};

// One kind of primitive in one size.
struct Shape {
  Primitive primitive = Primitive::kFlipFlop;
  std::uint32_t width = 1;  // bits, 1..4096
  std::uint32_t other = 0;  // as the primitive says
};

Gates cost(const Shape& shape);
// "adder", as results name it.
const char* name_of(Primitive primitive);
// Bits that it remembers.
std::uint32_t stored_bits(const Shape& shape);

// The bits that a whole number up to `most` needs; at least 1.
constexpr std::uint32_t bits_for(std::uint64_t most) {
  std::uint32_t bits = 1;
  while (most > 1) {
    most >>= 1;
    ++bits;
  }
  return bits;
}

constexpr Shape flip_flops(std::uint32_t width) {
  return {Primitive::kFlipFlop, width};
}
constexpr Shape hold(std::uint32_t width) {
  return {Primitive::kRegister, width};
}
constexpr Shape reset_register(std::uint32_t width) {
  return {Primitive::kResetRegister, width};
}
constexpr Shape counter(std::uint32_t width) {
  return {Primitive::kCounter, width};
}
constexpr Shape lfsr(std::uint32_t width, std::uint32_t taps = 4) {
  return {Primitive::kLfsr, width, taps};
}
constexpr Shape adder(std::uint32_t width) {
  return {Primitive::kAdder, width};
}
constexpr Shape subtractor(std::uint32_t width) {
  return {Primitive::kSubtractor, width};
}
constexpr Shape add_subtract(std::uint32_t width) {
  return {Primitive::kAddSubtract, width};
}
constexpr Shape incrementer(std::uint32_t width) {
  return {Primitive::kIncrementer, width};
}
constexpr Shape add_constant(std::uint32_t width) {
  return {Primitive::kAddConstant, width};
}
constexpr Shape multiplier(std::uint32_t width, std::uint32_t other) {
  return {Primitive::kMultiplier, width, other};
}
constexpr Shape less(std::uint32_t width) {
  return {Primitive::kLess, width};
}
constexpr Shape less_constant(std::uint32_t width) {
  return {Primitive::kLessConstant, width};
}
constexpr Shape equal(std::uint32_t width) {
  return {Primitive::kEqual, width};
}
constexpr Shape is_constant(std::uint32_t width) {
  return {Primitive::kIsConstant, width};
}
constexpr Shape mux(std::uint32_t width, std::uint32_t ways = 2) {
  return {Primitive::kMux, width, ways};
}
constexpr Shape select(std::uint32_t width, std::uint32_t ways) {
  return {Primitive::kSelect, width, ways};
}
constexpr Shape shifter(std::uint32_t width, std::uint32_t places) {
  return {Primitive::kShifter, width, places};
}
constexpr Shape and_gates(std::uint32_t width) {
  return {Primitive::kAnd, width};
}
constexpr Shape xor_gates(std::uint32_t width) {
  return {Primitive::kXor, width};
}
constexpr Shape decoder(std::uint32_t lines) {
  return {Primitive::kDecoder, lines};
}
constexpr Shape thermometer(std::uint32_t lines) {
  return {Primitive::kThermometer, lines};
}
constexpr Shape parities(std::uint32_t width, std::uint32_t outputs) {
  return {Primitive::kParities, width, outputs};
}
constexpr Shape crc(std::uint32_t taps, std::uint32_t data_bits) {
  return {Primitive::kCrc, taps, data_bits};
}
constexpr Shape priority(std::uint32_t lines) {
  return {Primitive::kPriority, lines};
}
constexpr Shape table(std::uint32_t width, std::uint32_t words) {
  return {Primitive::kTable, width, words};
}
constexpr Shape control(std::uint32_t states, std::uint32_t outputs) {
  return {Primitive::kControl, states, outputs};
}
constexpr Shape register_file(std::uint32_t width, std::uint32_t words) {
  return {Primitive::kRegisterFile, width, words};
}
constexpr Shape latch_array(std::uint32_t width, std::uint32_t words) {
  return {Primitive::kLatchArray, width, words};
}
constexpr Shape serial_multiplier(std::uint32_t width, std::uint32_t other) {
  return {Primitive::kSerialMultiplier, width, other};
}
constexpr Shape serial_divider(std::uint32_t width, std::uint32_t other) {
  return {Primitive::kSerialDivider, width, other};
}

}  // namespace docsis_vp::area
