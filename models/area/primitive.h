// Lists hardware primitives, such as flip-flops, adders and comparators, and computes their cost in
// gates by width.
#pragma once

#include <cstdint>

#include "models/area/gates.h"

namespace docsis_vp::area {

// tools/area/circuits.py has the measured circuits, costs.json their costs.
enum class Primitive : std::uint8_t {
  kFlipFlop,          // loads every clock
  kRegister,          // flip-flop with an enable
  kResetRegister,     // register that can be cleared
  kCounter,           // register that counts up, and can be cleared
  kLfsr,              // shifts one bit a clock; `other`: taps
  kAdder,             // includes the carry
  kSubtractor,        //
  kAddSubtract,       // either, selected by a bit
  kIncrementer,       // adds a single bit
  kAddConstant,       // adds or subtracts a constant, includes the carry
  kMultiplier,        // width x other, in one clock
  kLess,              // compares two numbers
  kLessConstant,      // compares with a constant
  kEqual,             // compares two numbers
  kIsConstant,        // compares with zero or another constant
  kMux,               // selects one of `other` words, by its number
  kSelect,            // selects one of `other` words, by one-hot lines
  kShifter,           // by 0 .. other - 1 places
  kAnd,               // bit by bit, or a mask
  kXor,               //
  kDecoder,           // a number below `width`, to one-hot lines
  kThermometer,       // a number below `width`, to all lines from that one on
  kParities,          // `other` parities, each of about half of `width` bits
  kCrc,               // remainder of a polynomial with `width` ones, `other` bits per clock
  kPriority,          // the first of `width` lines, as a number
  kTable,             // constants: `other` words of `width`
  kControl,           // a state machine: `width` states, one-hot, `other` outputs
  kRegisterFile,      // `other` words of `width`, one write and one read address
  kLatchArray,        // like kRegisterFile, of latches with a clock gate for each word
  kSerialMultiplier,  // `width` x `other`, one bit of `other` per clock; stores only the product
  kSerialDivider,     // `width` / `other`, one bit of the quotient per clock
};

// One kind of primitive in one size.
struct Shape {
  Primitive primitive = Primitive::kFlipFlop;
  std::uint32_t width = 1;  // bits, 1..4096
  std::uint32_t other = 0;  // see Primitive
};

Gates cost(const Shape& shape);
// Returns the name in results, for example "adder".
const char* name_of(Primitive primitive);
// Returns the number of bits that it stores.
std::uint32_t stored_bits(const Shape& shape);

// Returns the number of bits of an unsigned integer up to `most`; at least 1.
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
