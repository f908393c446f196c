// Computes the cost of each primitive by formulas fitted to synthesis results: sums of few terms.
// tools/area/calibrate writes them to costs.json.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace docsis_vp::area {

// w: the primitive's width; o: its other size. log: base 2, interpolated linearly between powers.
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
  std::int64_t thousandths;  // cost per unit of the term, in thousandths of a gate equivalent
};

struct FittedCost {
  std::string_view name;  // of the primitive
  std::vector<FittedTerm> terms;
};

// In the order of costs.json.
const std::vector<FittedCost>& fitted_costs();

}  // namespace docsis_vp::area
