#include "platform/memory/elf_image.h"

#include <sha2.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <tlm>
#include <tuple>
#include <utility>

#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "platform/base/printable.h"
#include "platform/base/read_file.h"
#include "platform/memory/elf_reader.h"

namespace docsis_vp::platform {

namespace {

constexpr std::uint64_t kAddressSpaceBytes = std::uint64_t{1} << 32;

bool names_a_place(const Elf32_Sym& symbol) {
  const unsigned type = ELF32_ST_TYPE(symbol.st_info);
  // An absolute symbol without a type is a number of the linker script. An absolute symbol at 0 is
  // an alias of a function that was not linked.
  const bool is_number = symbol.st_shndx == SHN_ABS && (type == STT_NOTYPE || symbol.st_value == 0);
  return symbol.st_shndx != SHN_UNDEF && !is_number &&
         (type == STT_NOTYPE || type == STT_FUNC || type == STT_OBJECT);
}

// Ranks symbols of one address; the best-known name comes last. Functions and objects follow
// labels, symbols with a size follow those without, global follow local; then by name.
auto rank(const Elf32_Sym& symbol, const std::string& name) {
  return std::make_tuple(symbol.st_value, ELF32_ST_TYPE(symbol.st_info) != STT_NOTYPE,
                         symbol.st_size != 0, ELF32_ST_BIND(symbol.st_info) != STB_LOCAL, name);
}

std::vector<ElfImage::Symbol> sorted_symbols(const ElfReader& reader,
                                             const std::vector<Elf32_Sym>& table) {
  using Ranked = std::pair<decltype(rank(Elf32_Sym{}, {})), ElfImage::Symbol>;
  std::vector<Ranked> ranked;
  for (const Elf32_Sym& symbol : table) {
    const std::string name = reader.name_of(symbol);
    // Mapping symbols ($x, $d) mark code and data (psABI); they are not names.
    if (names_a_place(symbol) && !name.empty() && name.front() != '$') {
      ranked.emplace_back(rank(symbol, name),
                          ElfImage::Symbol{name, symbol.st_value, symbol.st_size});
    }
  }
  std::sort(ranked.begin(), ranked.end(),
            [](const Ranked& a, const Ranked& b) { return a.first < b.first; });
  std::vector<ElfImage::Symbol> symbols;
  symbols.reserve(ranked.size());
  for (Ranked& entry : ranked) {
    symbols.push_back(std::move(entry.second));
  }
  return symbols;
}

// Returns how many bytes the memory accepted.
std::uint64_t write(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address,
                    const std::uint8_t* bytes, std::uint64_t count) {
  std::uint64_t done = 0;
  while (done < count) {
    tlm::tlm_generic_payload transaction;
    transaction.set_write();
    transaction.set_address(address + done);
    transaction.set_data_ptr(const_cast<std::uint8_t*>(bytes) + done);  // TLM reads it only
    transaction.set_data_length(static_cast<unsigned>(count - done));
    transaction.set_streaming_width(static_cast<unsigned>(count - done));
    const unsigned taken = memory.transport_dbg(transaction);
    if (taken == 0) {
      break;
    }
    done += taken;
  }
  return done;
}

std::uint64_t write_zeros(tlm::tlm_fw_transport_if<>& memory, std::uint64_t address,
                          std::uint64_t count) {
  static constexpr std::array<std::uint8_t, 4096> kZeros{};
  std::uint64_t done = 0;
  while (done < count) {
    const std::uint64_t chunk = std::min<std::uint64_t>(kZeros.size(), count - done);
    const std::uint64_t taken = write(memory, address + done, kZeros.data(), chunk);
    done += taken;
    if (taken < chunk) {
      break;
    }
  }
  return done;
}

bool store(tlm::tlm_fw_transport_if<>& memory, const ElfImage::Segment& segment) {
  const std::uint64_t stored = segment.bytes.size();
  const std::uint64_t zeros =
      segment.load_address == segment.run_address ? segment.memory_bytes - stored : 0;
  return segment.load_address + stored + zeros <= kAddressSpaceBytes &&
         write(memory, segment.load_address, segment.bytes.data(), stored) == stored &&
         write_zeros(memory, segment.load_address + stored, zeros) == zeros;
}

void add_word(SHA2_CTX& digest, std::uint32_t word) {
  std::array<std::uint8_t, 4> octets{};
  for (std::size_t i = 0; i < octets.size(); ++i) {
    octets[i] = static_cast<std::uint8_t>(word >> (8 * i));
  }
  SHA256Update(&digest, octets.data(), octets.size());
}

}  // namespace

ElfImage ElfImage::read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes;
  std::array<char, 65536> chunk{};
  bool is_elf = true;  // a device's octets may never end
  while (is_elf && (file.read(chunk.data(), chunk.size()), file.gcount() > 0)) {
    bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + file.gcount());
    is_elf = ElfReader::is_elf(bytes);
    check_file_size(path, bytes.size());
  }
  if (is_elf && !file.eof()) {
    throw InputError(path + ": " + or_is_folder(path, "cannot be read"));
  }
  return parse(path, bytes);
}

