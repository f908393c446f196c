// Declares the results of a control CPU and its firmware.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "system/results/spread.h"

namespace docsis_vp::system {

// Interrupts of one cause, over the whole run. Cycles count from the trap to the end of mret,
// including nested interrupts.
struct InterruptResult {
  // "aqm_tick"; if one interrupt served several sources, "aqm_tick+ingress_hold".
  std::string source;
  std::uint64_t served = 0;  // number of interrupts whose handlers returned
  double mean_cycles = 0;    // mean over these; NaN if there is none
  // Includes the cycles so far of handlers that have not returned.
  std::uint64_t worst_cycles = 0;
  // Handlers that had not returned at the end of the run; counts from the last reset of the CPU.
  std::uint64_t unreturned = 0;
  // The handler function, if it cannot return from an interrupt.
  std::string handler_without_mret = {};

  template <class Table>
  static void describe(Table& table) {
    using This = InterruptResult;
    table.object("interrupt",
                 "Interrupts of one cause, over the whole run; cycles from the trap to the end of "
                 "mret, with all that came between.");
    table.one_line();
    table.field("source", &This::source, "", "Its source, or sources joined by +.");
    table.field("served", &This::served, "", "Interrupts whose handler returned.");
    table.field("mean_cycles", &This::mean_cycles, "cycles", "Mean of those served.").or_null();
    table.field("worst_cycles", &This::worst_cycles, "cycles",
                "Maximum, also of one that has not returned.");
    table.field("unreturned", &This::unreturned, "",
                "Handlers that have not returned since the last reset.");
    table.field("handler_without_mret", &This::handler_without_mret, "", "The function's name.")
        .only("a handler that cannot return");
  }
};

// Stack use of the last image since it was loaded.
struct StackResult {
  std::uint64_t reserved_bytes = 0;  // includes the guard
  std::uint64_t high_water_bytes = 0;

  template <class Table>
  static void describe(Table& table) {
    using This = StackResult;
    table.object("stack", "A stack of the image that runs last, since it was loaded.");
    table.one_line();
    table.field("reserved_bytes", &This::reserved_bytes, "bytes", "Its size, guard included.");
    table.field("high_water_bytes", &This::high_water_bytes, "bytes", "The most that was used.");
  }
};

// Resets after power-on, by cause as in the watchdog's register reset_cause.
struct ResetResult {
  std::uint64_t watchdog = 0;
  std::uint64_t fault = 0;
  std::uint64_t external = 0;
  std::uint64_t update = 0;
  // Resets, among those above, that started the image of the other slot.
  std::uint64_t fallbacks = 0;

  template <class Table>
  static void describe(Table& table) {
    using This = ResetResult;
    table.object("resets", "How often a CPU started after power-on, by cause.");
    table.one_line();
    table.field("watchdog", &This::watchdog, "", "Resets by the watchdog.");
    table.field("fault", &This::fault, "", "Resets after a fault of the firmware.");
    table.field("external", &This::external, "", "Resets by an event of the scenario.");
    table.field("update", &This::update, "", "Resets for an update of the firmware.");
    table.field("fallbacks", &This::fallbacks, "", "Resets that boot the other slot's image.");
  }
};

// Accesses of the CPU without effect: writes to a read-only register, reads of a write-only one.
struct MisusedRegister {
  std::string name;  // "aqm_engine.flow[0].drop_prob"
  bool is_write = false;
  std::uint64_t count = 0;
  double first_s = 0;

  template <class Table>
  static void describe(Table& table) {
    using This = MisusedRegister;
    table.object("misused_register",
                 "Accesses that did nothing: writes to a register that is only read, reads of one "
                 "that is only written.");
    table.one_line();
    table.field("register", &This::name, "", "Block and register.");
    table
        .field(
            "access", [](const This& r) { return r.is_write ? "write" : "read"; }, "", "Direction.")
        .one_of({"read", "write"});
    table.field("count", &This::count, "", "Number of accesses.");
    table.field("first_s", &This::first_s, "s", "Time of the first access.");
  }
};

// Stack use of a task of fw/kernel.
struct TaskResult {
  std::string name;  // name of its stack variable
  StackResult stack;

