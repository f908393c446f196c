// Writes the columns of timeseries.csv from the declarations of samples (series_sample.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::system {

// Appends a cell's text; appends nothing if there is no value.
void append_cell(std::string& text, double value);
void append_cell(std::string& text, std::uint64_t value);
template <class V>
void append_cell(std::string& text, const std::optional<V>& value) {
  if (value) {
    append_cell(text, *value);
  }
}

struct SeriesColumn {
  std::string_view name;
  std::size_t offset;  // of the member, bytes
  void (*append)(std::string& text, const void* member);
};

class SeriesColumns {
 public:
  std::size_t size() const { return columns_.size(); }
  const std::vector<SeriesColumn>& columns() const { return columns_; }
  void add(const SeriesColumn& column) { columns_.push_back(column); }
  std::vector<std::string_view> names() const;
  // Throws std::out_of_range.
  const SeriesColumn& at(std::string_view name) const;

  // Appends all names, each with a preceding comma.
  void append_names(std::string& text) const;
  void append_cells(std::string& text, const void* sample) const;
  void append_empty(std::string& text) const { text.append(columns_.size(), ','); }

 private:
  std::vector<SeriesColumn> columns_;
};

// Argument of describe(): the columns of one structure, without the texts for documentation.
template <class T>
class SeriesColumnsOf {
 public:
  struct Column {
    Column only(std::string_view) const { return {}; }
    Column details(std::string_view) const { return {}; }
  };

  explicit SeriesColumnsOf(SeriesColumns& columns) : columns_(columns) {}

  void object(std::string_view, std::string_view) {}
  template <class V>
  Column field(std::string_view name, V T::*member, std::string_view, std::string_view) {
    static const T prototype{};
    const auto* const begin = reinterpret_cast<const char*>(&prototype);
    const auto* const place = reinterpret_cast<const char*>(&(prototype.*member));
    columns_.add({name, static_cast<std::size_t>(place - begin), append<V>});
    return {};
  }

 private:
  template <class V>
  static void append(std::string& text, const void* member) {
    append_cell(text, *static_cast<const V*>(member));
  }

  SeriesColumns& columns_;
};

// Returns the columns that Part::describe() creates from members of T.
template <class T, class Part = T>
const SeriesColumns& series_columns() {
  static const SeriesColumns columns = [] {
    SeriesColumns made;
    SeriesColumnsOf<T> to(made);
    Part::describe(to);
    return made;
  }();
  return columns;
}

}  // namespace docsis_vp::system
