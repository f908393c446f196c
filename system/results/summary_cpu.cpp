#include "system/results/summary_cpu.h"

#include <algorithm>

#include "system/results/format.h"

namespace docsis_vp::system {

namespace {

// Shows the longest interrupt, the longest time with interrupts off, and the highest stack use.
std::string firmware_line(const CpuResult& cpu) {
  const auto worst = std::max_element(
      cpu.interrupts.begin(), cpu.interrupts.end(),
      [](const auto& a, const auto& b) { return a.worst_cycles < b.worst_cycles; });
  if (worst == cpu.interrupts.end()) {
    return {};
  }
  std::string text = label("  at the worst") +
                     format("%s cycles in an interrupt (%s), interrupts off for %s cycles",
                            grouped(worst->worst_cycles).c_str(), worst->source.c_str(),
                            grouped(cpu.longest_interrupts_off_cycles).c_str());
  if (cpu.stack) {
    text += format(", %s of %s bytes of stack", grouped(cpu.stack->high_water_bytes).c_str(),
                   grouped(cpu.stack->reserved_bytes).c_str());
  }
  text += "\n";
  for (const InterruptResult& interrupt : cpu.interrupts) {
    if (!interrupt.handler_without_mret.empty()) {
      text += label("  no return") +
              format("interrupt %s: %s() ends without mret, ", interrupt.source.c_str(),
                     interrupt.handler_without_mret.c_str()) +
              "its declaration lacks __attribute__((interrupt))\n";
    }
  }
  return text;
}

// Lists failures that did not end the run.
std::string restarts_line(const CpuResult& cpu) {
  const ResetResult& resets = cpu.resets;
  if (resets.watchdog + resets.fault == 0) {
    return {};
  }
  return label("  restarted") +
         format("%s times by the watchdog, %s after a fault, %s with the other slot's image\n",
                grouped(resets.watchdog).c_str(), grouped(resets.fault).c_str(),
                grouped(resets.fallbacks).c_str());
}

std::string task_lines(const CpuResult& cpu) {
  std::string text;
  for (const TaskResult& task : cpu.tasks) {
    text += label("  " + task.name) + format("%s of %s bytes of stack\n",
                                             grouped(task.stack.high_water_bytes).c_str(),
                                             grouped(task.stack.reserved_bytes).c_str());
  }
  return text;
}

// Lists the first few; results.json has all.
std::string misuse_lines(const CpuResult& cpu) {
  constexpr std::size_t kMost = 5;
  std::string text;
  for (std::size_t i = 0; i < cpu.misused_registers.size(); ++i) {
    const MisusedRegister& each = cpu.misused_registers[i];
    if (i == kMost) {
      return text + label("  without effect") +
             format("accesses to %zu more registers\n", cpu.misused_registers.size() - kMost);
    }
    text += label("  without effect") +
            format("%s %s %s, which is only %s, first at %.6f s\n", grouped(each.count).c_str(),
                   each.is_write ? (each.count == 1 ? "write to" : "writes to")
                                 : (each.count == 1 ? "read of" : "reads of"),
                   each.name.c_str(), each.is_write ? "read" : "written", each.first_s);
  }
  return text;
}

std::string transfer_lines(const CpuResult& cpu) {
  std::string text;
  for (const BlockTransfers& each : cpu.block_transfers) {
    text += label("  " + each.block) + format("%s bytes read and %s written over the bus",
                                              grouped(each.bytes_read).c_str(),
                                              grouped(each.bytes_written).c_str());
    text += each.refused == 0 ? "\n" : format(", %s refused\n", grouped(each.refused).c_str());
  }
  return text;
}

std::string cpu_line(const CpuResult& cpu) {
  const std::string hart = cpu.hart ? ".cpu" + std::to_string(*cpu.hart) : "";
  std::string text =
      label("CPU of " + cpu.modem + hart) +
      format("%g MHz, %.3f %% busy, %s instructions", 1e-6 * static_cast<double>(cpu.clock_hz),
             100 * cpu.utilization, grouped(cpu.instructions).c_str());
  if (cpu.interrupt_latency_us.p50) {
    text += format(", interrupt latency %.2f us", *cpu.interrupt_latency_us.p50);
  }
  return text + "\n" + firmware_line(cpu) + restarts_line(cpu) + task_lines(cpu) +
         misuse_lines(cpu) + transfer_lines(cpu);
}

// Shows the mean over the CPUs of equal modems, and the busiest one.
std::string cpu_line(const std::string& family, const std::vector<const CpuResult*>& cpus) {
  double busy = 0;
  std::uint64_t instructions = 0;
  const CpuResult* busiest = cpus.front();
  for (const CpuResult* cpu : cpus) {
    busy += cpu->utilization / static_cast<double>(cpus.size());
    instructions += cpu->instructions;
    busiest = cpu->utilization > busiest->utilization ? cpu : busiest;
  }
  return label("CPUs of " + family) +
         format("%zu of %g MHz, %.3f %% busy, %s at worst %.3f %%, %s instructions\n", cpus.size(),
                1e-6 * static_cast<double>(busiest->clock_hz), 100 * busy, busiest->modem.c_str(),
                100 * busiest->utilization, grouped(instructions).c_str());
}

}  // namespace

std::string cpu_lines(const std::vector<CpuResult>& cpus,
                      const std::map<std::string, std::string>& names) {
  std::string text;
  std::vector<const CpuResult*> alike;
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    if (cpus[i].hart) {
      text += cpu_line(cpus[i]);
      continue;
    }
    const std::string& name = names.at(cpus[i].modem);
    alike.push_back(&cpus[i]);
    if (i + 1 < cpus.size() && names.at(cpus[i + 1].modem) == name) {
      continue;
    }
    text += name == cpus[i].modem ? cpu_line(cpus[i]) : cpu_line(name, alike);
    alike.clear();
  }
  return text;
}

}  // namespace docsis_vp::system
