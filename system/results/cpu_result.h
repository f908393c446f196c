// What a control CPU did, and what its firmware needed of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "system/json/writer.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

// Interrupts of one cause, over the whole run: cycles from the trap to the end of mret, what came
// between included.
struct InterruptResult {
  std::string source;  // "aqm_tick"; of several that one interrupt served, "aqm_tick+ingress_hold"
  std::uint64_t served = 0;               // whose handlers returned
  double mean_cycles = 0;                 // of these; NaN if there is none
  std::uint64_t worst_cycles = 0;         // also of one that has not returned, so far
  std::uint64_t unreturned = 0;           // by the end of the run, since the CPU was reset last
  std::string handler_without_mret = {};  // the function, if it cannot return from an interrupt
};

// Of the image that runs last, since it was loaded.
struct StackResult {
  std::uint64_t reserved_bytes = 0;  // guard included
  std::uint64_t high_water_bytes = 0;
};

// How often it started after power-on, by the watchdog's register reset_cause.
struct ResetResult {
  std::uint64_t watchdog = 0;
  std::uint64_t fault = 0;
  std::uint64_t external = 0;
  std::uint64_t update = 0;
  std::uint64_t fallbacks = 0;  // of all these, with the image of the other slot
};

// Accesses by the CPU that did nothing: writes to a register that is only read, reads of one that
// is only written.
struct MisusedRegister {
  std::string name;  // "aqm_engine.flow[0].drop_prob"
  bool is_write = false;
  std::uint64_t count = 0;
  double first_s = 0;
};

// The stack of a task of fw/kernel.
struct TaskResult {
  std::string name;  // of its variable
  StackResult stack;
};

// Transactions of a block's own over the bus of its modem's CPU, those of direct memory access not
// among them.
struct BlockTransfers {
  std::string block;
  std::uint64_t reads = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t writes = 0;
  std::uint64_t bytes_written = 0;
  std::uint64_t refused = 0;  // bus errors, reads and writes
};

struct CpuResult {
  std::string modem;
  std::uint64_t clock_hz = 0;
  std::uint64_t instructions = 0;
  std::uint64_t cycles_busy = 0;
  double utilization = 0;
  Spread interrupt_latency_us;
  std::vector<InterruptResult> interrupts = {};
  std::uint64_t longest_interrupts_off_cycles = 0;  // handlers included
  std::optional<StackResult> stack = {};            // if the image says where it is
  ResetResult resets = {};
  std::vector<TaskResult> tasks = {};  // of fw/kernel, if the image has it
  std::vector<MisusedRegister> misused_registers = {};
  std::vector<BlockTransfers> block_transfers = {};  // of blocks that have an initiator socket
  std::string firmware_sha256 = {};                  // of the image that it booted from first
};

// Of the image that all of them booted from; none if there are several, or no CPU.
std::optional<std::string> common_firmware(const std::vector<CpuResult>& cpus);

void write_cpu(JsonWriter& json, const CpuResult& cpu);

}  // namespace docsis_vp::system
