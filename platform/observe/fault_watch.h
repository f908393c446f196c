// Records a CPU's recent history for a report of its failure.
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
  // A transfer of control other than to the next instruction: a jump, trap or return.
  struct Branch {
    std::uint32_t from;
    std::uint32_t to;
    TimePs at;
  };
  // State of the program at one instant, with a copy of its stack.
  struct Position {
    CallFrame frame;
    std::vector<OpenTrap> traps;
    std::vector<Branch> branches;  // latest last
    std::uint32_t stack_address = 0;
    std::vector<std::uint8_t> stack;
  };
  // A trap that the program did not intend: neither an interrupt nor an ecall, except traps that
  // reach the image's `unhandled_trap`.
  struct Exception {
    Trap trap;
    TimePs at = 0;
    Position position;
  };

  // image: the running image, read again after a reset. bus: the CPU's memory, for debug access.
  FaultWatch(Cpu& cpu, const ElfImage& image, tlm::tlm_fw_transport_if<>& bus);

  // The innermost exception whose handler has not returned.
  const std::optional<Exception>& exception() const { return exception_; }
  Position position() const;
  // Reason why the CPU itself failed the run; else empty.
  const std::string& failure() const { return failure_; }
  // Reads a word from a position's stack, or else from current memory.
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
  std::optional<std::uint32_t> unhandled_;  // address of the handler for unhandled traps
  std::optional<Exception> exception_;
  std::size_t exception_depth_ = 0;  // depth in traps_, including its own
  std::string failure_;
};

}  // namespace docsis_vp::platform
