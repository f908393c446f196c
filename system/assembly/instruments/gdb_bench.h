// Serves the CPU of a modem to GDB.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "platform/debug/cpu_target.h"
#include "platform/debug/gdb_server.h"
#include "platform/debug/monitor.h"
#include "platform/kernel/agenda.h"
#include "platform/kernel/outcome.h"
#include "system/assembly/instruments/instruments.h"

namespace docsis_vp::system {

struct GdbSettings {
  std::uint16_t port = 0;  // on 127.0.0.1; 0: any free port
  std::string modem{};     // empty: the first one with a CPU
  // Stops the CPU at its first instruction until a debugger connects.
  bool wait = true;
  // Called repeatedly while the CPU waits; if it returns false, the program stops waiting.
  std::function<bool()> keep_waiting{};
};

class GdbBench {
 public:
  // Call it during elaboration. Throws InputError for a missing CPU or a port in use.
  GdbBench(ModemUnits& modems, platform::Outcome& outcome, const GdbSettings& settings);

  std::uint16_t port() const { return server_.port(); }
  bool killed() const { return server_.killed(); }
  void finish(int status) { server_.finish(status); }

 private:
  void poll();
  void block_accessed(const BlockAccess& access);

  ControlCpu& cpu_;
  const platform::Monitor monitor_;
  platform::CpuTarget target_;
  platform::GdbServer server_;
  platform::Alarm poll_;
};

}  // namespace docsis_vp::system
