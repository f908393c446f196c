#include "app/report/series.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "app/report/csv.h"
#include "platform/base/errors.h"
#include "system/json/writer.h"

namespace docsis_vp::app {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr int kDigits = 5;
constexpr int kDigitsOfTimes = 10;

class SeriesReader {
 public:
  SeriesReader(std::istream& csv, const std::string& name) : csv_(csv), name_(name) {}

  Series read() {
    std::string line;
    if (!next(line)) {
      fail("it is empty, expected a row of names");
    }
    header_ = csv_cells(line);
    for (const std::string& name : header_) {
      const auto* const known = std::find(kPlaces.begin(), kPlaces.end(), name);
      roles_.push_back(static_cast<std::size_t>(known - kPlaces.begin()));
    }
    for (std::size_t role = 0; role < kPlaces.size(); ++role) {
      if (std::find(roles_.begin(), roles_.end(), role) == roles_.end()) {
        fail("a column is missing: " + std::string(kPlaces[role]));
      }
    }
    while (next(line)) {
      take(csv_cells(line));
    }
    return finished();
  }

 private:
  static constexpr std::array<std::string_view, 4> kPlaces = {"modem", "service_flow", "flow",
                                                              "time_s"};
  static constexpr std::size_t kTime = 3;
  static constexpr std::size_t kValue = kPlaces.size();

  bool next(std::string& line) {
    ++line_;
    if (!std::getline(csv_, line)) {
      return false;
    }
    if (csv_.eof()) {
      fail("expected a whole line");
    }
    if (!line.empty() && line.back() == '\r') {
      line.pop_back();
    }
    return true;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(name_ + ":" + std::to_string(line_) + ": " + what);
  }
  double number(const std::string& cell, const std::string& column) const {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) {
      fail(column + ": expected a number, got \"" + cell + "\"");
    }
    return value;
  }
  void take(const std::vector<std::string>& cells) {
    if (cells.size() != header_.size()) {
      fail("expected " + std::to_string(header_.size()) + " cells, got " +
           std::to_string(cells.size()));
    }
    std::array<std::string, 3> place;  // modem, service_flow, flow
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (roles_[i] == kTime) {
        take_time(number(cells[i], header_[i]));
      } else if (roles_[i] < kTime) {
        place[roles_[i]] = cells[i];
      }
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (roles_[i] == kValue && !cells[i].empty()) {
        std::vector<double>& values = values_[{place, i}];
        values.resize(series_.times_s.size(), kNone);
        values.back() = number(cells[i], header_[i]);
      }
    }
  }
  void take_time(double time_s) {
    if (series_.times_s.empty() || time_s > series_.times_s.back()) {
      series_.times_s.push_back(time_s);
    } else if (time_s < series_.times_s.back()) {
      fail("time_s: expected no less than in the line before");
    }
  }
  Series finished() {
    for (auto& [key, values] : values_) {
      const auto& [place, column] = key;
      values.resize(series_.times_s.size(), kNone);
      series_.lines.push_back({place[0], place[1], place[2], header_[column], std::move(values)});
    }
    return std::move(series_);
  }

  std::istream& csv_;
  const std::string& name_;
  std::size_t line_ = 0;
  std::vector<std::string> header_;
  std::vector<std::size_t> roles_;  // by column: an index of kPlaces, or kValue
  Series series_;
  std::map<std::pair<std::array<std::string, 3>, std::size_t>, std::vector<double>> values_;
};

// Appends the least and the largest value of a part, in their order.
void append_extremes(const std::vector<double>& values, std::size_t from, std::size_t to,
                     std::vector<double>& out) {
  std::size_t least = to;
  std::size_t most = to;
  for (std::size_t i = from; i < to; ++i) {
    if (std::isnan(values[i])) {
      continue;
    }
    least = least == to || values[i] < values[least] ? i : least;
    most = most == to || values[i] > values[most] ? i : most;
  }
  const auto value = [&](std::size_t i) { return i == to ? kNone : values[i]; };
  out.push_back(value(std::min(least, most)));
  out.push_back(value(std::max(least, most)));
}

void append_number(std::string& text, double value, int digits) {
  if (std::isnan(value)) {
    text += "null";
    return;
  }
  std::array<char, 32> buffer = {};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                    std::chars_format::general, digits);
  text.append(buffer.data(), result.ptr);
}

std::string numbers(const std::vector<double>& values, int digits) {
  std::string text = "[";
  for (const double value : values) {
    if (text.size() > 1) {
      text += ',';
    }
    append_number(text, value, digits);
  }
  return text + "]";
}

}  // namespace

Series read_series(std::istream& csv, const std::string& name) {
  return SeriesReader(csv, name).read();
}

Series thinned(const Series& series, std::size_t parts) {
  const std::size_t samples = series.times_s.size();
  if (samples <= 2 * parts) {
    return series;
  }
  Series result;
  for (const SeriesLine& line : series.lines) {
    result.lines.push_back({line.modem, line.service_flow, line.flow, line.column, {}});
  }
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t from = part * samples / parts;
    const std::size_t to = (part + 1) * samples / parts;
    result.times_s.push_back(series.times_s[from]);
    result.times_s.push_back(series.times_s[from + (to - from) / 2]);
    for (std::size_t i = 0; i < series.lines.size(); ++i) {
      append_extremes(series.lines[i].values, from, to, result.lines[i].values);
    }
  }
  return result;
}

std::string series_json(const Series& series) {
  std::string text = R"({"times":)" + numbers(series.times_s, kDigitsOfTimes) + R"(,"lines":[)";
  const char* separator = "";
  for (const SeriesLine& line : series.lines) {
    text += separator;
    separator = ",";
    text += R"({"modem":)" + system::json_string(line.modem) + R"(,"service_flow":)" +
            system::json_string(line.service_flow) + R"(,"flow":)" +
            system::json_string(line.flow) + R"(,"column":)" + system::json_string(line.column) +
            R"(,"values":)" + numbers(line.values, kDigits) + "}";
  }
  return text + "]}";
}

}  // namespace docsis_vp::app
