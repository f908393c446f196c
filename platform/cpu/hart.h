// Models one RV32 hart with machine mode. It executes and counts cycles, independent of SystemC.
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
#include "platform/cpu/function_observer.h"
#include "platform/cpu/interrupt_times.h"
#include "platform/cpu/memory_port.h"
#include "platform/cpu/trap.h"

namespace docsis_vp::platform {

// Services that the hart needs: the bus, time and reports of traps.
class HartEnvironment : public BusMaster {
 public:
  // Value of the `time` CSR at the running instruction, in microseconds.
  virtual std::uint64_t time_us() = 0;
  // The handler of an interrupt has returned, `cycles` after the trap.
  virtual void served(unsigned /*line*/, std::uint64_t /*cycles*/) {}

  // Called before the instruction at trap.pc traps. If it returns true, run() returns kHeldTrap
  // instead, and the next run tries the instruction again.
  virtual bool holds_trap(const Trap& /*trap*/) { return false; }

  // Reports of run_observed(), as in CpuObserver; the environment fills in the times.
  virtual bool starts() { return true; }
  virtual void retired(RetiredInstruction& /*instruction*/) {}
  virtual void trapped(TakenTrap& /*trap*/) {}
  // After watch_functions(): the instruction at pc() starts, and the one before it, since the last
  // call of leave_function(), was in another function.
  virtual void enters_function() {}
};

struct HartConfig {
  CycleProfile profile;
  std::uint32_t reset_pc = 0;
  std::uint32_t hart_id = 0;
  // false: one instruction at a time, for tests and for observers. Changes speed only.
  bool whole_blocks = true;
  // A trap before software has written mtvec stops run() instead of being taken.
  bool stop_without_handler = true;
  // Loads and stores below this address are access faults.
  std::uint32_t null_guard_bytes = 0;
};

// Time is the count of cycles in which the hart is awake. An instruction runs if it starts before
// the limit; it may end after the limit. The extents of blocks do not change this: a block runs as
// a whole only if its last instruction starts before the limit.
class Hart {
 public:
  enum class Stop {
    kLimit,        // the next instruction starts at or after the limit
    kTransaction,  // a bus access happened, and the limit may have changed
    kFetch,        // the same, by the fetch of the instruction at pc(), which has not run
    kInterrupt,    // an interrupt is to be taken before the next instruction
    kStopPoint,    // the next instruction has a breakpoint
    kHeldTrap,     // the environment deferred the trap of the instruction at pc()
    kSleep,        // wfi was executed
    kNoHandler,    // a trap without mtvec: last_trap()
    kTrapLoop,     // a million traps in a row without a completed instruction: last_trap()
  };

  Hart(HartEnvironment& environment, const HartConfig& config);

  Stop run(std::uint64_t limit_cycles);
  // Like run(), but one instruction at a time, with reports to the environment.
  Stop run_observed(std::uint64_t limit_cycles);
  // Takes the interrupt that kInterrupt announced; returns its line, a bit number of mip.
  unsigned take_interrupt();

  // Call before the first run. Asks for function_at() only; the environment gets the entries.
  void watch_functions(const FunctionObserver& functions);
  // The next instruction enters a function, whatever ran before.
  void leave_function() { function_ = kNowhere; }

  // Levels of the interrupt lines, bits of mip.
  void set_pending(std::uint32_t lines) { pending_ = lines; }
  bool wakes() const { return csrs_.wakes(pending_) != 0; }
  bool interrupted() const { return csrs_.takes(pending_) != 0; }

  std::uint32_t pc() const { return pc_; }
  void set_pc(std::uint32_t pc);
  std::uint32_t reg(unsigned number) const { return registers_[number]; }
  void set_reg(unsigned number, std::uint32_t value);
  // Call between two runs. Return nothing, or false, if the CSR does not exist or is read-only.
  std::optional<std::uint32_t> csr(std::uint32_t number);
  bool set_csr(std::uint32_t number, std::uint32_t value);

  // Call between two runs. Restores the state after power-on at this pc; the counts continue.
  void reset(std::uint32_t pc);
  // Call between two runs. Adds cycles awake that wait for the bus, modulo 2^64, so that cycles can
  // be taken back.
  void wait(std::uint64_t cycles) { cycles_ += cycles; }

