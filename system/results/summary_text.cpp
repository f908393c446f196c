#include "system/results/summary_text.h"

#include "system/results/format.h"

namespace docsis_vp::system {

namespace {

constexpr int kLabelWidth = 22;

}  // namespace

std::string grouped(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t i = digits.size(); i > 3; i -= 3) {
    digits.insert(i - 3, ",");
  }
  return digits;
}

std::string label(const std::string& text) {
  return format("  %-*s", kLabelWidth, text.c_str());
}

}  // namespace docsis_vp::system
