// Serves the CPU of a bare machine to GDB.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "platform/bus/interconnect.h"
#include "platform/cpu/cpu.h"
#include "platform/debug/cpu_target.h"
#include "platform/debug/gdb_server.h"
#include "platform/debug/monitor.h"
#include "platform/kernel/outcome.h"

namespace docsis_vp::system {

class BareGdb {
 public:
  // Call it during elaboration. The CPU stops at its first instruction until a debugger connects.
  // port: on 127.0.0.1; 0: any free port. program: path of the ELF file. keep_waiting: called
  // repeatedly while the CPU waits; if it returns false, the program stops waiting. Throws
  // InputError if the port is taken.
  BareGdb(platform::Cpu& cpu, platform::Interconnect& bus, platform::Outcome& outcome,
          const std::string& program, std::uint16_t port, std::function<bool()> keep_waiting);

  std::uint16_t port() const { return server_.port(); }
  bool killed() const { return server_.killed(); }
  void finish(int status) { server_.finish(status); }

 private:
  const platform::Monitor monitor_;
  platform::CpuTarget target_;
  platform::GdbServer server_;
};

}  // namespace docsis_vp::system
