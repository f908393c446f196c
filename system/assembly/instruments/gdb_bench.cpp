#include "system/assembly/instruments/gdb_bench.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "platform/base/errors.h"
#include "platform/kernel/kernel_time.h"
#include "system/assembly/instruments/cpu_monitor.h"

namespace docsis_vp::system {

namespace {

// A sleeping CPU does not poll the port itself.
constexpr TimePs kPollEvery = kPsPerMs;

ControlCpu& find_cpu(ModemUnits& modems, const std::string& modem) {
  const auto unit = std::find_if(modems.begin(), modems.end(), [&modem](const auto& each) {
    return each->cpu() != nullptr && (modem.empty() || modem == each->modem().config().name);
  });
  if (unit == modems.end()) {
    throw InputError(modem.empty()
                         ? "--gdb: no modem of the scenario has a CPU, see control_law and drop"
                         : "--gdb-modem " + modem + ": there is no modem of that name with a CPU");
  }
  return *(*unit)->cpu();
}

std::vector<platform::Cpu*> harts_of(ControlCpu& cpu) {
  std::vector<platform::Cpu*> harts;
  for (unsigned i = 0; i < cpu.harts(); ++i) {
    harts.push_back(&cpu.hart(i));
  }
  return harts;
}

platform::CpuTarget::Platform platform_of(ControlCpu& cpu, const platform::Monitor& monitor) {
  return {"CPU of " + cpu.modem(),
          {"rom"},
          [&cpu] { return std::filesystem::absolute(cpu.image().name()).string(); },
          [&monitor](std::string_view command) { return monitor.run(command); }};
}

}  // namespace

GdbBench::GdbBench(ModemUnits& modems, platform::Outcome& outcome, const GdbSettings& settings)
    : cpu_(find_cpu(modems, settings.modem)),
      monitor_(cpu_monitor(cpu_)),
      target_(harts_of(cpu_), cpu_.bus(), platform_of(cpu_, monitor_)),
      server_(target_, settings.port),
      poll_([this] { poll(); }) {
  server_.keep_waiting_while(settings.keep_waiting);
  server_.on_kill([] { platform::Agenda::stop(); });
  if (settings.wait) {
    server_.wait_for_debugger();
  }
  for (unsigned i = 0; i < cpu_.harts(); ++i) {
    cpu_.hart(i).attach(server_.of_hart(i));
  }
  cpu_.observe_resets([this](bool new_image) {
    new_image ? server_.program_replaced() : server_.say("the CPU was reset\n");
  });
  cpu_.blocks().observe([this](const BlockAccess& access) { block_accessed(access); }, true);
  outcome.before_failure([this](const std::string& cause) { server_.failing(cause); });
  poll_.set(kPollEvery);
}

void GdbBench::block_accessed(const BlockAccess& access) {
  std::ostringstream who;
  who << "block " << access.block << (access.is_write ? " wrote " : " read ") << access.bytes
      << " bytes at 0x" << std::hex << access.address;
  const bool stops = server_.accessed({access.is_write, access.address, access.bytes}, who.str());
  // A hart that sleeps does not ask the server.
  const std::vector<platform::Cpu*> harts = harts_of(cpu_);
  if (stops && std::all_of(harts.begin(), harts.end(),
                           [](const platform::Cpu* hart) { return hart->sleeping(); })) {
    server_.hold();
  }
}

void GdbBench::poll() {
  server_.poll();
  poll_.set(platform::now_ps() + kPollEvery);
}

}  // namespace docsis_vp::system
