#include "platform/debug/cpu_target.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "platform/bus/debug_access.h"
#include "platform/cpu/decoder.h"

namespace docsis_vp::platform {

namespace {

constexpr unsigned kGeneralRegisters = 32;

std::uint32_t bytes_of(Operation operation) {
  switch (operation) {
    case Operation::lb:
    case Operation::lbu:
    case Operation::sb:
      return 1;
    case Operation::lh:
    case Operation::lhu:
    case Operation::sh:
      return 2;
    default:
      return 4;
  }
}

bool is_csr(unsigned number) {
  return number >= DebugTarget::kFirstCsr && number <= DebugTarget::kLastCsr;
}

}  // namespace

CpuTarget::CpuTarget(std::vector<Cpu*> harts, Interconnect& bus, Platform platform)
    : harts_(std::move(harts)),
      bus_(bus),
      platform_(std::move(platform)),
      extensions_(parse_isa(harts_.front()->profile().isa)) {}

std::string CpuTarget::name() const {
  return harts() == 1 ? platform_.name : platform_.name + ", hart " + std::to_string(selected_);
}

std::optional<std::uint32_t> CpuTarget::read_register(unsigned number) {
  if (number < kGeneralRegisters) {
    return cpu().reg(number);
  }
  if (number == kPc) {
    return cpu().pc();
  }
  return is_csr(number) ? cpu().csr(number - kFirstCsr) : std::nullopt;
}

bool CpuTarget::write_register(unsigned number, std::uint32_t value) {
  if (number < kGeneralRegisters) {
    cpu().set_reg(number, value);
    return true;
  }
  if (number == kPc) {
    cpu().set_pc(value);
    return true;
  }
  return is_csr(number) && cpu().set_csr(number - kFirstCsr, value);
}

std::string CpuTarget::read_memory(std::uint32_t address, std::size_t bytes) {
  std::string octets(bytes, '\0');
  octets.resize(read_debug(bus_, address, reinterpret_cast<unsigned char*>(octets.data()),
                           static_cast<unsigned>(bytes)));
  return octets;
}

bool CpuTarget::write_memory(std::uint32_t address, std::string_view octets) {
  std::string copy(octets);
  const auto size = static_cast<unsigned>(copy.size());
  if (write_debug(bus_, address, reinterpret_cast<unsigned char*>(copy.data()), size) == size) {
    return true;
  }
  if (address % 4 != 0 || size % 4 != 0) {
    return false;
  }
  for (unsigned done = 0; done < size; done += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, &copy[done], sizeof word);
    if (!write_word(bus_, address + done, word)) {
      return false;
    }
  }
  return true;
}

// GDB does not access addresses outside the memory map, so the map includes the blocks' registers.
std::vector<MemoryRegion> CpuTarget::memory_regions() const {
  std::vector<MemoryRegion> regions;
  const std::vector<std::string>& fixed = platform_.read_only;
  for (const AddressRange& range : bus_.ranges()) {
    const bool writable = std::find(fixed.begin(), fixed.end(), range.name) == fixed.end();
    regions.push_back({static_cast<std::uint32_t>(range.base), range.size, writable});
  }
  return regions;
}

bool CpuTarget::erase(std::uint32_t address, std::uint32_t bytes) {
  for (const MemoryRegion& region : memory_regions()) {
    const std::uint32_t offset = address - region.first;
    if (!region.writable && offset < region.bytes && bytes <= region.bytes - offset) {
      std::string erased(bytes, '\0');  // state of flash after an update's erase
      return write_debug(bus_, address, reinterpret_cast<unsigned char*>(erased.data()), bytes) ==
             bytes;
    }
  }
  return false;
}

// Debuggers often set the same breakpoints again. Skip these, because each change flushes the
// decoded code.
void CpuTarget::set_breakpoints(const std::vector<std::uint32_t>& addresses) {
  if (addresses != breakpoints_) {
    breakpoints_ = addresses;
    for (Cpu* const hart : harts_) {
      hart->set_breakpoints(addresses);
    }
  }
}

std::uint64_t CpuTarget::instructions() const {
  return cpu().counters().instructions;
}

std::uint64_t CpuTarget::progress() const {
  const Cpu::Counters counters = cpu().counters();
  return counters.instructions + counters.exceptions + counters.interrupts;
}

std::optional<MemoryAccess> CpuTarget::next_access() {
  const std::string code = read_memory(cpu().pc(), 4);
  std::uint32_t bits = 0;
  std::memcpy(&bits, code.data(), code.size());
  const Instruction instruction = decode(is_compressed(bits) ? bits & 0xffff : bits, extensions_);
  const bool stores = instruction.cost == CostClass::kStore;
  if (!stores && instruction.cost != CostClass::kLoad) {
    return {};
  }
  return MemoryAccess{stores, cpu().reg(instruction.rs1) + instruction.immediate,
                      bytes_of(instruction.operation)};
}

}  // namespace docsis_vp::platform
