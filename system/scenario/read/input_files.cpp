#include "system/scenario/read/input_files.h"

#include "system/scenario/read/firmware.h"

namespace docsis_vp::system {

namespace {

void add_of_modem(const ModemConfig& modem, const std::string& directory,
                  std::vector<InputFile>& inputs) {
  if (modem.has_cpu()) {
    inputs.push_back({"the firmware", find_firmware(modem.firmware, directory)});
    if (modem.cpu.recovery.fallback_firmware) {
      inputs.push_back(
          {"the firmware", find_firmware(*modem.cpu.recovery.fallback_firmware, directory)});
    }
  }
  if (modem.config_file) {
    inputs.push_back({"the configuration file", *modem.config_file});
  }
  if (modem.technology_file) {
    inputs.push_back({"the technology file", *modem.technology_file});
  }
}

}  // namespace

std::vector<InputFile> input_files(const LoadedScenario& loaded) {
  const Scenario& scenario = loaded.scenario;
  std::vector<InputFile> inputs;
  for (const std::string& file : loaded.files) {
    inputs.push_back({inputs.empty() ? "the scenario" : "the extended scenario", file});
  }
  for (const ModemConfig& modem : scenario.modems) {
    add_of_modem(modem, loaded.directory, inputs);
  }
  for (const EventConfig& event : scenario.events) {
    if (event.kind == EventKind::kUpdateFirmware) {
      inputs.push_back({"the firmware", find_firmware(event.firmware, loaded.directory)});
    }
  }
  for (FlowConfig flow : scenario.flows) {
    const TrafficKind& kind = row_of(flow.kind);
    if (kind.file != nullptr) {
      inputs.push_back({std::string(kind.file_title), *kind.file(flow)});
    }
  }
  if (scenario.rf.capacity && !scenario.rf.capacity->file.empty()) {
    inputs.push_back({"the capacity trace", scenario.rf.capacity->file});
  }
  return inputs;
}

}  // namespace docsis_vp::system
