// Makes valid and invalid ELF files, octet by octet.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace docsis_vp::platform {

// A 32-bit little-endian RISC-V executable; tests run on little-endian hosts.
class ElfFile {
 public:
  Elf32_Ehdr header{};
  std::vector<Elf32_Phdr> segments;
  std::vector<Elf32_Sym> symbols = {{}};
  Elf32_Shdr first_section{};  // besides those of the symbols

  ElfFile() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_RISCV;
    header.e_version = EV_CURRENT;
    header.e_ehsize = sizeof(Elf32_Ehdr);
    header.e_phentsize = sizeof(Elf32_Phdr);
    header.e_shentsize = sizeof(Elf32_Shdr);
  }

  // Returns the segment, to be spoilt.
  Elf32_Phdr& add_segment(std::uint32_t load_address, std::uint32_t run_address,
                          const std::string& bytes, std::uint32_t memory_bytes) {
    Elf32_Phdr segment{};
    segment.p_type = PT_LOAD;
    segment.p_offset = static_cast<Elf32_Off>(sizeof(Elf32_Ehdr) + contents_.size());
    segment.p_paddr = load_address;
    segment.p_vaddr = run_address;
    segment.p_filesz = static_cast<Elf32_Word>(bytes.size());
    segment.p_memsz = memory_bytes;
    contents_ += bytes;
    segments.push_back(segment);
    return segments.back();
  }

  void add_symbol(const std::string& name, std::uint32_t address, std::uint32_t size, int type,
                  int binding = STB_GLOBAL, int section = 1) {
    Elf32_Sym symbol{};
    symbol.st_name = static_cast<Elf32_Word>(names_.size());
    symbol.st_value = address;
    symbol.st_size = size;
    symbol.st_info = static_cast<unsigned char>(ELF32_ST_INFO(binding, type));
    symbol.st_shndx = static_cast<Elf32_Section>(section);
    names_ += name + '\0';
    symbols.push_back(symbol);
  }

  // Contents, names, symbols, program headers, section headers; the header says where.
  std::vector<std::uint8_t> bytes() {
    std::string body = contents_;
    const auto here = [&] { return static_cast<Elf32_Off>(sizeof(Elf32_Ehdr) + body.size()); };
    Elf32_Shdr sections[4] = {};
    sections[3] = first_section;
    sections[1].sh_type = SHT_STRTAB;
    sections[1].sh_offset = here();
    sections[1].sh_size = static_cast<Elf32_Word>(names_.size());
    body += names_;
    sections[2].sh_type = SHT_SYMTAB;
    sections[2].sh_link = 1;
    sections[2].sh_entsize = sizeof(Elf32_Sym);
    sections[2].sh_offset = here();
    sections[2].sh_size = static_cast<Elf32_Word>(symbols.size() * sizeof(Elf32_Sym));
    append(body, symbols.data(), symbols.size());
    header.e_phoff = here();
    header.e_phnum = static_cast<Elf32_Half>(segments.size());
    append(body, segments.data(), segments.size());
    header.e_shoff = here();
    header.e_shnum = 4;
    append(body, sections, 4);
    std::string file;
    append(file, &header, 1);
    file += body;
    return {file.begin(), file.end()};
  }

 private:
  template <typename T>
  static void append(std::string& to, const T* items, std::size_t count) {
    to.append(reinterpret_cast<const char*>(items), count * sizeof(T));
  }

  std::string contents_;
  std::string names_{'\0'};
};

}  // namespace docsis_vp::platform
