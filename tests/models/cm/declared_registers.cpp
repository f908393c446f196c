#include "tests/models/cm/declared_registers.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

namespace docsis_vp::cm {

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error("cannot read " + path);
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return std::regex_replace(text, std::regex("//[^\n]*|\\\\\n"), " ");
}

std::uint32_t written_bits(const std::string& text) {
  static const std::regex kField(R"(field\s*\{([^{}]*)\}\s*\w+\[(\d+):(\d+)\])");
  std::uint32_t bits = 0;
  for (std::sregex_iterator field(text.begin(), text.end(), kField), end; field != end; ++field) {
    if ((*field)[1].str().find("sw = rw") != std::string::npos) {
      bits += static_cast<std::uint32_t>(std::stoul((*field)[2]) - std::stoul((*field)[3]) + 1);
    }
  }
  return bits;
}

// Returns the bytes that one use of each macro declares, and removes the definitions from the text.
std::map<std::string, std::uint32_t> take_macros(std::string& text) {
  static const std::regex kMacro(R"(`define (\w+)\([^)]*\)([^\n]*)\n)");
  std::map<std::string, std::uint32_t> written;
  for (std::sregex_iterator macro(text.begin(), text.end(), kMacro), end; macro != end; ++macro) {
    written[(*macro)[1]] = written_bits((*macro)[2]);
  }
  text = std::regex_replace(text, kMacro, "\n");
  return written;
}

}  // namespace

std::map<std::string, DeclaredBits> declared_registers(const std::string& path) {
  static const std::regex kHead(R"((?:regfile|addrmap) (\w+) \{)");
  static const std::regex kUse(R"(`(\w+)\((\w+),)");
  std::string text = text_of(path);
  const std::map<std::string, std::uint32_t> macros = take_macros(text);
  std::map<std::string, DeclaredBits> declared;
  for (std::sregex_iterator head(text.begin(), text.end(), kHead), end; head != end; ++head) {
    const auto begin = static_cast<std::size_t>(head->position());
    const std::string body = text.substr(begin, text.find("\n};", begin) - begin);
    DeclaredBits& bits = declared[(*head)[1]];
    bits.written_bits = written_bits(body);
    for (std::sregex_iterator use(body.begin(), body.end(), kUse); use != end; ++use) {
      const std::string name = (*use)[2];
      const bool is_low_word = name.size() > 4 && name.compare(name.size() - 4, 4, "_low") == 0;
      bits.counters64 += (*use)[1] == "COUNTER64" || is_low_word ? 1 : 0;
      const auto macro = macros.find((*use)[1]);
      bits.written_bits += macro != macros.end() ? macro->second : 0;
    }
  }
  return declared;
}

}  // namespace docsis_vp::cm
