// Gives a debug server access to the harts of a SoC and their bus.
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
  // harts: at least one, of one instruction set.
  CpuTarget(std::vector<Cpu*> harts, Interconnect& bus, Platform platform);

  unsigned harts() const override { return static_cast<unsigned>(harts_.size()); }
  void select(unsigned hart) override { selected_ = hart; }
  unsigned selected() const override { return selected_; }

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
  // With several harts it ends with ", hart 1".
  std::string name() const override;
  std::string monitor(std::string_view command) override { return platform_.monitor(command); }

 private:
  Cpu& cpu() const { return *harts_[selected_]; }

  const std::vector<Cpu*> harts_;
  unsigned selected_ = 0;
  Interconnect& bus_;
  const Platform platform_;
  const Extensions extensions_;
  std::vector<std::uint32_t> breakpoints_;
};

}  // namespace docsis_vp::platform