ElfImage ElfImage::parse(const std::string& name, const std::vector<std::uint8_t>& file) {
  const ElfReader reader(name, file);
  ElfImage image;
  image.name_ = name;
  image.entry_ = reader.entry();
  if (image.entry_ % 2 != 0) {
    char entry[16];
    std::snprintf(entry, sizeof entry, "0x%08x", image.entry_);
    reader.reject(std::string("entry point ") + entry + ", expected an even address");
  }
  for (const Elf32_Phdr& header : reader.program_headers()) {
    if (header.p_type != PT_LOAD || header.p_memsz == 0) {
      continue;
    }
    if (header.p_filesz > header.p_memsz) {
      reader.reject("segment with more bytes in the file than in memory");
    }
    const std::uint32_t skip = reader.headers_in(header);
    if (skip < header.p_memsz) {
      image.segments_.push_back(
          {header.p_paddr + skip, header.p_vaddr + skip, header.p_memsz - skip,
           reader.bytes(std::uint64_t{header.p_offset} + skip, header.p_filesz - skip)});
    }
  }
  if (image.segments_.empty()) {
    reader.reject("no loadable segment");
  }
  const std::vector<Elf32_Sym> table = reader.symbols();
  image.symbols_ = sorted_symbols(reader, table);
  for (const Elf32_Sym& symbol : table) {
    if (symbol.st_shndx == SHN_ABS && ELF32_ST_TYPE(symbol.st_info) == STT_NOTYPE) {
      image.numbers_.emplace(reader.name_of(symbol), symbol.st_value);
    }
  }
  image.find_places();
  return image;
}

const ElfImage::Symbol* ElfImage::symbol(const std::string& name) const {
  const auto found = std::find_if(symbols_.begin(), symbols_.end(),
                                  [&](const Symbol& symbol) { return symbol.name == name; });
  return found == symbols_.end() ? nullptr : &*found;
}

std::optional<std::uint32_t> ElfImage::number(const std::string& name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

void ElfImage::find_places() {
  const auto ends = [this](std::uint32_t place) {
    const Symbol& symbol = symbols_[places_[place].symbol];
    return std::uint64_t{symbol.address} + symbol.size_bytes;
  };
  std::uint32_t enclosing = kNone;
  for (std::uint32_t i = 0; i < symbols_.size(); ++i) {
    const Symbol& symbol = symbols_[i];
    if (i + 1 < symbols_.size() && symbols_[i + 1].address == symbol.address) {
      continue;
    }
    while (enclosing != kNone && ends(enclosing) <= symbol.address) {
      enclosing = places_[enclosing].parent;
    }
    const bool is_label_inside = symbol.size_bytes == 0 && enclosing != kNone;
    if (!is_label_inside) {
      places_.push_back({i, enclosing});
      enclosing =
          symbol.size_bytes == 0 ? enclosing : static_cast<std::uint32_t>(places_.size() - 1);
    }
  }
}

const ElfImage::Symbol* ElfImage::symbol_at(std::uint32_t address) const {
  const auto above = std::upper_bound(places_.begin(), places_.end(), address,
                                      [this](std::uint32_t value, const Place& place) {
                                        return value < symbols_[place.symbol].address;
                                      });
  auto place = static_cast<std::uint32_t>(above - places_.begin()) - 1;  // kNone if it is the first
  while (place != kNone) {
    const Symbol& symbol = symbols_[places_[place].symbol];
    if (symbol.size_bytes == 0 || address - symbol.address < symbol.size_bytes) {
      return &symbol;
    }
    place = places_[place].parent;
  }
  return nullptr;
}

std::string ElfImage::describe(std::uint32_t address) const {
  const Symbol* const symbol = symbol_at(address);
  if (symbol == nullptr) {
    return {};
  }
  // Messages and results show this text, so a damaged name must stay printable.
  const std::string text = printable(symbol->name);
  if (symbol->address == address) {
    return text;
  }
  char offset[16];
  std::snprintf(offset, sizeof offset, "+0x%x", address - symbol->address);
  return text + offset;
}

void ElfImage::load(tlm::tlm_fw_transport_if<>& memory) const {
  for (const Segment& segment : segments_) {
    if (!store(memory, segment)) {
      char place[64];
      std::snprintf(place, sizeof place, ": segment at 0x%08x (%u bytes) outside memory",
                    segment.load_address, segment.memory_bytes);
      throw InputError(name_ + place);
    }
  }
}

std::string ElfImage::sha256() const {
  SHA2_CTX digest;
  SHA256Init(&digest);
  add_word(digest, entry_);
  for (const Segment& segment : segments_) {
    add_word(digest, segment.load_address);
    add_word(digest, segment.run_address);
    add_word(digest, segment.memory_bytes);
    add_word(digest, static_cast<std::uint32_t>(segment.bytes.size()));
    SHA256Update(&digest, segment.bytes.data(), segment.bytes.size());
  }
  std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
  return SHA256End(&digest, text.data());
}

}  // namespace docsis_vp::platform
