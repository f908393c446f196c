#include "system/results/cpu_result.h"

#include <algorithm>

#include "system/results/write_flows.h"

namespace docsis_vp::system {

using Layout = JsonWriter::Layout;

std::optional<std::string> common_firmware(const std::vector<CpuResult>& cpus) {
  const bool alike = std::all_of(cpus.begin(), cpus.end(), [&](const CpuResult& cpu) {
    return cpu.firmware_sha256 == cpus.front().firmware_sha256;
  });
  return cpus.empty() || !alike ? std::nullopt : std::optional(cpus.front().firmware_sha256);
}

void write_cpu(JsonWriter& json, const CpuResult& cpu) {
  json.begin_object();
  json.field("modem", cpu.modem).field("firmware_sha256", cpu.firmware_sha256);
  json.field("clock_hz", cpu.clock_hz);
  json.field("instructions", cpu.instructions).field("cycles_busy", cpu.cycles_busy);
  json.field("utilization", cpu.utilization);
  write_delays(json, "interrupt_latency_us", cpu.interrupt_latency_us);
  json.key("interrupts").begin_array();
  for (const InterruptResult& interrupt : cpu.interrupts) {
    json.begin_object(Layout::kInline).field("source", interrupt.source);
    json.field("served", interrupt.served).field("mean_cycles", interrupt.mean_cycles);
    json.field("worst_cycles", interrupt.worst_cycles).field("unreturned", interrupt.unreturned);
    if (!interrupt.handler_without_mret.empty()) {
      json.field("handler_without_mret", interrupt.handler_without_mret);
    }
    json.end_object();
  }
  json.end_array();
  json.field("longest_interrupts_off_cycles", cpu.longest_interrupts_off_cycles);
  json.key("stack");
  if (cpu.stack) {
    json.begin_object(Layout::kInline).field("reserved_bytes", cpu.stack->reserved_bytes);
    json.field("high_water_bytes", cpu.stack->high_water_bytes).end_object();
  } else {
    json.null();
  }
  json.key("resets").begin_object(Layout::kInline);
  json.field("watchdog", cpu.resets.watchdog).field("fault", cpu.resets.fault);
  json.field("external", cpu.resets.external).field("update", cpu.resets.update);
  json.field("fallbacks", cpu.resets.fallbacks).end_object();
  json.key("tasks").begin_array();
  for (const TaskResult& task : cpu.tasks) {
    json.begin_object(Layout::kInline).field("name", task.name);
    json.field("reserved_bytes", task.stack.reserved_bytes);
    json.field("high_water_bytes", task.stack.high_water_bytes).end_object();
  }
  json.end_array();
  json.key("misused_registers").begin_array();
  for (const MisusedRegister& each : cpu.misused_registers) {
    json.begin_object(Layout::kInline).field("register", each.name);
    json.field("access", each.is_write ? "write" : "read").field("count", each.count);
    json.field("first_s", each.first_s).end_object();
  }
  json.end_array();
  if (!cpu.block_transfers.empty()) {
    json.key("block_transfers").begin_array();
    for (const BlockTransfers& each : cpu.block_transfers) {
      json.begin_object(Layout::kInline).field("block", each.block).field("reads", each.reads);
      json.field("bytes_read", each.bytes_read).field("writes", each.writes);
      json.field("bytes_written", each.bytes_written).field("refused", each.refused).end_object();
    }
    json.end_array();
  }
  json.end_object();
}

}  // namespace docsis_vp::system
