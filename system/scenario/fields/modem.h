// Declares the configuration of a cable modem, or of a group of equal modems: delay, costs of its
// blocks, control CPU.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine_options.h"
#include "models/cm/burst_builder/burst_builder_config.h"
#include "models/cm/ingress_hold/ingress_hold_config.h"
#include "models/cm/map_parser/map_parser_config.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "models/cm/soc_registers.h"
#include "models/docsis/map.h"
#include "platform/load/background_load_config.h"
#include "system/scenario/fields/aggregate.h"
#include "system/scenario/fields/block.h"
#include "system/scenario/fields/classifier.h"
#include "system/scenario/fields/lan.h"
#include "system/scenario/fields/service_flow.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

constexpr unsigned kMostDescriptors = 1U << 20;  // of a service flow

enum class CpuProfile { kIbexSmall, kIbexMaxperf, kIdeal, kZero };
// Names as in platform::cycle_profile().
inline constexpr Choice<CpuProfile> kCpuProfiles[] = {{"ibex-small", CpuProfile::kIbexSmall},
                                                      {"ibex-maxperf", CpuProfile::kIbexMaxperf},
                                                      {"ideal", CpuProfile::kIdeal},
                                                      {"zero", CpuProfile::kZero}};

enum class TechnologyNode { k65Nm, k40Nm, k28Nm, k16Nm, k7Nm };
// Names as in area::built_in_technologies().
inline constexpr Choice<TechnologyNode> kTechnologyNodes[] = {{"65nm", TechnologyNode::k65Nm},
                                                              {"40nm", TechnologyNode::k40Nm},
                                                              {"28nm", TechnologyNode::k28Nm},
                                                              {"16nm", TechnologyNode::k16Nm},
                                                              {"7nm", TechnologyNode::k7Nm}};

enum class OnFailure { kEndRun, kResetCpu };

// Reaction to a failure of firmware: the watchdog, a trap without a handler, a panic.
struct RecoveryConfig {
  OnFailure on_failure = OnFailure::kEndRun;
  unsigned reset_us = 100;
  unsigned boot_attempts = 3;
  unsigned boot_watchdog_us = 0;                 // 0: only firmware starts it
  std::optional<std::string> fallback_firmware;  // empty: the other slot has no image

  bool resets() const { return on_failure == OnFailure::kResetCpu; }
};

struct ControlCpuConfig {
  unsigned harts = 1;  // not a key: the firmware of this project supports one hart
  CpuProfile profile = CpuProfile::kIbexSmall;
  double clock_mhz = 200;
  double quantum_us = 10;
  unsigned rom_kib = cm::soc_registers::kRomBytes / 1024;
  unsigned ram_kib = cm::soc_registers::kRamBytes / 1024;
  unsigned memory_wait_states = 0;
  std::optional<unsigned> rom_wait_states;  // empty: memory_wait_states
  std::optional<unsigned> ram_wait_states;  // empty: memory_wait_states
  unsigned register_wait_states = 1;
  unsigned console_baud = 0;  // 0: sending takes no time
  bool poison_ram = false;
  unsigned null_guard_bytes = 0;
  platform::BackgroundLoadConfig background_load;
  RecoveryConfig recovery;

  std::uint32_t rom_bytes() const { return rom_kib * 1024; }
  std::uint32_t ram_bytes() const { return ram_kib * 1024; }
  // True if all these bytes lie in ROM, or all in RAM.
  bool has_memory_at(std::uint32_t address, std::uint64_t bytes) const;
};

// Service flows, aggregates and classifiers from a modem's configuration file.
struct Provisioned {
  std::vector<ServiceFlowConfig> service_flows;
  std::vector<AggregateConfig> aggregates;
  std::vector<ClassifierConfig> classifiers;
};

struct ModemConfig {
  std::string name;
  unsigned count = 1;
  std::optional<std::string> config_file;
  LanConfig lan;
  std::optional<std::vector<std::string>> channels;
  std::optional<std::vector<std::string>> downstream_channels;
  unsigned data_iuc = docsis::kIucAdvancedLongData;
  double resequencing_wait_ms = 18;
  std::optional<double> plant_delay_us;
  double plant_delay_step_us = 0;
  double mac_clock_mhz = 250;
  cm::Placement control_law = cm::Placement::kHardware;
  cm::Placement drop = cm::Placement::kHardware;
  std::string firmware;  // empty: the law's firmware
  ControlCpuConfig cpu;
  cm::MapParserConfig map_parser;
  cm::BurstBuilderConfig burst_builder;
  cm::QueueMemoryConfig queue_memory;
  cm::AqmEngineOptions aqm_engine;
  cm::IngressHoldConfig ingress_hold;
  std::vector<BlockConfig> blocks;
  TechnologyNode technology = TechnologyNode::k28Nm;
  std::optional<std::string> technology_file;

  // Name of the group, for one of `count` equal modems (instances.h).
  std::string family;
  // Contents of its configuration file, in a complete scenario.
  Provisioned provisioned;

  bool has_cpu() const { return control_law == cm::Placement::kFirmware; }
};

const Table<ModemConfig>& modem_table();

}  // namespace docsis_vp::system
