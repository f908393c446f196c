// Declares the interface between a debug server and the harts that it serves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace docsis_vp::platform {

struct MemoryAccess {
  bool write = false;
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
};

struct MemoryRegion {
  std::uint32_t first = 0;
  std::uint64_t bytes = 0;
  bool writable = true;
};

// All functions are called while the processor stands between two instructions. Those about
// registers, counts, the next access and the name refer to the selected hart.
class DebugTarget {
 public:
  // GDB's register numbers (riscv-tdep.h): x0 to x31, pc, and CSRs.
  static constexpr unsigned kPc = 32;
  static constexpr unsigned kFirstCsr = 65;
  static constexpr unsigned kLastCsr = kFirstCsr + 0xfff;

  virtual ~DebugTarget() = default;

  virtual unsigned harts() const { return 1; }
  // Selects a hart, 0 to harts() - 1; at first hart 0 is selected.
  virtual void select(unsigned /*hart*/) {}
  virtual unsigned selected() const { return 0; }

  // Returns nothing if there is no such register.
  virtual std::optional<std::uint32_t> read_register(unsigned number) = 0;
  // Returns false if the register does not exist or is read-only.
  virtual bool write_register(unsigned number, std::uint32_t value) = 0;

  // Returns up to `bytes` octets from this address, fewer at the end of memory, without side
  // effects.
  virtual std::string read_memory(std::uint32_t address, std::size_t bytes) = 0;
  virtual bool write_memory(std::uint32_t address, std::string_view octets) = 0;
  virtual std::vector<MemoryRegion> memory_regions() const = 0;
  // Erases flash memory. Returns false unless the whole range lies in one read-only region.
  virtual bool erase(std::uint32_t address, std::uint32_t bytes) = 0;

  // Number of completed instructions.
  virtual std::uint64_t instructions() const = 0;
  // Number of completed instructions, traps and interrupts.
  virtual std::uint64_t progress() const = 0;
  // addresses: ascending, for all harts. The harts ask the server at least before these
  // instructions.
  virtual void set_breakpoints(const std::vector<std::uint32_t>& addresses) = 0;
  // Returns the memory access of the instruction at pc; nothing if it neither loads nor stores.
  virtual std::optional<MemoryAccess> next_access() = 0;

  // Absolute path of the running image.
  virtual std::string executable() const = 0;
  // Name of the hart.
  virtual std::string name() const = 0;
  // Runs a command of the platform; returns its output in lines.
  virtual std::string monitor(std::string_view command) = 0;
};

}  // namespace docsis_vp::platform
