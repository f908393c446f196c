#include "system/results/series_columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "system/json/writer.h"

namespace docsis_vp::system {

void append_cell(std::string& text, double value) {
  append_json_number(text, value);
}

void append_cell(std::string& text, std::uint64_t value) {
  std::array<char, 20> digits;  // NOLINT: written before it is read
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), end.ptr);
}

std::vector<std::string_view> SeriesColumns::names() const {
  std::vector<std::string_view> names;
  for (const SeriesColumn& column : columns_) {
    names.push_back(column.name);
  }
  return names;
}

const SeriesColumn& SeriesColumns::at(std::string_view name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [name](const SeriesColumn& each) { return each.name == name; });
  if (found == columns_.end()) {
    throw std::out_of_range("no column " + std::string(name));
  }
  return *found;
}

void SeriesColumns::append_names(std::string& text) const {
  for (const SeriesColumn& column : columns_) {
    text += ',';
    text += column.name;
  }
}

void SeriesColumns::append_cells(std::string& text, const void* sample) const {
  for (const SeriesColumn& column : columns_) {
    text += ',';
    column.append(text, static_cast<const char*>(sample) + column.offset);
  }
}

}  // namespace docsis_vp::system
