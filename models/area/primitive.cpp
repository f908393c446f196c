#include "models/area/primitive.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "models/area/fitted_costs.h"

namespace docsis_vp::area {

namespace {

constexpr const char* kNames[] = {
    "flip_flops",    "register",    "reset_register", "counter",     "lfsr",
    "adder",         "subtractor",  "add_subtract",   "incrementer", "add_constant",
    "multiplier",    "less",        "less_constant",  "equal",       "is_constant",
    "mux",           "select",      "shifter",        "and",         "xor",
    "decoder",       "thermometer", "parities",       "crc",         "priority",
    "table",         "control",     "register_file",  "latch_array", "serial_multiplier",
    "serial_divider"};
constexpr std::size_t kPrimitives = std::size(kNames);

// Terms count in 65536ths, as logarithms have fractions.
constexpr std::int64_t kOne = 1 << 16;
constexpr std::int64_t kThousandthsPerHundredth = 10;

// Linear between powers of two, so that every machine computes the same. 0 has no logarithm, and
// nothing to be multiplied with it.
std::int64_t log2_q16(std::uint64_t value) {
  if (value == 0) {
    return 0;
  }
  const std::uint32_t whole = bits_for(value) - 1;
  const std::uint64_t rest = value - (std::uint64_t{1} << whole);
  return (std::int64_t{whole} << 16) + static_cast<std::int64_t>((rest << 16) >> whole);
}

std::int64_t term_q16(Term term, std::int64_t width, std::int64_t other) {
  switch (term) {
    case Term::kOne:
      return kOne;
    case Term::kWidth:
      return width * kOne;
    case Term::kOther:
      return other * kOne;
    case Term::kSum:
      return (width + other) * kOne;
    case Term::kProduct:
      return width * other * kOne;
    case Term::kProductLessOne:
      return width * (other - 1) * kOne;
    case Term::kWidthLog:
      return width * log2_q16(static_cast<std::uint64_t>(width));
    case Term::kOtherLog:
      return other * log2_q16(static_cast<std::uint64_t>(other));
    case Term::kWidthLogOther:
      return width * log2_q16(static_cast<std::uint64_t>(other));
  }
  return 0;
}

// By primitive. Throws std::logic_error if the data lack one.
std::array<const FittedCost*, kPrimitives> costs_by_primitive() {
  std::array<const FittedCost*, kPrimitives> found{};
  for (std::size_t i = 0; i < kPrimitives; ++i) {
    const auto& all = fitted_costs();
    const auto same = std::find_if(all.begin(), all.end(),
                                   [i](const FittedCost& cost) { return cost.name == kNames[i]; });
    if (same == all.end()) {
      throw std::logic_error(std::string("models/area/costs.json lacks ") + kNames[i]);
    }
    found[i] = &*same;
  }
  return found;
}

}  // namespace

Gates cost(const Shape& shape) {
  static const auto kCosts = costs_by_primitive();
  std::int64_t thousandths_q16 = 0;
  for (const FittedTerm& part : kCosts[static_cast<std::size_t>(shape.primitive)]->terms) {
    thousandths_q16 += part.thousandths * term_q16(part.term, shape.width, shape.other);
  }
  // A fit may fall below nothing for a bit or two.
  const std::int64_t unit = kThousandthsPerHundredth * kOne;
  const std::int64_t hundredths = (std::max<std::int64_t>(thousandths_q16, 0) + unit / 2) / unit;
  return {static_cast<std::uint64_t>(hundredths)};
}

const char* name_of(Primitive primitive) {
  return kNames[static_cast<std::size_t>(primitive)];
}

std::uint32_t stored_bits(const Shape& shape) {
  switch (shape.primitive) {
    case Primitive::kFlipFlop:
    case Primitive::kRegister:
    case Primitive::kResetRegister:
    case Primitive::kCounter:
    case Primitive::kLfsr:
    case Primitive::kControl:
      return shape.width;
    case Primitive::kRegisterFile:
    case Primitive::kLatchArray:
      return shape.width * shape.other;
    case Primitive::kSerialMultiplier:
    case Primitive::kSerialDivider:
      return shape.width + shape.other;
    default:
      return 0;
  }
}

}  // namespace docsis_vp::area
