#include "app/firmware_report/linked_image.h"

#include <algorithm>
#include <tuple>

#include "platform/base/errors.h"
#include "platform/base/read_file.h"
#include "platform/memory/elf_reader.h"

namespace docsis_vp::app {

namespace {

std::vector<std::uint8_t> octets_of(const std::string& path) {
  const std::string contents = read_file(path);
  return {contents.begin(), contents.end()};
}

ImageSection section_of(const Elf32_Shdr& header, const platform::ElfReader& elf) {
  ImageSection section;
  section.name = elf.section_name(header);
  section.address = header.sh_addr;
  section.bytes = header.sh_size;
  section.writable = (header.sh_flags & SHF_WRITE) != 0;
  section.executable = (header.sh_flags & SHF_EXECINSTR) != 0;
  section.stored = header.sh_type != SHT_NOBITS;
  if (section.stored) {
    section.contents = elf.bytes(header.sh_offset, header.sh_size);
  }
  return section;
}

// $x and .L0 are internal marks of the assembler.
bool is_name(const std::string& name) {
  return !name.empty() && name.front() != '$' && name.front() != '.';
}

bool comes_first(const ImageSymbol& a, const ImageSymbol& b) {
  // Among several symbols at one address, one with a size comes first, then one that is not weak.
  return std::tuple(a.address, b.bytes, a.is_weak) < std::tuple(b.address, a.bytes, b.is_weak);
}

// Labels in assembly have no size: they extend to the next symbol.
void complete_sizes(std::vector<ImageSymbol>& symbols, const LinkedImage& image) {
  for (auto symbol = symbols.begin(); symbol != symbols.end(); ++symbol) {
    const ImageSection* const section = image.section_at(symbol->address);
    if (symbol->bytes == 0 && section != nullptr) {
      const auto next = std::next(symbol);
      const std::uint32_t end = section->address + section->bytes;
      symbol->bytes =
          (next == symbols.end() ? end : std::min(end, next->address)) - symbol->address;
    }
  }
}

}  // namespace

LinkedImage::LinkedImage(const std::string& path) {
  const std::vector<std::uint8_t> file = octets_of(path);
  const platform::ElfReader elf(path, file);
  entry_ = elf.entry();
  for (const Elf32_Shdr& header : elf.section_headers()) {
    if ((header.sh_flags & SHF_ALLOC) != 0 && header.sh_size != 0) {
      sections_.push_back(section_of(header, elf));
    }
  }
  std::sort(sections_.begin(), sections_.end(),
            [](const ImageSection& a, const ImageSection& b) { return a.address < b.address; });
  std::string source;
  for (const Elf32_Sym& entry : elf.symbols()) {
    const unsigned type = ELF32_ST_TYPE(entry.st_info);
    ImageSymbol symbol{elf.name_of(entry), {},
                       entry.st_value,     entry.st_size,
                       type == STT_FUNC,   ELF32_ST_BIND(entry.st_info) == STB_WEAK};
    if (type == STT_FILE) {
      source = symbol.name;
    } else if (is_name(symbol.name)) {
      symbol.file = ELF32_ST_BIND(entry.st_info) == STB_LOCAL ? source : "";
      const ImageSection* const section = section_at(symbol.address);
      const bool is_absolute = entry.st_shndx == SHN_ABS;
      const bool is_label = type == STT_NOTYPE && section != nullptr && section->executable;
      symbol.is_function = symbol.is_function || is_label;
      // An alias of a function that was not linked is absolute, at address 0.
      const bool is_there =
          section != nullptr && !is_absolute && (type == STT_OBJECT || symbol.is_function);
      (is_there ? symbols_ : marks_).push_back(std::move(symbol));
    }
  }
  std::stable_sort(symbols_.begin(), symbols_.end(), comes_first);
  const auto same_place = [](const ImageSymbol& a, const ImageSymbol& b) {
    return a.address == b.address;
  };
  symbols_.erase(std::unique(symbols_.begin(), symbols_.end(), same_place), symbols_.end());
  complete_sizes(symbols_, *this);
}

std::optional<std::uint32_t> LinkedImage::address_of(const std::string& symbol) const {
  for (const std::vector<ImageSymbol>* list : {&marks_, &symbols_}) {
    for (const ImageSymbol& each : *list) {
      if (each.name == symbol) {
        return each.address;
      }
    }
  }
  return {};
}

const ImageSection* LinkedImage::section_at(std::uint32_t address) const {
  const auto found = std::find_if(sections_.begin(), sections_.end(), [=](const auto& section) {
    return address >= section.address && address - section.address < section.bytes;
  });
  return found == sections_.end() ? nullptr : &*found;
}

std::optional<std::uint32_t> LinkedImage::word_at(std::uint32_t address) const {
  const ImageSection* const section = section_at(address);
  const std::uint32_t offset = section == nullptr ? 0 : address - section->address;
  if (section == nullptr || offset + 4 > section->contents.size()) {
    return {};
  }
  std::uint32_t word = 0;
  for (std::uint32_t i = 4; i-- > 0;) {
    word = word << 8 | section->contents[offset + i];
  }
  return word;
}

}  // namespace docsis_vp::app
