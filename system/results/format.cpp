#include "system/results/format.h"

#include <cstdarg>
#include <cstdio>

namespace docsis_vp::system {

namespace {

constexpr int kLabelWidth = 22;

}  // namespace

std::string format(const char* pattern, ...) {
  std::va_list arguments;
  va_start(arguments, pattern);
  std::va_list again;
  va_copy(again, arguments);
  std::string text(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, pattern, arguments)), ' ');
  std::vsnprintf(text.data(), text.size() + 1, pattern, again);
  va_end(again);
  va_end(arguments);
  return text;
}

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
