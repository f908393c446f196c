// Writes tables of a reference page with rows of at most 120 characters. Long texts follow below
// the table as a list.
#pragma once

#include <string>
#include <vector>

namespace docsis_vp::system {

// Cells of a key, in Markdown without escaped bars; empty: the cell is empty.
struct ReferenceRow {
  std::string key;
  std::string type;
  std::string unit;
  std::string default_text;
  std::string meaning;  // sentences, each with its full stop
  std::string source;
};

// If all rows fit with their meaning and source, the table has these columns. Otherwise each row
// has key, type, unit and default, and the list below has the other texts of every key.
std::string reference_table(const std::vector<ReferenceRow>& rows);

// Text as lines of at most 100 characters, each with a newline. A word that Markdown would read as
// the mark of a list stays on the line of the word before it.
std::string paragraph(const std::string& text);
// The same as an element of a list.
std::string list_item(const std::string& text);

}  // namespace docsis_vp::system
