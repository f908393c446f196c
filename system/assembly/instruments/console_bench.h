// Connects the console of a modem's CPU to a user.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "platform/console/host/host_console.h"
#include "platform/kernel/agenda.h"
#include "system/assembly/modem/modem_unit.h"

namespace docsis_vp::system {

struct ConsoleSettings {
  std::string where;    // host_console.h
  std::string modem{};  // empty: the first one with a CPU
  // Called repeatedly until a user connects; if it returns false, the program stops waiting.
  std::function<bool()> keep_waiting{};
};

// Reads typed characters every millisecond of simulated time and sends them over the console's
// line. Their time depends on the host, so a run with typed input is not reproducible. Nothing else
// changes.
class ConsoleBench {
 public:
  // Throws CallOrderError after the first run, InputError for a missing CPU or an unusable place.
  ConsoleBench(std::vector<std::unique_ptr<ModemUnit>>& modems, const ConsoleSettings& settings);

  const std::string& modem() const { return cpu_.modem(); }
  std::string place() const { return host_->place(); }
  bool is_live() const { return host_->is_live(); }
  // Call it after the run: hands on the firmware's last output.
  void finish();

 private:
  void look();
  void wait_for_user();

  const ConsoleSettings settings_;
  ControlCpu& cpu_;
  const std::unique_ptr<platform::HostConsole> host_;
  std::string said_;  // output since the last poll
  bool begun_ = false;
  platform::Alarm look_;
};

}  // namespace docsis_vp::system
