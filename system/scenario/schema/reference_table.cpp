#include "system/scenario/schema/reference_table.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace docsis_vp::system {

namespace {

constexpr std::size_t kLineCharacters = 100;
constexpr std::size_t kRowCharacters = 120;
constexpr std::string_view kBelow = "see below";

// UTF-8: octets that begin a character.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool begins_a_list(std::string_view word) {
  if (word == "-" || word == "+" || word == "*" || word == "#" || word == ">") {
    return true;
  }
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits > 0 && digits + 1 == word.size() && (word.back() == '.' || word.back() == ')');
}

std::string lines_of(const std::string& text, std::string line, const std::string& next) {
  std::string lines;
  bool is_first = true;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = std::min(text.find(' ', at), text.size());
    while (end < text.size()) {
      const std::size_t after = std::min(text.find(' ', end + 1), text.size());
      if (!begins_a_list(std::string_view(text).substr(end + 1, after - end - 1))) {
        break;
      }
      end = after;
    }
    const std::string word = text.substr(at, end - at);
    if (!is_first && characters(line) + 1 + characters(word) > kLineCharacters) {
      lines += line + "\n";
      line = next;
      is_first = true;
    }
    line += is_first ? word : " " + word;
    is_first = false;
    at = end + 1;
  }
  return lines + line + "\n";
}

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    escaped += c == '|' ? "\\|" : std::string(1, c);
  }
  return escaped;
}

std::string line_of(const ReferenceRow& row, bool has_texts) {
  const std::string line = "| `" + row.key + "` | " + cell(row.type) + " | " + row.unit + " | " +
                           cell(row.default_text) + " |";
  return has_texts ? line + " " + cell(row.meaning) + " | " + cell(row.source) + " |" : line;
}

bool fits(const ReferenceRow& row, bool has_texts) {
  return characters(line_of(row, has_texts)) <= kRowCharacters;
}

// Cells of a table without texts. Only a long list of names is too long as a type.
ReferenceRow shortened(const ReferenceRow& whole) {
  ReferenceRow row = whole;
  if (!fits(row, false) && characters(row.default_text) > kBelow.size()) {
    row.default_text = kBelow;
  }
  if (!fits(row, false)) {
    row.type = kBelow;
    row.default_text = whole.default_text;
  }
  if (!fits(row, false)) {
    row.default_text = kBelow;
  }
  return row;
}

std::string texts_of(const ReferenceRow& whole, const ReferenceRow& row) {
  std::string text = "`" + whole.key + "`: " + whole.meaning;
  if (row.type != whole.type) {
    text += " Type: " + whole.type + ".";
  }
  if (row.default_text != whole.default_text) {
    text += " Default: " + whole.default_text + ".";
  }
  if (!whole.source.empty()) {
    text += " Source: " + whole.source + ".";
  }
  return list_item(text);
}

}  // namespace

std::string paragraph(const std::string& text) {
  return lines_of(text, "", "");
}

std::string list_item(const std::string& text) {
  return lines_of(text, "- ", "  ");
}

std::string reference_table(const std::vector<ReferenceRow>& rows) {
  const bool has_texts =
      std::all_of(rows.begin(), rows.end(), [](const auto& row) { return fits(row, true); });
  std::string table = has_texts ? "| key | type | unit | default | meaning | source |\n"
                                  "| --- | --- | --- | --- | --- | --- |\n"
                                : "| key | type | unit | default |\n| --- | --- | --- | --- |\n";
  std::string below;
  for (const ReferenceRow& whole : rows) {
    const ReferenceRow row = has_texts ? whole : shortened(whole);
    table += line_of(row, has_texts) + "\n";
    below += has_texts ? "" : texts_of(whole, row);
  }
  return table + (has_texts ? "" : "\n") + below;
}

}  // namespace docsis_vp::system
