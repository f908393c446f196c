// Reads a linked ELF file: its sections, functions, variables and octets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::app {

struct ImageSection {
  std::string name;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  bool writable = false;
  bool stored = false;  // in the file: it takes space in ROM
  bool executable = false;
  std::vector<std::uint8_t> contents;  // if stored
};

struct ImageSymbol {
  std::string name;
  std::string file;  // source of a local symbol, without folders; empty: global
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;  // code in assembly extends to the next symbol
  bool is_function = false;
  bool is_weak = false;
};

class LinkedImage {
 public:
  // Throws InputError.
  explicit LinkedImage(const std::string& path);

  std::uint32_t entry() const { return entry_; }
  // Sections that take memory, by address.
  const std::vector<ImageSection>& sections() const { return sections_; }
  // Functions and variables, by address; labels in code count as functions.
  const std::vector<ImageSymbol>& symbols() const { return symbols_; }
  std::optional<std::uint32_t> address_of(const std::string& symbol) const;
  // Null outside all sections.
  const ImageSection* section_at(std::uint32_t address) const;
  // Stored value; empty outside stored sections.
  std::optional<std::uint32_t> word_at(std::uint32_t address) const;

 private:
  std::uint32_t entry_ = 0;
  std::vector<ImageSection> sections_;
  std::vector<ImageSymbol> symbols_;
  std::vector<ImageSymbol> marks_;  // of the linker script
};

}  // namespace docsis_vp::app
