#include "platform/memory/elf_reader.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>

#include "platform/base/errors.h"

namespace docsis_vp::platform {

namespace {

template <typename... Fields>
void to_native(Fields&... fields) {
  (boost::endian::little_to_native_inplace(fields), ...);
}

void to_native(Elf32_Ehdr& h) {
  to_native(h.e_type, h.e_machine, h.e_version, h.e_entry, h.e_phoff, h.e_shoff, h.e_flags,
            h.e_ehsize, h.e_phentsize, h.e_phnum, h.e_shentsize, h.e_shnum, h.e_shstrndx);
}
void to_native(Elf32_Phdr& h) {
  to_native(h.p_type, h.p_offset, h.p_vaddr, h.p_paddr, h.p_filesz, h.p_memsz, h.p_flags,
            h.p_align);
}
void to_native(Elf32_Shdr& h) {
  to_native(h.sh_name, h.sh_type, h.sh_flags, h.sh_addr, h.sh_offset, h.sh_size, h.sh_link,
            h.sh_info, h.sh_addralign, h.sh_entsize);
}
void to_native(Elf32_Sym& s) {
  to_native(s.st_name, s.st_value, s.st_size, s.st_shndx);
}

}  // namespace

bool ElfReader::is_elf(const std::vector<std::uint8_t>& file) {
  return file.size() >= SELFMAG && std::memcmp(file.data(), ELFMAG, SELFMAG) == 0;
}

ElfReader::ElfReader(const std::string& name, const std::vector<std::uint8_t>& file)
    : name_(name), file_(file) {
  if (!is_elf(file)) {
    reject("not an ELF file");
  }
  require(0, EI_NIDENT, "header");
  if (file[EI_CLASS] != ELFCLASS32) {
    reject("not a 32-bit ELF file; firmware is linked for RV32 (-mabi=ilp32)");
  }
  if (file[EI_DATA] != ELFDATA2LSB) {
    reject("not a little-endian ELF file");
  }
  require(0, sizeof header_, "header");
  std::memcpy(&header_, file.data(), sizeof header_);
  to_native(header_);
  if (header_.e_machine != EM_RISCV) {
    reject("not for RISC-V (machine " + std::to_string(header_.e_machine) + ", expected 243)");
  }
  if (header_.e_type != ET_EXEC) {
    reject("not an executable with fixed addresses (ELF type " + std::to_string(header_.e_type) +
           ", expected 2)");
  }
  for (const Elf32_Shdr& section : section_headers()) {
    if (section.sh_type == SHT_SYMTAB) {
      symbol_table_ = section;
    }
  }
  if (symbol_table_.sh_size != 0) {
    const std::vector<Elf32_Shdr> sections = section_headers();
    if (symbol_table_.sh_link >= sections.size()) {
      reject("symbol table without names");
    }
    symbol_names_ = sections[symbol_table_.sh_link];
    require(symbol_names_.sh_offset, symbol_names_.sh_size, "symbol names");
  }
}

std::vector<Elf32_Phdr> ElfReader::program_headers() const {
  return table<Elf32_Phdr>(header_.e_phoff, header_.e_phnum, header_.e_phentsize,
                           "program headers");
}

std::uint32_t ElfReader::headers_in(const Elf32_Phdr& segment) const {
  if (segment.p_offset != 0) {
    return 0;
  }
  const std::uint64_t headers_end =
      header_.e_phoff + std::uint64_t{header_.e_phnum} * header_.e_phentsize;
  std::uint32_t first = segment.p_filesz;
  bool found = segment.p_filesz <= headers_end;
  for (const Elf32_Shdr& section : section_headers()) {
    if ((section.sh_flags & SHF_ALLOC) != 0 && section.sh_type != SHT_NOBITS &&
        section.sh_offset < first) {
      first = section.sh_offset;
      found = true;
    }
  }
  return found ? first : 0;
}

std::vector<Elf32_Shdr> ElfReader::section_headers() const {
  return table<Elf32_Shdr>(header_.e_shoff, header_.e_shnum, header_.e_shentsize,
                           "section headers");
}

std::vector<Elf32_Sym> ElfReader::symbols() const {
  std::vector<Elf32_Sym> symbols =
      table<Elf32_Sym>(symbol_table_.sh_offset, symbol_table_.sh_size / sizeof(Elf32_Sym),
                       sizeof(Elf32_Sym), "symbol table");
  const std::vector<Elf32_Shdr> sections = section_headers();
  // The value of a symbol in a section that is not loaded is an offset, not an address.
  const auto is_elsewhere = [&sections](const Elf32_Sym& symbol) {
    return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < sections.size() &&
           sections[symbol.st_shndx].sh_type == SHT_PROGBITS &&
           (sections[symbol.st_shndx].sh_flags & SHF_ALLOC) == 0;
  };
  symbols.erase(std::remove_if(symbols.begin(), symbols.end(), is_elsewhere), symbols.end());
  return symbols;
}

std::string ElfReader::name_of(const Elf32_Sym& symbol) const {
  return name_in(symbol_names_, symbol.st_name);
}

std::string ElfReader::section_name(const Elf32_Shdr& section) const {
  const std::vector<Elf32_Shdr> sections = section_headers();
  if (header_.e_shstrndx >= sections.size()) {
    return {};
  }
  const Elf32_Shdr& names = sections[header_.e_shstrndx];
  require(names.sh_offset, names.sh_size, "section names");
  return name_in(names, section.sh_name);
}

std::string ElfReader::name_in(const Elf32_Shdr& names, std::uint32_t offset) const {
  if (offset >= names.sh_size) {
    return {};
  }
  const auto first = file_.begin() + names.sh_offset + offset;
  const auto end = file_.begin() + names.sh_offset + names.sh_size;
  return {first, std::find(first, end, 0)};
}

std::vector<std::uint8_t> ElfReader::bytes(std::uint64_t offset, std::uint64_t count) const {
  require(offset, count, "segment");
  const auto first = file_.begin() + static_cast<std::ptrdiff_t>(offset);
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

template <typename Entry>
std::vector<Entry> ElfReader::table(std::uint64_t offset, std::uint64_t count,
                                    std::uint64_t entry_bytes, const char* what) const {
  if (count != 0 && entry_bytes < sizeof(Entry)) {
    reject(std::string(what) + " with entries of " + std::to_string(entry_bytes) +
           " bytes, expected " + std::to_string(sizeof(Entry)));
  }
  require(offset, count * entry_bytes, what);
  std::vector<Entry> entries(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::memcpy(&entries[i], file_.data() + offset + i * entry_bytes, sizeof(Entry));
    to_native(entries[i]);
  }
  return entries;
}

void ElfReader::require(std::uint64_t offset, std::uint64_t count, const char* what) const {
  if (count > file_.size() || offset > file_.size() - count) {
    reject(std::string("truncated: ") + what + " would end at byte " +
           std::to_string(offset + count) + " of " + std::to_string(file_.size()));
  }
}

void ElfReader::reject(const std::string& expectation) const {
  throw InputError(name_ + ": " + expectation);
}

}  // namespace docsis_vp::platform
