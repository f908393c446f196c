// Reads an ELF file and checks every offset against the file's length.
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::platform {

class ElfReader {
 public:
  // Returns whether the octets begin with the ELF magic number.
  static bool is_elf(const std::vector<std::uint8_t>& file);

  // Both must outlive the reader. Checks the header; throws InputError.
  ElfReader(const std::string& name, const std::vector<std::uint8_t>& file);

  std::uint32_t entry() const { return header_.e_entry; }
  std::vector<Elf32_Phdr> program_headers() const;
  // Returns how many bytes at a segment's start are the file's own headers. By default GNU ld puts
  // them before the first section, below the requested address; no bare-metal program reads them.
  std::uint32_t headers_in(const Elf32_Phdr& segment) const;
  std::vector<Elf32_Shdr> section_headers() const;
  // section: must come from section_headers().
  std::string section_name(const Elf32_Shdr& section) const;
  // Returns the symbol table, without symbols of sections that are not loaded, such as debug
  // information; empty if the file was stripped.
  std::vector<Elf32_Sym> symbols() const;
  // symbol: must come from symbols().
  std::string name_of(const Elf32_Sym& symbol) const;
  // Throws InputError if the range exceeds the file.
  std::vector<std::uint8_t> bytes(std::uint64_t offset, std::uint64_t count) const;

  [[noreturn]] void reject(const std::string& expectation) const;

 private:
  // Returns the text at an offset of a string table.
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
