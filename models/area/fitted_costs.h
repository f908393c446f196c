// Computes the cost of each primitive by synthesis: sums of few terms, from costs.json, which
// tools/area/calibrate writes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace docsis_vp::area {

// w: the primitive's width, o: its other size. log: of two, linear between its powers.
enum class Term : std::uint8_t {
  kOne,             // 1
  kWidth,           // w
  kOther,           // o
  kSum,             // w + o
  kProduct,         // w o
  kProductLessOne,  // w (o - 1)
  kWidthLog,        // w log w
  kOtherLog,        // o log o
  kWidthLogOther,   // w log o
};

struct FittedTerm {
  Term term;
  std::int64_t thousandths;  // of a gate equivalent, each
};

struct FittedCost {
  std::string_view name;  // of the primitive
  std::vector<FittedTerm> terms;
};

// In the order of costs.json.
const std::vector<FittedCost>& fitted_costs();

}  // namespace docsis_vp::area
