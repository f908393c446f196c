#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "models/cm/soc_registers.h"
#include "platform/base/printable.h"
#include "platform/memory/elf_image.h"
#include "system/scenario/complete/complete_aggregate.h"
#include "system/scenario/derive/bit_flip_target.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/read/firmware.h"
#include "system/scenario/read/load.h"

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

// Returns the names in a string of the image, separated by spaces.
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

// Abilities that an image declares. An image without a declaration is accepted for any law.
struct Abilities {
  std::optional<Names> laws;  // `firmware_laws`: computes them
  Names drops;                // `firmware_drops`: judges their packets
  unsigned flows;             // `firmware_flows`: service flows of a modem
};

constexpr unsigned kFlowsOfAnImage = 32;  // without a declaration: those of the first mask words

Abilities abilities_of(const platform::ElfImage& image) {
  const Names flows = names_in(image, "firmware_flows").value_or(Names{});
  return {names_in(image, "firmware_laws"), names_in(image, "firmware_drops").value_or(Names{}),
          flows.empty() ? kFlowsOfAnImage
                        : static_cast<unsigned>(std::strtoul(flows.front().c_str(), nullptr, 10))};
}

// "*" stands for every law of the registry that the image was built with.
bool holds(const Names& names, const aqm_algorithm& law) {
  const bool of_registry = aqm_find(law.name) == &law;
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name == law.name || (name == "*" && of_registry);
  });
}

std::string listed_or_nothing(const Names& names) {
  std::string list;
  for (const std::string& name : names) {
    list += (list.empty() ? "" : ", ") + (name == "*" ? "every law of the registry" : name);
  }
  return list.empty() ? "nothing" : printable(list);
}

// True if the name is that of the entry or of one of its modems.
bool means(const std::string& name, const ModemConfig& modem) {
  unsigned number = 0;
  while (number < modem.count && name != modem_instance_name(modem, number)) {
    ++number;
  }
  return name == modem.name || number < modem.count;
}

