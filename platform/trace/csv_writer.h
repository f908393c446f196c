// Writes cells and rows of CSV (RFC 4180) as fast as a log of millions of rows needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

class CsvWriter {
 public:
  // to: must outlive the writer.
  explicit CsvWriter(std::ostream& to);
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  // Each adds a cell to the row. text: written unchanged, see quoted(). at: in picoseconds, not
  // negative.
  void text(std::string_view text);
  void integer(std::uint64_t value);
  void time(TimePs at);
  void empty() { text({}); }
  void end_row();

  // Writes the rows that are held back.
  void finish();

  // Returns a cell with any text, in quotes if it needs them. An apostrophe precedes text that a
  // spreadsheet would compute as a formula.
  static std::string quoted(const std::string& text);

 private:
  void make_room(std::size_t octets);
  void begin_cell(std::size_t octets);

  std::ostream& to_;
  std::vector<char> block_;  // rows that wait to be written
  char* at_;                 // end of the last of these rows
  bool row_begun_ = false;
  // Neighbouring numbers differ in their last digits: the first digits of the previous one, as
  // text.
  std::uint64_t first_digits_ = 0;
  std::array<char, 16> first_text_{};
  std::size_t first_size_ = 0;
};

}  // namespace docsis_vp::platform
