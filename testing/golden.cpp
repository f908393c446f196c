#include "testing/golden.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/read_file.h"
#include "testing/print.h"

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

// An empty last cell counts.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells = split(line, ',');
  if (line.empty() || line.back() == ',') {
    cells.emplace_back();
  }
  return cells;
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

void require_tolerance(const Tolerance& tolerance) {
  if (!(tolerance.relative >= 0 && tolerance.absolute >= 0)) {
    throw std::invalid_argument("expected a tolerance of 0 or more, got {" +
                                as_text(tolerance.relative) + ", " + as_text(tolerance.absolute) +
                                "}");
  }
}

// Positions of the golden trace's columns in the other trace.
struct Columns {
  std::vector<std::string> names;
  std::vector<std::size_t> places;
  std::size_t in_trace = 0;
};

void compare_line(std::size_t number, const Columns& columns, const std::vector<std::string>& cells,
                  const std::vector<std::string>& golden, const Tolerance& tolerance,
                  Differences& differences) {
  const std::string place = "line " + std::to_string(number) +
                            (golden.empty() ? "" : " (" + columns.names[0] + " " + golden[0] + ")");
  if (cells.size() != columns.in_trace || golden.size() != columns.names.size()) {
    differences.add(place + ": " + std::to_string(cells.size()) + " columns, golden " +
                    std::to_string(golden.size()));
    return;
  }
  for (std::size_t i = 0; i < golden.size(); ++i) {
    const std::string& cell = cells[columns.places[i]];
    if (!alike(cell, golden[i], tolerance)) {
      differences.add(place, columns.names[i], cell, golden[i]);
    }
  }
}

}  // namespace

std::string compare_traces(const std::string& trace, const std::string& golden,
                           const Tolerance& tolerance) {
  require_tolerance(tolerance);
  const std::vector<std::string> lines = split(trace, '\n');
  const std::vector<std::string> wanted = split(golden, '\n');
  Differences differences;
  if (lines.empty() || wanted.empty()) {
    if (lines.size() != wanted.size()) {
      differences.add("columns " + (lines.empty() ? "none" : lines[0]) + ", golden " +
                      (wanted.empty() ? "none" : wanted[0]));
    }
    return differences.text();
  }
  const std::vector<std::string> names = cells_of(lines[0]);
  Columns columns{cells_of(wanted[0]), {}, names.size()};
  for (const std::string& name : columns.names) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      differences.add("column " + name + " of golden is not in " + lines[0]);
    }
    columns.places.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  if (!differences.text().empty()) {
    return differences.text();
  }
  for (std::size_t i = 1; i < std::min(lines.size(), wanted.size()); ++i) {
    compare_line(i + 1, columns, cells_of(lines[i]), cells_of(wanted[i]), tolerance, differences);
  }
  if (lines.size() != wanted.size()) {
    differences.add(std::to_string(lines.size()) + " lines, golden " +
                    std::to_string(wanted.size()));
  }
  return differences.text();
}

std::string golden_text(const std::string& file) {
  std::optional<std::string> text = contents_of(file);
  if (!text) {
    throw InputError(file + ": expected a golden trace; DOCSIS_VP_WRITE_GOLDEN=1 writes it");
  }
  if (text->empty()) {
    throw InputError(file + ": expected a golden trace, the file is empty");
  }
  return *std::move(text);
}

bool write_golden(const std::string& file, const std::string& trace) {
  const char* const wanted = std::getenv("DOCSIS_VP_WRITE_GOLDEN");
  if (wanted == nullptr || std::string(wanted) != "1") {
    return false;
  }
  if (trace.empty()) {
    throw InputError(file + ": expected a trace to write, got an empty text");
  }
  std::ofstream stream(file);
  stream << trace;
  if (!stream.flush()) {
    throw InputError(file + ": cannot be written");
  }
  return true;
}

}  // namespace docsis_vp::testing
