// A firmware image: an ELF executable for a 32-bit little-endian RISC-V.
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

// Layout: System V ABI, "ELF header", "Program header", "Symbol table"; RISC-V ELF psABI.
// Whatever is wrong with a file is one line, InputError: the file, then what was expected.
class ElfImage {
 public:
  struct Segment {
    std::uint32_t load_address;  // where it is stored
    std::uint32_t run_address;   // where it is used; start-up code may copy it there
    std::uint32_t memory_bytes;  // at least bytes.size(); the rest is zero
    std::vector<std::uint8_t> bytes;
  };
  struct Symbol {
    std::string name;
    std::uint32_t address;
    std::uint32_t size_bytes;  // 0: not known
  };

  static ElfImage read(const std::string& path);
  // `name` stands for the file in messages.
  static ElfImage parse(const std::string& name, const std::vector<std::uint8_t>& file);

  // Of the file, as it was given.
  const std::string& name() const { return name_; }
  std::uint32_t entry() const { return entry_; }
  // Loadable ones that hold anything, in the order of the file.
  const std::vector<Segment>& segments() const { return segments_; }

  // Null if there is none of this name.
  const Symbol* symbol(const std::string& name) const;
  // A number that the linker script gives a name, as __rom_bytes; none if it does not.
  std::optional<std::uint32_t> number(const std::string& name) const;
  // The function or object whose size says that it holds the address, the innermost of several;
  // else the nearest symbol without a size below it. A label inside of a function that has a size
  // is no place of its own.
  const Symbol* symbol_at(std::uint32_t address) const;
  // "main+0x12"; empty if no symbol holds the address.
  std::string describe(std::uint32_t address) const;

  // Writes all segments by debug transport. Zeros follow a segment's bytes where it runs in
  // place; a segment that start-up code moves is stored as long as the file has it.
  void load(tlm::tlm_fw_transport_if<tlm::tlm_base_protocol_types>& memory) const;

  // SHA-256 in hexadecimal of entry point and loadable segments: of each load address, run
  // address, size in memory, size in the file (32 bits each, little-endian), then its bytes.
  // Names what runs, not the debug information that came with it.
  std::string sha256() const;

 private:
  ElfImage() = default;

  // A symbol that addresses lie in. Those that hold it are found through its parent.
  struct Place {
    std::uint32_t symbol;  // index
    std::uint32_t parent;  // index of a place; kNone: it lies in no other
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void find_places();

  std::string name_;
  std::uint32_t entry_ = 0;
  std::vector<Segment> segments_;
  std::vector<Symbol> symbols_;  // by address; of several at one, the preferred one last
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<Place> places_;  // by address; one for each
};

}  // namespace docsis_vp::platform
