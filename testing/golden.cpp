#include "testing/golden.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#include "platform/base/errors.h"

namespace docsis_vp::testing {

namespace {

constexpr std::size_t kShown = 10;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) {
    parts.push_back(part);
  }
  return parts;
}

bool as_number(const std::string& text, double& number) {
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  return !text.empty() && end == text.c_str() + text.size();
}

bool alike(const std::string& one, const std::string& golden, const Tolerance& tolerance) {
  double value = 0;
  double wanted = 0;
  if (!as_number(one, value) || !as_number(golden, wanted)) {
    return one == golden;
  }
  return std::abs(value - wanted) <=
         std::max(tolerance.absolute, tolerance.relative * std::abs(wanted));
}

class Differences {
 public:
  void add(const std::string& what) {
    if (++number_ <= kShown) {
      text_ += "\n  " + what;
    }
  }
  void add(const std::string& place, const std::string& column, const std::string& value,
           const std::string& golden) {
    add(place + ": " + column + " " + value + ", golden " + golden);
  }
  std::string text() const {
    if (number_ == 0) {
      return {};
    }
    const std::string rest = number_ > kShown ? "\n  ..." : "";
    return std::to_string(number_) + (number_ == 1 ? " difference:" : " differences:") + text_ +
           rest;
  }

 private:
  std::size_t number_ = 0;
  std::string text_;
};

void compare_line(std::size_t number, const std::vector<std::string>& names,
                  const std::vector<std::string>& cells, const std::vector<std::string>& golden,
                  const Tolerance& tolerance, Differences& differences) {
  const std::string place = "line " + std::to_string(number) +
                            (cells.empty() ? "" : " (" + names[0] + " " + cells[0] + ")");
  if (cells.size() != golden.size()) {
    differences.add(place + ": " + std::to_string(cells.size()) + " columns, golden " +
                    std::to_string(golden.size()));
    return;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!alike(cells[i], golden[i], tolerance)) {
      const std::string name = i < names.size() ? names[i] : "column " + std::to_string(i + 1);
      differences.add(place, name, cells[i], golden[i]);
    }
  }
}

}  // namespace

std::string compare_traces(const std::string& trace, const std::string& golden,
                           const Tolerance& tolerance) {
  const std::vector<std::string> lines = split(trace, '\n');
  const std::vector<std::string> wanted = split(golden, '\n');
  Differences differences;
  if (lines.empty() || wanted.empty() || lines[0] != wanted[0]) {
    differences.add("columns " + (lines.empty() ? "none" : lines[0]) + ", golden " +
                    (wanted.empty() ? "none" : wanted[0]));
    return differences.text();
  }
  const std::vector<std::string> names = split(lines[0], ',');
  for (std::size_t i = 1; i < std::min(lines.size(), wanted.size()); ++i) {
    compare_line(i + 1, names, split(lines[i], ','), split(wanted[i], ','), tolerance, differences);
  }
  if (lines.size() != wanted.size()) {
    differences.add(std::to_string(lines.size()) + " lines, golden " +
                    std::to_string(wanted.size()));
  }
  return differences.text();
}

std::string golden_text(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) {
    throw InputError(file + ": expected a golden trace; DOCSIS_VP_WRITE_GOLDEN=1 writes it");
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

bool write_golden(const std::string& file, const std::string& trace) {
  const char* const wanted = std::getenv("DOCSIS_VP_WRITE_GOLDEN");
  if (wanted == nullptr || std::string(wanted) != "1") {
    return false;
  }
  std::ofstream stream(file);
  stream << trace;
  if (!stream.flush()) {
    throw InputError(file + ": cannot be written");
  }
  return true;
}

}  // namespace docsis_vp::testing
