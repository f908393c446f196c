// The CPU of a modem under GDB.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "platform/debug/cpu_target.h"
#include "platform/debug/gdb_server.h"
#include "platform/debug/monitor.h"
#include "platform/kernel/agenda.h"
#include "platform/kernel/outcome.h"
#include "system/assembly/instruments.h"

namespace docsis_vp::system {

struct GdbSettings {
  std::uint16_t port = 0;  // of 127.0.0.1; 0: any that is free
  std::string modem{};     // empty: the first one with a CPU
  // Hold the CPU at its first instruction until a debugger came.
  bool wait = true;
  // Asked while the CPU is held; false gives up waiting for the debugger.
  std::function<bool()> keep_waiting{};
};

class GdbBench {
 public:
  // During elaboration. Throws InputError: no such CPU, port taken.
  GdbBench(ModemUnits& modems, platform::Outcome& outcome, const GdbSettings& settings);

  std::uint16_t port() const { return server_.port(); }
  bool killed() const { return server_.killed(); }
  void finish(int status) { server_.finish(status); }

 private:
  void poll();

  ControlCpu& cpu_;
  const platform::Monitor monitor_;
  platform::CpuTarget target_;
  platform::GdbServer server_;
  platform::Alarm poll_;
};

}  // namespace docsis_vp::system
