// Gives a debug server access to a CPU and its bus.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "platform/bus/interconnect.h"
#include "platform/cpu/cpu.h"
#include "platform/debug/debug_target.h"

namespace docsis_vp::platform {

class CpuTarget : public DebugTarget {
 public:
  struct Platform {
    std::string name;
    std::vector<std::string> read_only{};  // ranges of the bus
    std::function<std::string()> executable;
    std::function<std::string(std::string_view)> monitor;
  };
  CpuTarget(Cpu& cpu, Interconnect& bus, Platform platform);

  std::optional<std::uint32_t> read_register(unsigned number) override;
  bool write_register(unsigned number, std::uint32_t value) override;
  std::string read_memory(std::uint32_t address, std::size_t bytes) override;
  // Writes memory in any size and alignment. A block's registers take words only, with the effect
  // of a CPU access.
  bool write_memory(std::uint32_t address, std::string_view octets) override;
  std::vector<MemoryRegion> memory_regions() const override;
  bool erase(std::uint32_t address, std::uint32_t bytes) override;
  std::uint64_t instructions() const override;
  std::uint64_t progress() const override;
  void set_breakpoints(const std::vector<std::uint32_t>& addresses) override;
  std::optional<MemoryAccess> next_access() override;
  std::string executable() const override { return platform_.executable(); }
  std::string name() const override { return platform_.name; }
  std::string monitor(std::string_view command) override { return platform_.monitor(command); }

 private:
  Cpu& cpu_;
  Interconnect& bus_;
  const Platform platform_;
  const Extensions extensions_;
  std::vector<std::uint32_t> breakpoints_;
};

}  // namespace docsis_vp::platform
