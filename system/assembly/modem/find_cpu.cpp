#include "system/assembly/modem/find_cpu.h"

#include <algorithm>

#include "platform/base/errors.h"

namespace docsis_vp::system {

ModemUnit& find_cpu(const std::vector<std::unique_ptr<ModemUnit>>& modems,
                    const std::string& option, const std::string& modem) {
  const auto found = std::find_if(modems.begin(), modems.end(), [&modem](const auto& each) {
    return each->cpu() != nullptr && (modem.empty() || modem == each->modem().config().name);
  });
  if (found == modems.end()) {
    throw InputError(option + ": there is no modem " + (modem.empty() ? "" : modem + " ") +
                     "with a CPU");
  }
  return **found;
}

}  // namespace docsis_vp::system
