// Results of a control CPU and its firmware.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "system/json/writer.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

// Interrupts of one cause, over the whole run. Cycles count from the trap to the end of mret,
// nested interrupts included.
struct InterruptResult {
  std::string source;              // "aqm_tick"; several causes at once: "aqm_tick+ingress_hold"
  std::uint64_t served = 0;        // interrupts whose handler returned
  double mean_cycles = 0;          // of served; NaN if there is none
  std::uint64_t worst_cycles = 0;  // includes an interrupt that has not returned yet
  std::uint64_t unreturned = 0;    // open at the end of the run, since the last reset
  std::string handler_without_mret = {};  // name of a handler that cannot return from an interrupt
};

// Stack of the last image, since it was loaded.
struct StackResult {
  std::uint64_t reserved_bytes = 0;  // guard included
  std::uint64_t high_water_bytes = 0;
};

// Resets after power-on, by the watchdog's register reset_cause.
struct ResetResult {
  std::uint64_t watchdog = 0;
  std::uint64_t fault = 0;
  std::uint64_t external = 0;
  std::uint64_t update = 0;
  std::uint64_t fallbacks = 0;  // part of all these: started the image of the other slot
};

// Accesses of the CPU without effect: writes to a read-only register, reads of a write-only one.
struct MisusedRegister {
  std::string name;  // "aqm_engine.flow[0].drop_prob"
  bool is_write = false;
  std::uint64_t count = 0;
  double first_s = 0;
};

// The stack of a task of fw/kernel.
struct TaskResult {
  std::string name;  // name of its stack variable
  StackResult stack;
};

// Transactions of a custom block on the bus of its modem's CPU, without direct memory access.
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
  std::optional<StackResult> stack = {};            // if the image defines its bounds
  ResetResult resets = {};
  std::vector<TaskResult> tasks = {};  // of fw/kernel, if the image has it
  std::vector<MisusedRegister> misused_registers = {};
  std::vector<BlockTransfers> block_transfers = {};  // of blocks that have an initiator socket
  std::string firmware_sha256 = {};                  // of the image that booted first
};

// Digest of the image that all CPUs booted from; empty if images differ or there is no CPU.
std::optional<std::string> common_firmware(const std::vector<CpuResult>& cpus);

void write_cpu(JsonWriter& json, const CpuResult& cpu);

}  // namespace docsis_vp::system
