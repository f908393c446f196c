// Declares instruments that watch a run without changing it: waveforms, and transactions on CPU
// sockets.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "platform/trace/change_log.h"
#include "system/assembly/instruments/modem_waves.h"
#include "system/assembly/modem/modem_unit.h"

namespace docsis_vp::system {

using ModemUnits = std::vector<std::unique_ptr<ModemUnit>>;

class Waves {
 public:
  // channels: names of the upstream channels. patterns: see ChangeLog. Throws InputError for a
  // pattern without a matching signal.
  Waves(ModemUnits& modems, const std::vector<std::string>& channels, std::ostream& to,
        const std::vector<std::string>& patterns);

  void finish(TimePs end) { log_.finish(end); }

 private:
  platform::ChangeLog log_;
  std::vector<std::unique_ptr<ModemWaves>> modems_;
};

// socket: "ram" of the first modem with a CPU, or "cm1.ram" of a named modem. Throws InputError.
void log_transactions(ModemUnits& modems, const std::string& socket, std::ostream& to);

}  // namespace docsis_vp::system
