#include "models/area/primitive.h"

#include <algorithm>

namespace docsis_vp::area {

namespace {

using namespace cells;
using Count = std::uint64_t;

// Two inputs, true or inverted output as the next gate likes it best.
constexpr Gates kGate = kNand2;
constexpr Gates kAnd2 = kNand2 + kInv;
// A node of a carry tree: generate = g1 or (p1 and g0), propagate = p1 and p0.
constexpr Gates kGenerate = kAoi21 + kInv;
constexpr Gates kFullAdder = 2 * kXor2 + 3 * kNand2;

std::uint32_t log2_up(std::uint32_t value) {
  return value <= 1 ? 0 : bits_for(value - 1);
}

// Brent and Kung's tree: 2w - 2 - log2 w nodes give all carries, as open synthesis tools build
// adders. Those that finish a carry, w - 1 of them, need no propagate.
Gates carries(std::uint32_t width) {
  const Count nodes = 2 * Count{width} - std::min(2 * Count{width}, 2 + Count{log2_up(width)});
  const Count finish = std::min<Count>(nodes, width - 1);
  return nodes * kGenerate + (nodes - finish) * kAnd2;
}

// Generate and propagate of each bit, the tree, the sum.
Gates adder_cost(std::uint32_t width) {
  return width * (kAnd2 + kXor2) + carries(width) + width * kXor2;
}

// The same without sums: one carry is enough, of a tree of w - 1 nodes. Propagate is an OR.
Gates less_cost(std::uint32_t width) {
  return width * (kAnd2 + kGate + kInv) + (width - 1) * (kGenerate + kAnd2);
}

// A tree of ANDs gives the carry of each bit, in at most half the nodes again.
Gates incrementer_cost(std::uint32_t width) {
  const Count chain = width - 1;
  return width * kXor2 + (chain + chain / 2) * kAnd2;
}

// A gate for each bit product, rows of full adders that save carries, an adder for the last two.
Gates multiplier_cost(std::uint32_t width, std::uint32_t other) {
  const std::uint32_t longer = std::max(width, other);
  const std::uint32_t shorter = std::max(1U, std::min(width, other));
  const Count rows = shorter > 2 ? shorter - 2 : 0;
  const Gates products = Count{longer} * shorter * kAnd2;
  return products + rows * Count{longer} * kFullAdder +
         (shorter > 1 ? adder_cost(longer) : Gates{});
}

// A decoded state, two ways out of each, and outputs that are true in a quarter of the states.
Gates control_cost(std::uint32_t states, std::uint32_t outputs) {
  const Count registers = log2_up(states);
  const Count terms = (states + 3) / 4;
  return registers * kDff + states * kAnd2 + 2 * Count{states} * kAnd2 + outputs * terms * kGate;
}

}  // namespace

Gates cost(const Shape& shape) {
  const Count width = shape.width;
  switch (shape.primitive) {
    case Primitive::kFlipFlop:
      return width * kDff;
    case Primitive::kRegister:  // a multiplexer keeps the value: the library has no enable
      return width * (kDff + kMux2);
    case Primitive::kCounter:
      return width * (kDff + kMux2) + incrementer_cost(shape.width);
    case Primitive::kLfsr:
      return width * kDff + shape.other * kXor2;
    case Primitive::kAdder:
      return adder_cost(shape.width);
    case Primitive::kSubtractor:
      return adder_cost(shape.width) + width * kInv;
    case Primitive::kAddSubtract:
      return adder_cost(shape.width) + width * kXor2;
    case Primitive::kIncrementer:
      return incrementer_cost(shape.width);
    case Primitive::kMultiplier:
      return multiplier_cost(shape.width, shape.other);
    case Primitive::kLess:
      return less_cost(shape.width);
    case Primitive::kLessConstant:  // a gate a bit, from the top down
      return width * kAoi21;
    case Primitive::kEqual:
      return width * kXor2 + (width - 1) * kGate;
    case Primitive::kIsConstant:
      return (width - 1) * kGate + kInv;
    case Primitive::kMux:
      return (shape.other - 1) * width * kMux2;
    case Primitive::kShifter:
      return log2_up(shape.other) * width * kMux2;
    case Primitive::kAnd:
      return width * kAnd2;
    case Primitive::kXor:
      return width * kXor2;
    case Primitive::kDecoder:  // halves are decoded first, so that a line takes one gate more
      return width * kAnd2;
    case Primitive::kPriority:  // a line passes if none before it is set; then an OR per bit
      return width * kAnd2 + log2_up(shape.width) * (width / 2) * kGate;
    case Primitive::kTable:  // what is left of a sum of products once equal parts are shared
      return Gates{width * shape.other * kNand2.hundredths / 4};
    case Primitive::kControl:
      return control_cost(shape.width, shape.other);
  }
  return {};
}

const char* name_of(Primitive primitive) {
  static constexpr const char* kNames[] = {
      "flip_flops",   "register",    "counter",    "lfsr", "adder",         "subtractor",
      "add_subtract", "incrementer", "multiplier", "less", "less_constant", "equal",
      "is_constant",  "mux",         "shifter",    "and",  "xor",           "decoder",
      "priority",     "table",       "control"};
  return kNames[static_cast<std::size_t>(primitive)];
}

std::uint32_t stored_bits(const Shape& shape) {
  switch (shape.primitive) {
    case Primitive::kFlipFlop:
    case Primitive::kRegister:
    case Primitive::kCounter:
    case Primitive::kLfsr:
      return shape.width;
    case Primitive::kControl:
      return log2_up(shape.width);
    default:
      return 0;
  }
}

}  // namespace docsis_vp::area
