// What a debugger's server needs of the processor that it serves.
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

// Called while the processor stands between two instructions.
class DebugTarget {
 public:
  // GDB's numbers of registers (riscv-tdep.h): x0 to x31, pc, and CSRs.
  static constexpr unsigned kPc = 32;
  static constexpr unsigned kFirstCsr = 65;
  static constexpr unsigned kLastCsr = kFirstCsr + 0xfff;

  virtual ~DebugTarget() = default;

  // Nothing: there is no such register.
  virtual std::optional<std::uint32_t> read_register(unsigned number) = 0;
  // False: there is none, or it cannot be written.
  virtual bool write_register(unsigned number, std::uint32_t value) = 0;

  // As many octets as there are from this address on, at most so many. Reading has no effect.
  virtual std::string read_memory(std::uint32_t address, std::size_t bytes) = 0;
  virtual bool write_memory(std::uint32_t address, std::string_view octets) = 0;
  virtual std::vector<MemoryRegion> memory_regions() const = 0;
  // As flash memory is erased: the contents are gone. False: not all of it is of one that is not
  // writable.
  virtual bool erase(std::uint32_t address, std::uint32_t bytes) = 0;

  // Instructions that completed.
  virtual std::uint64_t instructions() const = 0;
  // These, traps and interrupts.
  virtual std::uint64_t progress() const = 0;
  // Addresses in order; the server is asked before their instructions at least.
  virtual void set_breakpoints(const std::vector<std::uint32_t>& addresses) = 0;
  // What the instruction at pc is about to load or store; nothing if it does neither.
  virtual std::optional<MemoryAccess> next_access() = 0;

  // The file that it runs, with its absolute path.
  virtual std::string executable() const = 0;
  // Of the one thread that there is.
  virtual std::string name() const = 0;
  // A command that is the platform's own; its answer in lines.
  virtual std::string monitor(std::string_view command) = 0;
};

}  // namespace docsis_vp::platform
