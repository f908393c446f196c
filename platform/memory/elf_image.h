// Reads a firmware image: an ELF executable for a 32-bit little-endian RISC-V.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tlm {
template <typename TYPES>
class tlm_fw_transport_if;
struct tlm_base_protocol_types;
}  // namespace tlm

namespace docsis_vp::platform {

// A parsed ELF file. Layout: System V ABI, "ELF header", "Program header", "Symbol table"; RISC-V
// ELF psABI. Every defect of a file throws InputError, one line: the file, then the expectation.
class ElfImage {
 public:
  struct Segment {
    std::uint32_t load_address;  // address of its storage (LMA)
    std::uint32_t run_address;   // address of its use (VMA); start-up code may copy it there
    std::uint32_t memory_bytes;  // at least bytes.size(); the rest is zero
    std::vector<std::uint8_t> bytes;
  };
  struct Symbol {
    std::string name;
    std::uint32_t address;
    std::uint32_t size_bytes;  // 0: not known
  };

  static ElfImage read(const std::string& path);
  // name: names the file in messages.
  static ElfImage parse(const std::string& name, const std::vector<std::uint8_t>& file);

  // Name of the file, as given.
  const std::string& name() const { return name_; }
  std::uint32_t entry() const { return entry_; }
  // Loadable segments that are not empty, in the order of the file.
  const std::vector<Segment>& segments() const { return segments_; }

  // Returns null if there is no such symbol.
  const Symbol* symbol(const std::string& name) const;
  // Returns a value that the linker script defines, such as __rom_bytes, if it exists.
  std::optional<std::uint32_t> number(const std::string& name) const;
  // Returns the function or object whose extent holds the address, the innermost of several. Else
  // returns the nearest symbol without a size below it. A label inside a function with a size is no
  // candidate.
  const Symbol* symbol_at(std::uint32_t address) const;
  // "main+0x12"; empty if no symbol holds the address.
  std::string describe(std::uint32_t address) const;

  // Writes all segments by debug transport. Zeros follow a segment's bytes if it runs in place. A
  // segment that start-up code copies is stored with its length in the file.
  void load(tlm::tlm_fw_transport_if<tlm::tlm_base_protocol_types>& memory) const;

  // SHA-256 in hexadecimal of the entry point and the loadable segments: for each its load address,
  // run address, size in memory, size in the file (32 bits each, little-endian) and its bytes. It
  // identifies the program, independent of debug information.
  std::string sha256() const;

 private:
  ElfImage() = default;

  // The extent of a symbol. Nested extents are linked by their parents.
  struct Place {
    std::uint32_t symbol;  // index
    std::uint32_t parent;  // index of the enclosing place, or kNone
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void find_places();

  std::string name_;
  std::uint32_t entry_ = 0;
  std::vector<Segment> segments_;
  std::vector<Symbol> symbols_;  // by address; the preferred symbol of an address is the last
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<Place> places_;  // by address
};

}  // namespace docsis_vp::platform