// Firmware computes the law of one queue per service flow, and drops only in front of or behind
// that queue.
void check_managers(const Scenario& scenario, const ModemConfig& modem) {
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    if (means(flow.modem, modem) && flow.second_queue() != nullptr &&
        modem.drop == cm::Placement::kFirmware) {
      throw ConfigError(
          "/service_flows/" + std::to_string(i) + ServiceFlowConfig::kSecondQueueKey,
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

// Gates replace a law's data path, which firmware may own.
void check_engines(const Scenario& scenario, const ModemConfig& modem) {
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    if (means(flow.modem, modem) && flow.direction == Direction::kUpstream && flow.aqm.in_gates()) {
      throw ConfigError("/service_flows/" + std::to_string(i) + "/aqm/engine",
                        "expected model: the drop of modem " + modem.name +
                            " is firmware, which leaves gates nothing to decide");
    }
  }
}

// Firmware that judges packets sees no flow hash.
void check_flow_hashes(const Scenario& scenario, const ModemConfig& modem) {
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    if (means(flow.modem, modem) && flow.direction == Direction::kUpstream &&
        flow.aqm.law().reads_flow_hash != 0) {
      throw ConfigError("/service_flows/" + std::to_string(i) + "/aqm/algorithm",
                        std::string(flow.aqm.law().name) +
                            " reads flow hashes, which no register shows; expected drop hardware "
                            "of modem " +
                            modem.name);
    }
  }
}

// True if firmware has a part in the law: its periodic part, or its verdicts.
bool concerns(const ModemConfig& modem, const aqm_algorithm& law) {
  return law.update != nullptr || (modem.drop == cm::Placement::kFirmware && law.limits_only == 0);
}

// Placement B needs a law with a periodic part. Without one in any flow, firmware would have
// nothing to compute, and the modem would equal one without firmware.
void check_periodic(const Scenario& scenario, const ModemConfig& modem) {
  std::optional<ConfigError> refusal;
  for (std::size_t i = 0; i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    if (!means(flow.modem, modem) || flow.direction != Direction::kUpstream) {
      continue;
    }
    const aqm_algorithm& law = flow.aqm.law();
    if (law.update != nullptr) {
      return;
    }
    if (!refusal && law.limits_only == 0) {
      refusal.emplace("/service_flows/" + std::to_string(i) + "/aqm/algorithm",
                      std::string(law.name) +
                          " has no periodic part for a control_law in firmware; expected drop " +
                          "firmware too, or control_law hardware, of modem " + modem.name);
    }
  }
  if (refusal) {
    throw ConfigError(*refusal);
  }
}

namespace map = cm::soc_registers;

// Checks the memory map for which the image was linked, if it declares one: the image may use all
// of it.
void check_map(const platform::ElfImage& image, const ModemConfig& modem) {
  const ControlCpuConfig& cpu = modem.cpu;
  const std::uint32_t rom = image.number("__rom_bytes").value_or(0);
  const std::uint32_t ram = image.number("__ram_bytes").value_or(0);
  if (rom > cpu.rom_bytes() || ram > cpu.ram_bytes()) {
    std::array<char, 300> text{};
    std::snprintf(text.data(), text.size(),
                  ": linked for %u KiB of ROM and %u KiB of RAM, but modem %.60s has %u KiB and "
                  "%u KiB; expected cpu.rom_kib and cpu.ram_kib no smaller, or an image linked "
                  "with ROM_KIB %u RAM_KIB %u",
                  rom >> 10, ram >> 10, modem.name.c_str(), cpu.rom_kib, cpu.ram_kib, cpu.rom_kib,
                  cpu.ram_kib);
    throw InputError(image.name() + text.data());
  }
}

// Checks where segments are stored, and where start-up code may move them.
void check_segments(const platform::ElfImage& image, const ControlCpuConfig& cpu) {
  for (const platform::ElfImage::Segment& segment : image.segments()) {
    if (!cpu.has_memory_at(segment.load_address, segment.bytes.size()) ||
        !cpu.has_memory_at(segment.run_address, segment.memory_bytes)) {
      std::array<char, 200> text{};
      std::snprintf(text.data(), text.size(),
                    ": expected segments in ROM (%u KiB at 0x%08x) and RAM (%u KiB at 0x%08x), got "
                    "one of %u bytes at 0x%08x",
                    cpu.rom_kib, map::kRomBase, cpu.ram_kib, map::kRamBase, segment.memory_bytes,
                    segment.run_address);
      throw InputError(image.name() + text.data());
    }
  }
}

platform::ElfImage read_image(const ModemConfig& modem, const std::string& firmware,
                              const std::string& directory, const std::string& pointer) {
  try {
    platform::ElfImage image = platform::ElfImage::read(find_firmware(firmware, directory));
    check_map(image, modem);
    check_segments(image, modem.cpu);
    return image;
  } catch (const InputError& error) {
    throw ConfigError(pointer, error.what());
  }
}

// The law of an aggregate is not in the registry: only an image that names it has it.
void check_coupled_law(const Scenario& scenario, const ModemConfig& modem,
                       const std::string& firmware, const Abilities& image,
                       const std::string& pointer) {
  const AggregateConfig* aggregate = upstream_aggregate_of(scenario, modem);
  if (aggregate == nullptr || !image.laws ||
      std::count(image.laws->begin(), image.laws->end(), kCoupledLaw) != 0) {
    return;
  }
  throw ConfigError(
      pointer, "the firmware " + firmware + " computes " + listed_or_nothing(*image.laws) +
                   ", but the aggregate service flow " + aggregate->name + " has " + kCoupledLaw +
                   ": expected " + kCoupledLaw + " or " + kProgramOfCoupledAndAllLaws);
}

// pointer: of the key that names the firmware.
platform::ElfImage check_image(const Scenario& scenario, const ModemConfig& modem,
                               const std::string& firmware, const std::string& directory,
                               const std::string& pointer) {
  platform::ElfImage elf = read_image(modem, firmware, directory, pointer);
  const Abilities image = abilities_of(elf);
  check_coupled_law(scenario, modem, firmware, image, pointer);
  std::map<std::string, unsigned> numbers;  // of service flows, by the modem that they name
  for (std::size_t i = 0; image.laws && i < scenario.service_flows.size(); ++i) {
    const ServiceFlowConfig& flow = scenario.service_flows[i];
    if (!means(flow.modem, modem) || flow.direction != Direction::kUpstream) {
      continue;
    }
    ++numbers[flow.modem];
    const unsigned number =
        numbers[flow.modem] + (flow.modem == modem.name ? 0 : numbers[modem.name]);
    const aqm_algorithm& law = flow.aqm.law();
    if (!concerns(modem, law)) {
      continue;
    }
    if (number > image.flows) {
      throw ConfigError(pointer, "the firmware " + firmware + " manages the first " +
                                     std::to_string(image.flows) +
                                     " service flows of a modem, but " + flow.name + " with " +
                                     law.name + " is number " + std::to_string(number));
    }
    const auto refuse = [&](const char* does, const Names& known) {
      throw ConfigError(pointer, "the firmware " + firmware + " " + does + " " +
                                     listed_or_nothing(known) + ", but the service flow " +
                                     flow.name + " has " + law.name);
    };
    if (law.update != nullptr && !holds(*image.laws, law)) {
      refuse("computes", *image.laws);
    }
    if (modem.drop == cm::Placement::kFirmware && !holds(image.drops, law)) {
      refuse("judges packets of", image.drops);
    }
  }
  return elf;
}

// An event names one modem of an entry, or the whole entry.
bool affects(const EventConfig& event, const ModemConfig& modem) {
  return event.affects_cpu() && means(event.modem, modem);
}

// Checks events in order of time: an address may be a symbol of the firmware that runs then.
void check_modem(const Scenario& scenario, std::size_t index, const std::string& directory) {
  const ModemConfig& modem = scenario.modems[index];
  check_managers(scenario, modem);
  if (modem.drop == cm::Placement::kHardware) {
    check_periodic(scenario, modem);
  } else {
    check_engines(scenario, modem);
    check_flow_hashes(scenario, modem);
  }
  platform::ElfImage image = check_image(scenario, modem, modem.firmware, directory,
                                         "/modems/" + std::to_string(index) + "/firmware");
  if (const auto& fallback = modem.cpu.recovery.fallback_firmware) {
    check_image(scenario, modem, *fallback, directory,
                "/modems/" + std::to_string(index) + "/cpu/recovery/fallback_firmware");
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    if (affects(scenario.events[i], modem)) {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&scenario](std::size_t a, std::size_t b) {
    return scenario.events[a].time_s < scenario.events[b].time_s;
  });
  for (const std::size_t i : order) {
    const EventConfig& event = scenario.events[i];
    const std::string pointer = "/events/" + std::to_string(i);
    if (event.kind == EventKind::kUpdateFirmware) {
      image = check_image(scenario, modem, event.firmware, directory, pointer + "/firmware");
    } else if (event.kind == EventKind::kFlipBit) {
      bit_flip_target(event, modem.cpu, image, pointer);
    }
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
