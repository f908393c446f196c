// What watches a run without changing it: waves, and what passes sockets of the CPU's bus.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "platform/trace/change_log.h"
#include "system/assembly/modem_unit.h"
#include "system/assembly/modem_waves.h"

namespace docsis_vp::system {

using ModemUnits = std::vector<std::unique_ptr<ModemUnit>>;

class Waves {
 public:
  // channels: names of the upstream ones. patterns: see ChangeLog. Throws InputError if no signal
  // matches one of them.
  Waves(ModemUnits& modems, const std::vector<std::string>& channels, std::ostream& to,
        const std::vector<std::string>& patterns);

  void finish(TimePs end) { log_.finish(end); }

 private:
  platform::ChangeLog log_;
  std::vector<std::unique_ptr<ModemWaves>> modems_;
};

// socket: of the first modem with a CPU, "ram", or of another one, "cm1.ram". Throws InputError.
void log_transactions(ModemUnits& modems, const std::string& socket, std::ostream& to);

}  // namespace docsis_vp::system
