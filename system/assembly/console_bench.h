// The console of a modem's CPU, with a user at its other end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "platform/console/host/host_console.h"
#include "platform/kernel/agenda.h"
#include "system/assembly/modem_unit.h"

namespace docsis_vp::system {

struct ConsoleSettings {
  std::string where;    // host_console.h
  std::string modem{};  // empty: the first one with a CPU
  // Simulated seconds that pass in a second of the host's, at most; 0: as many as can.
  double pace = 1;
  // Asked while nobody is there yet; false gives up waiting.
  std::function<bool()> keep_waiting{};
};

// Looks every millisecond of simulated time at what was typed: from then on it comes along the
// console's line. When that is hangs on the host, so a run at which somebody types does not repeat
// itself; nothing else about it changes.
class ConsoleBench {
 public:
  // During elaboration. Throws InputError: no such CPU, or nothing can be had at that place.
  ConsoleBench(std::vector<std::unique_ptr<ModemUnit>>& modems, const ConsoleSettings& settings);

  const std::string& modem() const { return cpu_.modem(); }
  std::string place() const { return host_->place(); }
  bool is_live() const { return host_->is_live(); }
  // After the run: hands on what firmware said last.
  void finish();

 private:
  using HostClock = std::chrono::steady_clock;

  void look();
  void wait_for_user();
  void keep_pace();

  const ConsoleSettings settings_;
  ControlCpu& cpu_;
  const std::unique_ptr<platform::HostConsole> host_;
  std::string said_;  // since the last look
  bool begun_ = false;
  HostClock::time_point start_;
  platform::Alarm look_;
};

}  // namespace docsis_vp::system
