#include "system/assembly/modem/find_cpu.h"

#include <algorithm>
#include <string_view>

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

FoundHart find_hart(const std::vector<std::unique_ptr<ModemUnit>>& modems,
                    const std::string& option, const std::string& name) {
  constexpr std::string_view kCpu = ".cpu";
  const std::size_t dot = name.find('.');
  ModemUnit& unit = find_cpu(modems, option, name.substr(0, dot));
  if (dot == std::string::npos) {
    return {unit, 0};
  }
  const std::string cpu = name.substr(dot);
  const unsigned harts = unit.cpu()->harts();
  for (unsigned i = 0; i < harts; ++i) {
    if (cpu == std::string(kCpu) + std::to_string(i) || (harts == 1 && cpu == kCpu)) {
      return {unit, i};
    }
  }
  const std::string modem = unit.modem().config().name;
  throw InputError(option + ": there is no hart " + name + ", expected " + modem +
                   (harts == 1 ? ".cpu" : ".cpu0 to .cpu" + std::to_string(harts - 1)));
}

}  // namespace docsis_vp::system
