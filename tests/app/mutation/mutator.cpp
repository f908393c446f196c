#include "tests/app/mutation/mutator.h"

#include <algorithm>
#include <cstdint>

namespace docsis_vp::app {

namespace {

constexpr std::size_t kElfHeaderBytes = 52;

// Replacements for a value.
const std::vector<std::string> kValues = {"-1",
                                          "0",
                                          "-0.0",
                                          "1",
                                          "0.5",
                                          "1e308",
                                          "1e-308",
                                          "1e999",
                                          "NaN",
                                          "Infinity",
                                          "4294967296",
                                          "18446744073709551616",
                                          "123456789012345678901234567890",
                                          "0x10",
                                          "1.",
                                          "+1",
                                          "01",
                                          "null",
                                          "true",
                                          "false",
                                          "\"\"",
                                          "\"cm0\"",
                                          "\"../../..\"",
                                          "\"/dev/null\"",
                                          "\"/\"",
                                          "\"\\u0000\"",
                                          "\"\\ud800\"",
                                          "\"-1\"",
                                          "[]",
                                          "{}",
                                          "[[]]",
                                          "[{}]",
                                          "{\"name\": \"cm0\"}",
                                          "[1, \"a\", null]",
                                          "{\"a\": {\"a\": {\"a\": 1}}}"};

bool is_of_number(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e';
}

// A plain value lies between a colon or comma and the next delimiter.
std::vector<std::pair<std::size_t, std::size_t>> plain_values(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      const std::size_t end = text.find('"', i + 1);
      if (end == std::string::npos) break;
      found.emplace_back(i, end + 1 - i);
      i = end + 1;
    } else if (is_of_number(text[i])) {
      const std::size_t start = i;
      while (i < text.size() && is_of_number(text[i])) ++i;
      found.emplace_back(start, i - start);
    } else {
      ++i;
    }
  }
  return found;
}

}  // namespace

Mutator::Part Mutator::part_of(const std::string& text, std::size_t longest) {
  const std::size_t at = below(text.size());
  return {at, std::min(text.size() - at, 1 + below(longest))};
}

void Mutator::replace_value(std::string& text) {
  const auto values = plain_values(text);
  if (values.empty()) {
    text += kValues[below(kValues.size())];
    return;
  }
  const auto [at, length] = values[below(values.size())];
  text.replace(at, length, kValues[below(kValues.size())]);
}

// A name or a text in the place of another one.
void Mutator::replace_name(std::string& text) {
  const auto values = plain_values(text);
  if (values.size() < 2) return replace_value(text);
  const auto [from, length] = values[below(values.size())];
  const std::string other = text.substr(from, length);
  const auto [at, old] = values[below(values.size())];
  text.replace(at, old, other);
}

void Mutator::put_octet(std::string& text, std::size_t from, std::size_t to) {
  if (from < std::min(to, text.size())) {
    text[from + below(std::min(to, text.size()) - from)] = static_cast<char>(below(256));
  }
}

void Mutator::wound_json(std::string& text) {
  if (text.empty()) {
    text = kValues[below(kValues.size())];
    return;
  }
  switch (below(10)) {
    case 0: {
      const Part part = part_of(text, 40);
      text.erase(part.at, part.length);
      return;
    }
    case 1: {
      const Part part = part_of(text, 200);
      text.insert(below(text.size()), text.substr(part.at, part.length));
      return;
    }
    case 2:
      return put_octet(text, 0, text.size());
    case 3:
      if (below(8) == 0)
        text.resize(below(text.size()));
      else
        replace_value(text);
      return;
    case 4:
      // Deeper than a stack.
      if (below(8) == 0)
        text.insert(below(text.size()), std::string(100'000, below(2) == 0 ? '[' : '{'));
      else
        replace_name(text);
      return;
    case 5:
    case 6:
      return replace_name(text);
    default:
      return replace_value(text);
  }
}

void Mutator::wound_elf(std::string& image) {
  switch (below(8)) {
    case 0:
      image.resize(below(image.size() + 1));
      return;
    case 1:
    case 2:
      return put_octet(image, 0, kElfHeaderBytes);
    case 3:
      return put_octet(image, kElfHeaderBytes, kElfHeaderBytes + 128);  // the program headers
    case 4:
      return put_octet(image, image.size() - std::min<std::size_t>(image.size(), 1'000),
                       image.size());  // the section headers
    case 5: {
      if (image.empty()) return;
      const Part part = part_of(image, 4'000);
      for (std::size_t i = 0; i < part.length; ++i) {
        image[part.at + i] = static_cast<char>(below(256));
      }
      return;
    }
    default: {
      // Code lies early.
      const std::size_t end = std::min<std::size_t>(image.size(), 12'000);
      for (int i = 0; i < 8; ++i) put_octet(image, kElfHeaderBytes, end);
    }
  }
}

}  // namespace docsis_vp::app
