// One RV32 hart with machine mode: executes, counts cycles, knows nothing of SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "platform/cpu/block_cache.h"
#include "platform/cpu/cpu_observer.h"
#include "platform/cpu/csr_file.h"
#include "platform/cpu/cycle_profile.h"
#include "platform/cpu/interrupt_times.h"
#include "platform/cpu/memory_port.h"
#include "platform/cpu/trap.h"

namespace docsis_vp::platform {

// What the hart lives in.
class HartEnvironment : public BusMaster {
 public:
  // The `time` CSR at the running instruction, in microseconds.
  virtual std::uint64_t time_us() = 0;
  // An interrupt's handler has returned, so many cycles after it was taken.
  virtual void served(unsigned /*line*/, std::uint64_t /*cycles*/) {}

  // The instruction at trap.pc is about to trap. True: it does not, and run() returns kHeldTrap;
  // the instruction is tried again by the next run.
  virtual bool holds_trap(const Trap& /*trap*/) { return false; }

  // Of run_observed(); see CpuObserver. Times are for the environment to fill in.
  virtual bool starts() { return true; }
  virtual void retired(RetiredInstruction& /*instruction*/) {}
  virtual void trapped(TakenTrap& /*trap*/) {}
};

struct HartConfig {
  CycleProfile profile;
  std::uint32_t reset_pc = 0;
  std::uint32_t hart_id = 0;
  // false: one instruction at a time, for tests and for observers of every instruction. Changes
  // speed only.
  bool whole_blocks = true;
  // A trap while software has not written mtvec stops run() instead of being taken.
  bool stop_without_handler = true;
  // Loads and stores below are access faults.
  std::uint32_t null_guard_bytes = 0;
};

// Time here is a count of cycles in which the hart was awake. An instruction runs if it starts
// before the limit; it may end after it. Where blocks begin and end changes nothing: a block runs
// as a whole only if its last instruction, too, starts before the limit.
class Hart {
 public:
  enum class Stop {
    kLimit,        // the next instruction starts at or after the limit
    kTransaction,  // the bus was used, and the limit may have moved
    kInterrupt,    // one is to be taken before the next instruction
    kStopPoint,    // the next instruction has a breakpoint
    kHeldTrap,     // the instruction at pc() traps, and the environment holds it before that
    kSleep,        // wfi was executed
    kNoHandler,    // a trap without mtvec: last_trap()
    kTrapLoop,     // a million traps without an instruction between them: last_trap()
  };

  Hart(HartEnvironment& environment, const HartConfig& config);

  Stop run(std::uint64_t limit_cycles);
  // The same, one instruction at a time, and the environment is told of each.
  Stop run_observed(std::uint64_t limit_cycles);
  // What `kInterrupt` asks for; returns the line that was taken, as a bit number of mip.
  unsigned take_interrupt();

  // Levels of the interrupt lines, bits of mip.
  void set_pending(std::uint32_t lines) { pending_ = lines; }
  bool wakes() const { return csrs_.wakes(pending_) != 0; }
  bool interrupted() const { return csrs_.takes(pending_) != 0; }

  std::uint32_t pc() const { return pc_; }
  void set_pc(std::uint32_t pc);
  std::uint32_t reg(unsigned number) const { return registers_[number]; }
  void set_reg(unsigned number, std::uint32_t value);
  // Between two runs. Nothing, or false, if there is none or it cannot be written.
  std::optional<std::uint32_t> csr(std::uint32_t number);
  bool set_csr(std::uint32_t number, std::uint32_t value);

  // Between two runs: as after power-on, at this address. Cycles and instructions count on.
  void reset(std::uint32_t pc);
  // Between two runs: awake, but waiting for the bus. Modulo 2^64, so that cycles can be taken
  // back.
  void wait(std::uint64_t cycles) { cycles_ += cycles; }

  // Up to the start of the running instruction, exact in every bus transaction.
  std::uint64_t cycles() const { return cycles_; }
  std::uint64_t instructions() const { return instructions_; }
  // Instructions that trapped instead of completing.
  std::uint64_t exceptions() const { return exceptions_; }
  const Trap& last_trap() const { return last_trap_; }
  const InterruptTimes& interrupt_times() const { return interrupt_times_; }

