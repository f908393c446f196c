// Writes small ELF executables for tests that run the program.
#pragma once

#include <elf.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "tests/platform/cpu/assembler.h"

namespace docsis_vp::app::testing {

// One loadable segment and, if asked for, the symbols `tohost` and `fromhost`.
inline void write_elf(const std::string& path, const platform::testing::Program& program,
                      std::optional<std::uint32_t> tohost = {},
                      std::optional<std::uint32_t> fromhost = {}) {
  static constexpr char kNames[] = "\0tohost\0fromhost";
  const std::vector<std::uint8_t>& code = program.bytes();
  const auto code_bytes = static_cast<Elf32_Word>(code.size());
  Elf32_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS32;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_RISCV;
  header.e_version = EV_CURRENT;
  header.e_entry = program.base();
  header.e_ehsize = sizeof header;
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(Elf32_Phdr);
  header.e_phnum = 1;
  Elf32_Phdr segment = {};
  segment.p_type = PT_LOAD;
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_vaddr = segment.p_paddr = program.base();
  segment.p_filesz = segment.p_memsz = code_bytes;
  segment.p_flags = PF_R | PF_W | PF_X;
  Elf32_Sym symbols[3] = {};
  Elf32_Shdr sections[3] = {};
  if (tohost) {
    symbols[1].st_name = 1;
    symbols[1].st_value = *tohost;
    symbols[1].st_size = 8;
    symbols[1].st_info = ELF32_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbols[1].st_shndx = SHN_ABS;
    symbols[2] = symbols[1];
    symbols[2].st_name = 8;
    symbols[2].st_value = fromhost.value_or(0);
    const std::size_t symbols_bytes = sizeof symbols[0] * (fromhost ? 3 : 2);
    header.e_shoff = segment.p_offset + code_bytes;
    header.e_shentsize = sizeof(Elf32_Shdr);
    header.e_shnum = 3;
    sections[1].sh_type = SHT_SYMTAB;
    sections[1].sh_offset = static_cast<Elf32_Off>(header.e_shoff + sizeof sections);
    sections[1].sh_size = static_cast<Elf32_Word>(symbols_bytes);
    sections[1].sh_link = 2;
    sections[1].sh_entsize = sizeof(Elf32_Sym);
    sections[2].sh_type = SHT_STRTAB;
    sections[2].sh_offset = static_cast<Elf32_Off>(sections[1].sh_offset + sizeof symbols);
    sections[2].sh_size = sizeof kNames;
  }
  std::ofstream file(path, std::ios::binary);
  const auto put = [&file](const auto* data, std::size_t bytes) {
    file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  };
  put(&header, sizeof header);
  put(&segment, sizeof segment);
  put(code.data(), code.size());
  if (tohost) {
    put(sections, sizeof sections);
    put(symbols, sizeof symbols);
    put(kNames, sizeof kNames);
  }
}

}  // namespace docsis_vp::app::testing