  // Count up to the start of the running instruction; exact during every bus transaction.
  std::uint64_t cycles() const { return cycles_; }
  std::uint64_t instructions() const { return instructions_; }
  // Instructions that trapped instead of completing.
  std::uint64_t exceptions() const { return exceptions_; }
  const Trap& last_trap() const { return last_trap_; }
  const InterruptTimes& interrupt_times() const { return interrupt_times_; }

  // During a bus transaction: whether it fetches an instruction.
  bool fetches() const { return memory_.fetches(); }

  // Ascending addresses, from the next run on. run() returns kStopPoint before an instruction at
  // one of them, except before the first instruction of the run.
  void set_breakpoints(std::vector<std::uint32_t> sorted) { breakpoints_ = std::move(sorted); }

  // Invalidates host pointers to, and decoded code of, this range.
  void invalidate(std::uint64_t first, std::uint64_t last);

 private:
  // Reason why execute() returned.
  enum class Leave { kNextBlock, kSystem, kTransaction, kLoadFault, kStoreFault };
  // The end of a block that was left for a target not yet linked.
  struct OpenLink {
    Block* from = nullptr;
    bool taken = false;
    std::uint64_t generation = 0;  // generation of the block cache that `from` belongs to
  };
  static constexpr unsigned kTrapLoop = 1'000'000;
  static constexpr CodeRange kEverywhere = {0, UINT32_MAX};
  static constexpr CodeRange kNowhere = {1, 0};
  // x0 to x31, and the register that takes writes to x0
  static constexpr std::size_t kRegisters = 33;

  template <bool kObserved>
  Stop run_until(std::uint64_t limit_cycles);
  // Tells the observers. Returns false if the state must be evaluated again.
  bool announce(Block& block);
  void report_retired();
  void report_trap(const Trap& trap);
  std::uint64_t take_unreported_cycles();
  // State of an instruction before it runs, as far as the instruction may overwrite it.
  struct Announced {
    MicroOp operation;
    Mark mark;
    std::uint32_t pc;
    std::uint32_t address;
    std::uint32_t stored;
    std::uint64_t instructions;
  };

  // execute.cpp. Runs from the start of a block through links, while blocks fit before the limit.
  // Without a block it only stores the engine's labels.
  Leave execute(Block* block, const void* const** labels = nullptr);
  static const void* const* labels_of(Hart& hart);
  // Does a load or store that misses the page cache; cycles_ is exact. Returns whether it
  // succeeded. slow_ then holds the access, and whether the block may continue.
  bool slow_access(const MicroOp& operation, std::uint32_t address);

  BlockCache::Found find();
  void enter_trap(const Trap& trap);
  // Charges the cost of entering a block, and links the block that led here.
  void settle(Block& block);
  void flush_stale_code();

  std::optional<Stop> system_instruction();
  std::optional<Stop> csr_instruction();
  void complete(std::uint32_t cycles);
  CsrFile::Counts counts(std::uint32_t number);
  // wait_cycles: those of the access that failed.
  std::optional<Stop> trap(std::uint32_t cause, std::uint32_t value, std::uint64_t wait_cycles = 0);
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

  // Between two blocks: whether a transfer led here, and which loaded register is late.
  bool arrived_ = true;
  std::uint8_t loaded_ = 0;
  OpenLink open_link_;
  bool code_stale_ = false;
  std::optional<std::vector<std::uint32_t>> breakpoints_;  // replacement, if set
  std::uint32_t worst_extra_cycles_;  // value that the cached blocks were built for

  // Results of execute() for the other functions.
  const MicroOp* system_ = nullptr;  // the instruction at pc_
  std::uint32_t system_length_bytes_ = 0;
  MemoryPort::Access slow_;

  Trap last_trap_;
  std::uint64_t exceptions_ = 0;
  std::uint64_t instructions_at_trap_ = 0;
  unsigned traps_in_a_row_ = 0;
  InterruptTimes interrupt_times_;

  bool whole_blocks_;
  bool watches_functions_ = false;
  // Whether the engine itself goes on at the target of a jalr.
  bool enters_targets_;
  CodeRange function_ = kEverywhere;  // of the last instruction
  bool observed_ = false;             // run_observed() runs or was the last to run
  Announced announced_ = {};
  std::uint64_t reported_cycles_ = 0;
};

}  // namespace docsis_vp::platform
