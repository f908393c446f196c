#include "system/results/series_columns.h"

#include <array>
#include <charconv>

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
