// What an ELF file says, with every offset checked against the file's length.
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::platform {

class ElfReader {
 public:
  // Whether it begins as one.
  static bool is_elf(const std::vector<std::uint8_t>& file);

  // Both must outlive the reader. Checks the header; throws InputError.
  ElfReader(const std::string& name, const std::vector<std::uint8_t>& file);

  std::uint32_t entry() const { return header_.e_entry; }
  std::vector<Elf32_Phdr> program_headers() const;
  // How much of a segment's start is the file's own headers. GNU ld puts them in front of the first
  // section when nobody says otherwise, below the address asked for; no bare program reads them.
  std::uint32_t headers_in(const Elf32_Phdr& segment) const;
  std::vector<Elf32_Shdr> section_headers() const;
  // Of a section that section_headers() returned.
  std::string section_name(const Elf32_Shdr& section) const;
  // Returns the symbol table, without symbols of sections that are not loaded, such as debug
  // information; empty if the file was stripped.
  std::vector<Elf32_Sym> symbols() const;
  // Of a symbol that symbols() returned.
  std::string name_of(const Elf32_Sym& symbol) const;
  // Throws unless the file holds the range.
  std::vector<std::uint8_t> bytes(std::uint64_t offset, std::uint64_t count) const;

  [[noreturn]] void reject(const std::string& expectation) const;

 private:
  // The text at an offset of a section of names.
  std::string name_in(const Elf32_Shdr& names, std::uint32_t offset) const;
  void require(std::uint64_t offset, std::uint64_t count, const char* what) const;
  template <typename Entry>
  std::vector<Entry> table(std::uint64_t offset, std::uint64_t count, std::uint64_t entry_bytes,
                           const char* what) const;

  const std::string& name_;
  const std::vector<std::uint8_t>& file_;
  Elf32_Ehdr header_{};
  Elf32_Shdr symbol_table_{};
  Elf32_Shdr symbol_names_{};
};

}  // namespace docsis_vp::platform
