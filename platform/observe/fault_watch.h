// Remembers of a CPU what a report of its failure needs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tlm>
#include <vector>

#include "platform/cpu/cpu.h"
#include "platform/memory/elf_image.h"
#include "platform/symbols/backtrace.h"

namespace docsis_vp::platform {

class FaultWatch : public CpuObserver {
 public:
  static constexpr std::size_t kBranches = 32;
  // Any transfer of control but to the instruction behind: jumps, traps, returns.
  struct Branch {
    std::uint32_t from;
    std::uint32_t to;
    TimePs at;
  };
  // Where the program stood, with the stack as it was.
  struct Position {
    CallFrame frame;
    std::vector<OpenTrap> traps;
    std::vector<Branch> branches;  // the last ones, the latest last
    std::uint32_t stack_address = 0;
    std::vector<std::uint8_t> stack;
  };
  // A trap that no program means to take: not an interrupt and not an ecall, unless it came to the
  // image's `unhandled_trap`.
  struct Exception {
    Trap trap;
    TimePs at = 0;
    Position position;
  };

  // image: that runs, looked at anew after a reset. bus: the CPU's memory, for debug access.
  FaultWatch(Cpu& cpu, const ElfImage& image, tlm::tlm_fw_transport_if<>& bus);

  // Whose handler has not returned; the innermost.
  const std::optional<Exception>& exception() const { return exception_; }
  Position position() const;
  // Why the CPU itself failed the run; empty if it did not.
  const std::string& failure() const { return failure_; }
  // From a position's stack, or memory as it is.
  std::optional<std::uint32_t> word(const Position& position, std::uint32_t address) const;

  void on_retired(const RetiredInstruction& instruction) override;
  void on_trap(const TakenTrap& trap) override;
  void on_reset(TimePs at) override;
  void on_failure(TimePs at, const std::string& cause) override;

 private:
  void find_unhandled();
  void arrive(std::uint32_t pc);
  void remember();
  void keep_stack(Position& position) const;
  void add(const Branch& branch) { branches_[added_++ % kBranches] = branch; }

  Cpu& cpu_;
  const ElfImage& image_;
  tlm::tlm_fw_transport_if<>& bus_;
  std::array<Branch, kBranches> branches_ = {};
  std::size_t added_ = 0;
  std::vector<OpenTrap> traps_;
  TakenTrap latest_;
  std::optional<std::uint32_t> unhandled_;  // where traps go that nobody handles
  std::optional<Exception> exception_;
  std::size_t exception_depth_ = 0;  // of traps_, its own included
  std::string failure_;
};

}  // namespace docsis_vp::platform
