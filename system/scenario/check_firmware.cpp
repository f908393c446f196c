#include <algorithm>
#include <optional>
#include <sstream>

#include "platform/memory/elf_image.h"
#include "system/scenario/complete_aqm.h"
#include "system/scenario/firmware.h"
#include "system/scenario/instances.h"
#include "system/scenario/load.h"

namespace docsis_vp::system {

namespace {

using Names = std::vector<std::string>;

std::string text_at(const platform::ElfImage& image, std::uint32_t address) {
  for (const auto& segment : image.segments()) {
    if (address - segment.run_address < segment.bytes.size()) {
      const auto from = segment.bytes.begin() + (address - segment.run_address);
      return {from, std::find(from, segment.bytes.end(), 0)};
    }
  }
  return {};
}

// What a string of the image says: names with spaces between them.
std::optional<Names> names_in(const platform::ElfImage& image, const char* string) {
  const platform::ElfImage::Symbol* const symbol = image.symbol(string);
  if (symbol == nullptr) {
    return std::nullopt;
  }
  std::istringstream text(text_at(image, symbol->address));
  Names names;
  for (std::string name; text >> name;) {
    names.push_back(name);
  }
  return names;
}

// What an image says that it does; an image that says nothing of laws runs for anything.
struct Abilities {
  std::optional<Names> laws;  // `firmware_laws`: computes them
  Names drops;                // `firmware_drops`: judges their packets
};

Abilities abilities_of(const std::string& path) {
  const platform::ElfImage image = platform::ElfImage::read(path);
  return {names_in(image, "firmware_laws"), names_in(image, "firmware_drops").value_or(Names{})};
}

bool holds(const Names& names, const char* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string listed(const Names& names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ", ") + name;
  }
  return list.empty() ? "nothing" : list;
}

// Marking is the data path's; the rest of the options is the law's. Registers show firmware none of
// them.
bool is_law_option(const aqm_option& option) {
  const std::string_view name = option.name;
  return name != "ecn" && name != "max_ecnth";
}

void check_options(const AqmConfig& aqm, const ModemConfig& modem, const std::string& pointer) {
  const std::vector<std::uint32_t> values = option_values(aqm);
  const std::vector<std::uint32_t> usual = queue::usual_options(nullptr, aqm.law());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const aqm_option& option = aqm.law().options[i];
    const bool matters = is_law_option(option) || modem.drop == Placement::kFirmware;
    if (values[i] != usual[i] && matters) {
      throw ConfigError(pointer + "/" + option.name,
                        "expected the default, the firmware " + modem.firmware + " knows no other");
    }
  }
}

// All modems of an entry, or one of them.
bool means(const std::string& name, const ModemConfig& modem) {
  unsigned number = 0;
  while (number < modem.count && name != modem_instance_name(modem, number)) {
    ++number;
  }
  return name == modem.name || number < modem.count;
}

// Firmware computes the law of one queue per service flow, and drops before or behind that queue
// only.
void check_managers(const Scenario& scenario, const ModemConfig& modem) {
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    const bool staged = flow.transmit_queue && flow.transmit_queue->packets > 0;
    if (means(flow.modem, modem) && staged && modem.drop == Placement::kFirmware) {
      throw ConfigError(
          "/service_flows/" + std::to_string(i) + "/transmit_queue",
          "hardware drops in front of it, but the drop of modem " + modem.name + " is firmware");
    }
    if (means(flow.modem, modem) && flow.direction == Direction::kUpstream &&
        flow.aqm.manager() != nullptr) {
      throw ConfigError("/service_flows/" + std::to_string(i) + "/aqm/algorithm",
                        *flow.aqm.algorithm + " runs in hardware, but the control_law of modem " +
                            modem.name + " is firmware");
    }
  }
}

// Whether firmware has anything to do with the law: its periodic part, or its verdicts.
bool concerns(const ModemConfig& modem, const aqm_algorithm& law) {
  const bool is_tail_drop = std::string_view(law.name) == "tail_drop";
  return law.update != nullptr || (modem.drop == Placement::kFirmware && !is_tail_drop);
}

void check_modem(const Scenario& scenario, std::size_t index, const std::string& directory) {
  const ModemConfig& modem = scenario.modems[index];
  check_managers(scenario, modem);
  const std::string pointer = "/modems/" + std::to_string(index) + "/firmware";
  Abilities image;
  try {
    image = abilities_of(find_firmware(modem.firmware, directory));
  } catch (const InputError& error) {
    throw ConfigError(pointer, error.what());
  }
  for (std::size_t i = 0; image.laws && i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    if (!means(flow.modem, modem) || flow.direction != Direction::kUpstream ||
        !concerns(modem, flow.aqm.law())) {
      continue;
    }
    const aqm_algorithm& law = flow.aqm.law();
    const auto refuse = [&](const char* does, const Names& known) {
      throw ConfigError(pointer, "the firmware " + modem.firmware + " " + does + " " +
                                     listed(known) + ", but the service flow " + flow.name +
                                     " has " + law.name);
    };
    if (law.update != nullptr && !holds(*image.laws, law.name)) {
      refuse("computes", *image.laws);
    }
    if (modem.drop == Placement::kFirmware && !holds(image.drops, law.name)) {
      refuse("judges packets of", image.drops);
    }
    check_options(flow.aqm, modem, "/service_flows/" + std::to_string(i) + "/aqm");
  }
}

}  // namespace

void check_firmware(const LoadedScenario& loaded) {
  try {
    for (std::size_t i = 0; i < loaded.scenario.modems.size(); ++i) {
      if (loaded.scenario.modems[i].has_cpu()) {
        check_modem(loaded.scenario, i, loaded.directory);
      }
    }
  } catch (const ConfigError& error) {
    throw loaded.explain(error);
  }
}

}  // namespace docsis_vp::system
