// A processor of 33 registers, one CSR and 64 octets of memory.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "platform/debug/debug_target.h"

namespace docsis_vp::platform::testing {

class FakeTarget : public DebugTarget {
 public:
  static constexpr std::uint32_t kMemory = 0x1000, kMemoryBytes = 64;
  static constexpr unsigned kMstatus = kFirstCsr + 0x300, kMhartid = kFirstCsr + 0xf14;

  std::map<unsigned, std::uint32_t> registers{{kPc, 0x80}, {kMstatus, 0x1800}, {kMhartid, 0}};
  std::string memory = std::string(kMemoryBytes, '\0');
  std::uint64_t completed = 0;
  std::uint64_t interrupts = 0;
  std::optional<MemoryAccess> access;
  std::string monitored;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> erased;

  std::optional<std::uint32_t> read_register(unsigned number) override {
    if (number > kPc && registers.count(number) == 0) {
      return {};
    }
    return registers[number];
  }
  bool write_register(unsigned number, std::uint32_t value) override {
    if (number == kMhartid || !read_register(number)) {
      return false;
    }
    registers[number] = value;
    return true;
  }
  std::string read_memory(std::uint32_t address, std::size_t bytes) override {
    return address - kMemory < kMemoryBytes ? memory.substr(address - kMemory, bytes) : "";
  }
  bool write_memory(std::uint32_t address, std::string_view octets) override {
    if (address - kMemory >= kMemoryBytes || octets.size() > kMemoryBytes - (address - kMemory)) {
      return false;
    }
    memory.replace(address - kMemory, octets.size(), octets);
    return true;
  }
  std::vector<MemoryRegion> memory_regions() const override {
    return {{0, 0x100, false}, {kMemory, kMemoryBytes, true}};
  }
  bool erase(std::uint32_t address, std::uint32_t bytes) override {
    erased.emplace_back(address, bytes);
    return address < 0x100 && bytes <= 0x100 - address;
  }
  void set_breakpoints(const std::vector<std::uint32_t>&) override {}
  std::uint64_t instructions() const override { return completed; }
  std::uint64_t progress() const override { return completed + interrupts; }
  std::optional<MemoryAccess> next_access() override { return access; }
  std::string executable() const override { return "/firmware/law.elf"; }
  std::string name() const override { return "CPU of cm0"; }
  std::string monitor(std::string_view command) override {
    monitored = command;
    return command == "time" ? "1 s\n" : command == "much" ? std::string(20'000, 'a') + "b" : "";
  }

  std::uint32_t& pc() { return registers[kPc]; }
};

}  // namespace docsis_vp::platform::testing
