#include "system/assembly/instruments/cpu_monitor.h"

#include <cstdio>
#include <iterator>

#include "models/cm/soc_register_table.h"
#include "platform/cpu/csr_names.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/cpu/interrupt_sources.h"

namespace docsis_vp::system {

namespace {

const char* yes(bool holds) {
  return holds ? "yes" : "-";
}

std::string line(const char* name, const char* level, const char* pending, const char* enabled,
                 const std::string& priority) {
  char text[80];
  std::snprintf(text, sizeof text, "%-14s %-5s %-7s %-7s %s", name, level, pending, enabled,
                priority.c_str());
  std::string trimmed = text;
  return trimmed.erase(trimmed.find_last_not_of(' ') + 1) + "\n";
}

// Lists the sources of the interrupt controller as a hart sees them, then the hart's lines.
std::string interrupts_of(ControlCpu& cpu, unsigned hart) {
  std::string text = line("source", "level", "pending", "enabled", "priority");
  for (unsigned source = 1; source < std::size(kInterruptSources); ++source) {
    const platform::Plic::SourceState state = cpu.plic().state(source, hart);
    text += line(kInterruptSources[source], yes(state.level), yes(state.pending),
                 yes(state.enabled), std::to_string(state.priority));
  }
  const auto csr = [&](std::uint32_t number) { return cpu.hart(hart).csr(number).value_or(0); };
  const std::uint32_t mip = csr(platform::kMip);
  const std::uint32_t mie = csr(platform::kMie);
  const auto hart_line = [&](const char* name, unsigned bit) {
    const char* const pending = yes((mip >> bit & 1) != 0);
    return line(name, pending, pending, yes((mie >> bit & 1) != 0), "");
  };
  text += hart_line("mip.software", platform::kSoftwareBit);
  text += hart_line("mip.timer", platform::kTimerBit);
  text += hart_line("mip.external", platform::kExternalBit);
  const bool taken = (csr(platform::kMstatus) >> platform::kMstatusMieBit & 1) != 0;
  return text + "mstatus.MIE    " + (taken ? "interrupts are taken" : "interrupts wait") + "\n";
}

std::string interrupts(ControlCpu& cpu) {
  if (cpu.harts() == 1) {
    return interrupts_of(cpu, 0);
  }
  std::string text;
  for (unsigned hart = 0; hart < cpu.harts(); ++hart) {
    text += "hart " + std::to_string(hart) + "\n" + interrupts_of(cpu, hart);
  }
  return text;
}

}  // namespace

platform::Monitor cpu_monitor(ControlCpu& cpu) {
  platform::Monitor monitor;
  monitor.add("reset", "CPU, interrupt controller, timers and console as after power-on",
              [&cpu](const std::string&) {
                cpu.reset(platform::now_ps());
                return cpu.position() + "; `maintenance flush register-cache` lets GDB see it\n";
              });
  monitor.add("time", "simulated time",
              [](const std::string&) { return platform::present_time() + "\n"; });
  monitor.add("irq", "interrupt lines, what is pending, what is enabled",
              [&cpu](const std::string&) { return interrupts(cpu); });
  monitor.add("regs", "BLOCK: the registers of a block of the bus, read without any effect",
              [&cpu](const std::string& block) {
                return platform::register_dump(cpu.bus(), block, cm::soc_register_table());
              });
  return monitor;
}

}  // namespace docsis_vp::system