  // Addresses in order, from the next run on. The first instruction of a run is executed whether
  // or not it has one; at the next that has one, run() returns kStopPoint.
  void set_breakpoints(std::vector<std::uint32_t> sorted) { breakpoints_ = std::move(sorted); }

  // The memory behind host pointers changed its place or its contents.
  void invalidate(std::uint64_t first, std::uint64_t last);

 private:
  // Why execute() came back.
  enum class Leave { kNextBlock, kSystem, kTransaction, kLoadFault, kStoreFault };
  // The link of a block that was left for a target not yet known.
  struct OpenLink {
    Block* from = nullptr;
    bool taken = false;
    std::uint64_t generation = 0;  // of the block cache: is `from` still there?
  };
  static constexpr unsigned kTrapLoop = 1'000'000;
  static constexpr std::size_t kRegisters = 33;  // x0 to x31 and the one that discards

  template <bool kObserved>
  Stop run_until(std::uint64_t limit_cycles);
  // hart_observed.cpp. False: look again.
  bool announce(Block& block);
  void report_retired();
  void report_trap(const Trap& trap);
  std::uint64_t take_unreported_cycles();
  // Of an instruction that is about to run, what it destroys.
  struct Announced {
    MicroOp operation;
    Mark mark;
    std::uint32_t pc;
    std::uint32_t address;
    std::uint32_t stored;
    std::uint64_t instructions;
  };

  // execute.cpp. Runs from the start of a block on, through links, while blocks fit before the
  // limit. Without a block: only stores the engine's labels.
  Leave execute(Block* block, const void* const** labels = nullptr);
  static const void* const* labels_of(Hart& hart);
  // A load or store that the page cache could not serve. cycles_ is exact. Returns whether it
  // succeeded; slow_ then is that access, and says whether the block may go on.
  bool slow_access(const MicroOp& operation, std::uint32_t address);

  BlockCache::Found find();
  void enter_trap(const Trap& trap);
  // Charges what it costs to get to a block and links the block that led here.
  void settle(Block& block);
  void flush_stale_code();

  std::optional<Stop> system_instruction();
  std::optional<Stop> csr_instruction();
  void complete(std::uint32_t cycles);
  CsrFile::Counts counts(std::uint32_t number);
  std::optional<Stop> trap(std::uint32_t cause, std::uint32_t value);
  void transfer_to(std::uint32_t pc);

  HartEnvironment& environment_;
  const HartConfig config_;
  const std::int64_t divide_by_zero_saves_;
  std::array<std::uint32_t, kRegisters> registers_ = {};
  std::uint32_t pc_;
  std::uint64_t cycles_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint64_t limit_ = 0;
  MemoryPort memory_;
  CsrFile csrs_;
  BlockCache blocks_;
  std::uint32_t pending_ = 0;

  // Between two blocks: did a transfer lead here, and does a loaded register arrive late?
  bool arrived_ = true;
  std::uint8_t loaded_ = 0;
  OpenLink open_link_;
  bool code_stale_ = false;
  std::optional<std::vector<std::uint32_t>> breakpoints_;  // new ones
  std::uint32_t worst_extra_cycles_;  // that the blocks in the cache were built for

  // What execute() leaves for the rest.
  const MicroOp* system_ = nullptr;  // the instruction at pc_
  std::uint32_t system_length_bytes_ = 0;
  MemoryPort::Access slow_;

  Trap last_trap_;
  std::uint64_t exceptions_ = 0;
  std::uint64_t instructions_at_trap_ = 0;
  unsigned traps_in_a_row_ = 0;
  InterruptTimes interrupt_times_;

  bool whole_blocks_;
  bool observed_ = false;  // run_observed() runs, or ran last
  Announced announced_ = {};
  std::uint64_t reported_cycles_ = 0;
};

}  // namespace docsis_vp::platform
