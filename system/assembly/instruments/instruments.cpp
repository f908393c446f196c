#include "system/assembly/instruments/instruments.h"

#include <algorithm>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"

namespace docsis_vp::system {

Waves::Waves(ModemUnits& modems, const std::vector<std::string>& channels, std::ostream& to,
             const std::vector<std::string>& patterns)
    : log_(to, patterns) {
  for (const auto& unit : modems) {
    modems_.push_back(std::make_unique<ModemWaves>(*unit, channels, log_));
  }
  if (log_.signals() == 0) {
    throw InputError("--waves-filter: no signal matches, see docs/waves.md");
  }
}

void log_transactions(ModemUnits& modems, const std::string& socket, std::ostream& to) {
  const std::size_t dot = socket.find('.');
  const std::string modem = dot == std::string::npos ? "" : socket.substr(0, dot);
  const std::string name = dot == std::string::npos ? socket : socket.substr(dot + 1);
  const auto unit = std::find_if(modems.begin(), modems.end(), [&modem](const auto& each) {
    return each->cpu() != nullptr && (modem.empty() || modem == each->modem().config().name);
  });
  if (unit == modems.end()) {
    throw InputError("--log-tlm " + socket + ": there is no modem " + modem + " with a CPU");
  }
  platform::Interconnect& bus = (*unit)->cpu()->bus();
  if (!bus.log(name, to)) {
    const std::vector<std::string> names = bus.names();
    throw InputError("--log-tlm " + socket + ": no such socket" +
                     suggestion(name, {names.begin(), names.end()}));
  }
}

}  // namespace docsis_vp::system
