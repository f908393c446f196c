#include "system/scenario/read/load.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "platform/kernel/uncaught_errors.h"
#include "system/json/writer.h"
#include "system/scenario/fields/fields.h"
#include "system/scenario/read/firmware.h"
#include "system/scenario/read/merge.h"
#include "system/scenario/schema/table.h"

namespace docsis_vp::system {

namespace {

bool has_any_cpu(const Scenario& scenario) {
  return std::any_of(scenario.modems.begin(), scenario.modems.end(),
                     [](const ModemConfig& modem) { return modem.has_cpu(); });
}

void apply(const Overrides& overrides, JsonNode& root) {
  apply_case(root, overrides.case_name);
  for (const std::string& assignment : overrides.sets) {
    apply_set(root, assignment, "--set " + assignment);
  }
  if (overrides.duration_s) {
    apply_set(root, "duration_s=" + *overrides.duration_s, "--duration " + *overrides.duration_s);
  }
  if (overrides.seed) {
    apply_set(root, "seed=" + *overrides.seed, "--seed " + *overrides.seed);
  }
  const JsonNode* modems = root.find("modems");
  for (std::size_t i = 0; overrides.firmware && modems != nullptr && i < modems->elements.size();
       ++i) {
    apply_set(root, "modems." + std::to_string(i) + ".firmware=" + *overrides.firmware,
              "--firmware " + *overrides.firmware);
  }
}

LoadedScenario load(JsonNode root, const Overrides& overrides, const Extensions& extensions) {
  if (root.kind != JsonNode::Kind::kObject) {
    throw InputError(root.place.text() + ": expected a scenario, an object, got " + shown(root));
  }
  LoadedScenario loaded;
  loaded.extensions = extensions;
  loaded.places[""] = root.place;
  loaded.directory = std::filesystem::path(*root.place.origin).parent_path().string();

  root = with_bases(std::move(root), loaded.files);
  apply(overrides, root);
  try {
    scenario_table().read(root, "", &loaded.scenario, loaded.places);
    complete(loaded.scenario, loaded.extensions);
    if (overrides.firmware && !has_any_cpu(loaded.scenario)) {
      throw InputError("--firmware " + *overrides.firmware +
                       ": no modem of the scenario has a CPU, its control_law is hardware");
    }
  } catch (const ConfigError& error) {
    throw loaded.explain(error);
  }
  return loaded;
}

// Checks a scenario from code against the ranges and names that hold for files.
void check_values(Scenario scenario) {
  if (scenario.name.empty()) {
    scenario.name = "scenario";  // default; a file's name is used for files
  }
  JsonWriter writer;
  scenario_table().write(&scenario, writer);
  Scenario same;
  PlaceTable places;
  scenario_table().read(parse_json(writer.text(), "the scenario"), "", &same, places);
}

// Converts a path to the form that a file in the directory would need.
void make_relative(std::string& path, const std::string& directory) {
  namespace fs = std::filesystem;
  const bool is_fixed = fs::path(path).is_absolute() && !fs::path(directory).is_absolute();
  if (path.empty() || is_fixed) {
    return;
  }
  const fs::path from = fs::absolute(directory.empty() ? "." : directory).lexically_normal();
  path = fs::absolute(path).lexically_normal().lexically_relative(from).string();
}

// A bare name stays bare, and a path keeps a slash, so that it is never taken for a name.
void make_firmware_relative(std::string& firmware, const std::string& directory) {
  if (firmware.find('/') == std::string::npos) {
    return;
  }
  make_relative(firmware, directory);
  if (firmware.find('/') == std::string::npos) {
    firmware.insert(0, "./");
  }
}

}  // namespace

std::string dotted(std::string_view pointer) {
  std::string text;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view part = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(part.size());
    if (!part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos) {
      text += "[" + std::string(part) + "]";
    } else {
      text += text.empty() ? "" : ".";
      text += part;
    }
  }
  return text;
}

InputError LoadedScenario::explain(const ConfigError& error) const {
  return explained(error, places, "scenario");
}

InputError explained(const ConfigError& error, const PlaceTable& places, const char* what) {
  // A default value has no place of its own; use that of the nearest enclosing object.
  std::string at = error.pointer();
  auto place = places.find(at);
  while (place == places.end() && !at.empty()) {
    at.erase(at.rfind('/'));
    place = places.find(at);
  }
  const std::string where = place == places.end() ? what : place->second.text();
  const std::string path = dotted(error.pointer());
  return InputError(where + ": " + (path.empty() ? "" : path + ": ") + error.message());
}

LoadedScenario load_scenario(const std::string& path, const Overrides& overrides,
                             const Extensions& extensions) {
  platform::show_uncaught_errors();
  LoadedScenario loaded = load(parse_json_file(path), overrides, extensions);
  if (loaded.scenario.name.empty()) {
    loaded.scenario.name = std::filesystem::path(path).stem().string();
  }
  return loaded;
}

LoadedScenario load_scenario_text(std::string_view text, const std::string& origin,
                                  const Overrides& overrides, const Extensions& extensions) {
  platform::show_uncaught_errors();
  LoadedScenario loaded = load(parse_json(text, origin), overrides, extensions);
  if (loaded.scenario.name.empty()) {
    loaded.scenario.name = origin;
  }
  return loaded;
}

LoadedScenario load_scenario_structs(Scenario scenario, const Extensions& extensions) {
  platform::show_uncaught_errors();
  LoadedScenario loaded;
  loaded.extensions = extensions;
  loaded.scenario = std::move(scenario);
  try {
    complete(loaded.scenario, loaded.extensions);
    check_values(loaded.scenario);
  } catch (const ConfigError& error) {
    throw loaded.explain(error);
  }
  return loaded;
}

std::string effective_configuration(const Scenario& scenario, const std::string& directory) {
  Scenario portable = scenario;
  const auto relative = [&](auto& path) { make_relative(path, directory); };
  const auto relative_if_any = [&](auto& path) {
    if (path) {
      relative(*path);
    }
  };
  if (portable.rf.capacity) {
    relative(portable.rf.capacity->file);
  }
  for (FlowConfig& flow : portable.flows) {
    if (const auto file = row_of(flow.kind).file) {
      relative(*file(flow));
    }
  }
  for (ModemConfig& modem : portable.modems) {
    make_firmware_relative(modem.firmware, directory);
    if (modem.cpu.recovery.fallback_firmware) {
      make_firmware_relative(*modem.cpu.recovery.fallback_firmware, directory);
    }
    relative_if_any(modem.config_file);
    relative_if_any(modem.technology_file);
  }
  for (EventConfig& event : portable.events) {
    make_firmware_relative(event.firmware, directory);
  }
  JsonWriter writer;
  scenario_table().write(&portable, writer);
  return writer.text();
}

}  // namespace docsis_vp::system
