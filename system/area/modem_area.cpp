#include "system/area/modem_area.h"

#include <algorithm>

#include "models/cm/modem/modem_inventory.h"
#include "models/cm/modem/soc_inventory.h"
#include "models/cm/soc_registers.h"
#include "platform/cpu/cycle_profile.h"
#include "platform/memory/elf_image.h"
#include "system/area/hardware_config.h"
#include "system/area/technology_file.h"
#include "system/assembly/cpu/control_cpu.h"
#include "system/assembly/cpu/custom_blocks.h"
#include "system/scenario/read/firmware.h"

namespace docsis_vp::system {

namespace {

namespace map = cm::soc_registers;

constexpr std::uint32_t kWordBytes = 4;
constexpr std::uint32_t kWordBits = 32;

bool is_in_ram(std::uint32_t address) {
  return address >= map::kRamBase;
}

// Text, constants, and data that start-up code copies to RAM.
std::uint64_t rom_bytes(const platform::ElfImage& image) {
  std::uint64_t bytes = 0;
  for (const platform::ElfImage::Segment& segment : image.segments()) {
    bytes += is_in_ram(segment.load_address) ? 0 : segment.bytes.size();
  }
  return bytes;
}

// Variables and stack, as the linker placed them.
std::uint64_t ram_bytes(const platform::ElfImage& image) {
  std::uint64_t end = map::kRamBase;
  for (const platform::ElfImage::Segment& segment : image.segments()) {
    if (is_in_ram(segment.run_address)) {
      end = std::max(end, std::uint64_t{segment.run_address} + segment.memory_bytes);
    }
  }
  if (const platform::ElfImage::Symbol* const stack = image.symbol("__stack_top")) {
    end = std::max(end, std::uint64_t{stack->address});
  }
  return end - map::kRamBase;
}

area::Memory memory_of(const char* name, std::uint64_t bytes, const char* reason) {
  return {name, (bytes + kWordBytes - 1) / kWordBytes, kWordBits, 1, 1, reason};
}

// Firmware computes the law of every upstream aggregate of its modem.
bool has_upstream_aggregate(const Scenario& scenario, const ModemConfig& modem) {
  const std::vector<AggregateConfig>& all = scenario.aggregate_service_flows;
  return std::any_of(all.begin(), all.end(), [&modem](const AggregateConfig& aggregate) {
    return aggregate.modem == modem.name && aggregate.direction == Direction::kUpstream;
  });
}

CpuArea cpu_area(const LoadedScenario& loaded, const ModemConfig& modem) {
  const platform::CycleProfile& profile =
      platform::cycle_profile(name_in(kCpuProfiles, modem.cpu.profile));
  const platform::ElfImage image =
      platform::ElfImage::read(find_firmware(modem.firmware, loaded.directory));
  CpuArea cpu;
  cpu.profile = profile.name;
  if (profile.area_ge != 0) {
    constexpr double kGatesPerKge = 1000;
    cpu.core_kge = {profile.area_ge_low / kGatesPerKge, profile.area_ge / kGatesPerKge,
                    profile.area_ge_high / kGatesPerKge};
  }
  cpu.subsystem.reason = "memories as large as the linked program, bus and devices";
  cpu.subsystem.add(
      memory_of("rom", rom_bytes(image),
                "text, constants and initial values; an SRAM that is loaded at boot"));
  cpu.subsystem.add(memory_of("ram", ram_bytes(image), "variables and stack"));
  for (const area::Block& block : cm::soc_inventories(
           modem.cpu.recovery.resets(), has_upstream_aggregate(loaded.scenario, modem))) {
    cpu.subsystem.add(block);
  }
  for (const area::Block& block : custom_inventories(loaded.extensions, modem)) {
    cpu.subsystem.add(block);
  }
  return cpu;
}

}  // namespace

std::vector<AreaResult> modem_areas(const LoadedScenario& loaded) {
  std::vector<AreaResult> areas;
  const std::vector<ModemConfig>& modems = loaded.scenario.modems;
  for (unsigned i = 0; i < modems.size(); ++i) {
    const bool is_of_family = !modems[i].family.empty();
    if (is_of_family && !areas.empty() && areas.back().modem == modems[i].family) {
      ++areas.back().modems;
      continue;
    }
    AreaResult& area = areas.emplace_back();
    area.modem = is_of_family ? modems[i].family : modems[i].name;
    area.technology = technology_of(modems[i]);
    area.hardware = modem_inventory(hardware_config(loaded.scenario, i));
    if (modems[i].has_cpu()) {
      area.cpu = cpu_area(loaded, modems[i]);
    }
  }
  return areas;
}

std::optional<area::Figures> AreaResult::cpu_figures() const {
  if (!cpu || !cpu->core_kge) {
    return {};
  }
  // The published figure covers a whole core, so it is placed but not scaled again.
  area::Figures measured = figures(cpu->subsystem, technology);
  const area::Range placed = placed_mm2(*cpu->core_kge, technology);
  measured.mm2 = measured.mm2 + placed;
  measured.logic_mm2 = measured.logic_mm2 + placed;
  measured.kge = measured.kge + *cpu->core_kge;
  measured.logic_kge = measured.logic_kge + *cpu->core_kge;
  return measured;
}

std::optional<area::Figures> AreaResult::with_cpu() const {
  const std::optional<area::Figures> core = cpu_figures();
  if (!core) {
    return {};
  }
  return hardware_figures() + *core;
}

}  // namespace docsis_vp::system