  template <class Table>
  static void describe(Table& table) {
    table.object("task", "A task of the kernel in fw/kernel.");
    table.one_line();
    table.field("name", &TaskResult::name, "", "Name of its variable.");
    table.part(StackResult(), &TaskResult::stack);
  }
};

// Transactions of a custom block on the bus of its modem's CPU, without direct memory access.
struct BlockTransfers {
  std::string block;
  std::uint64_t reads = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t writes = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t refused = 0;  // bus errors, reads and writes

  template <class Table>
  static void describe(Table& table) {
    using This = BlockTransfers;
    table.object("block_transfer",
                 "Transactions of a block's own on its CPU's bus, without direct memory access.");
    table.one_line();
    table.field("block", &This::block, "", "Its name.");
    table.field("reads", &This::reads, "", "Reads.");
    table.field("bytes_read", &This::bytes_read, "bytes", "Bytes read.");
    table.field("writes", &This::writes, "", "Writes.");
    table.field("bytes_written", &This::bytes_written, "bytes", "Bytes written.");
    table.field("refused", &This::refused, "", "Accesses that ended in an error.");
  }
};

struct CpuResult {
  std::string modem;
  std::optional<std::uint64_t> hart = {};  // empty if the CPU has one hart
  std::uint64_t clock_hz = 0;
  std::uint64_t instructions = 0;
  std::uint64_t cycles_busy = 0;
  double utilization = 0;
  Spread interrupt_latency_us;
  std::vector<InterruptResult> interrupts = {};
  std::uint64_t longest_interrupts_off_cycles = 0;  // includes handlers
  std::optional<StackResult> stack = {};            // if the image defines its bounds
  ResetResult resets = {};
  std::vector<TaskResult> tasks = {};  // tasks of fw/kernel, if the image contains it
  std::vector<MisusedRegister> misused_registers = {};
  std::vector<BlockTransfers> block_transfers = {};  // of blocks that have an initiator socket
  // Digest of the image that it booted from first.
  std::string firmware_sha256 = {};

  template <class Table>
  static void describe(Table& table) {
    using This = CpuResult;
    table.object("cpu", "A modem's control CPU, over the whole run.");
    table.field("modem", &This::modem, "", "The modem's name.");
    table.field("hart", &This::hart, "", "Its mhartid; hart 0 has what the SoC shares.")
        .only("several harts");
    table.field("firmware_sha256", &This::firmware_sha256, "",
                "Hash of the image that it booted first.");
    table.field("clock_hz", &This::clock_hz, "Hz", "Frequency of its clock.");
    table.field("instructions", &This::instructions, "", "Retired instructions.");
    table.field("cycles_busy", &This::cycles_busy, "cycles", "Cycles in which it did not sleep.");
    table.field("utilization", &This::utilization, "share", "Busy cycles of all cycles.");
    table.field("interrupt_latency_us", &This::interrupt_latency_us, "us",
                "From an interrupt's being raised to its handler.");
    table.field("interrupts", &This::interrupts, "", "Interrupts by source.");
    table.field("longest_interrupts_off_cycles", &This::longest_interrupts_off_cycles, "cycles",
                "Longest time with interrupts off, in handlers too.");
    table.field("stack", &This::stack, "", "Stack; null: the image does not name it.");
    table.field("resets", &This::resets, "", "Starts after power-on.");
    table.field("tasks", &This::tasks, "", "Tasks of the kernel; empty without it.");
    table.field("misused_registers", &This::misused_registers, "", "Accesses that did nothing.");
    table.field("block_transfers", &This::block_transfers, "", "Transactions of blocks.")
        .only("such a block");
  }
};

// Returns the digest of the image that all CPUs booted from; empty if images differ or there is no
// CPU.
std::optional<std::string> common_firmware(const std::vector<CpuResult>& cpus);

}  // namespace docsis_vp::system
