// Loads a scenario file or JSON text into a checked and complete Scenario.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/errors.h"
#include "system/extension/extensions.h"
#include "system/json/node.h"
#include "system/scenario/fields/scenario.h"
#include "system/scenario/read/firmware.h"
#include "system/scenario/schema/table_fwd.h"

namespace docsis_vp::system {

// Changes of a scenario by the command line, applied in this order; values as typed.
struct Overrides {
  std::string case_name;          // empty: no case
  std::vector<std::string> sets;  // "service_flows.us0.aqm.target_ms=5"
  std::optional<std::string> duration_s{};
  std::optional<std::string> seed{};
  std::optional<std::string> firmware{};  // of every modem
};

struct LoadedScenario {
  Scenario scenario;
  std::string directory;             // folder of its file; empty for a text
  std::vector<std::string> files{};  // its own file and the files that it extends
  PlaceTable places;
  Extensions extensions;  // custom parts that it may name

  // Returns a ConfigError as one line: "scenarios/x.json:12: service_flows[0].aqm: expected ...".
  InputError explain(const ConfigError& error) const;
};

// Like explain(), for any file that a Table has read. `what`: description of the file if the error
// has no place.
InputError explained(const ConfigError& error, const PlaceTable& places, const char* what);

// All functions throw InputError: one line with file, line, key and expectation.
LoadedScenario load_scenario(const std::string& path, const Overrides& overrides = {},
                             const Extensions& extensions = {});
LoadedScenario load_scenario_text(std::string_view text, const std::string& origin,
                                  const Overrides& overrides = {},
                                  const Extensions& extensions = {});
// Accepts typed structures in the units of a file, for code that builds its scenarios itself.
LoadedScenario load_scenario_structs(Scenario scenario, const Extensions& extensions = {});

// Fills in values that depend on others (the RF profile's times, buffer sizes) and checks
// combinations. Throws ConfigError. Scenarios built by code pass through it too.
void complete(Scenario& scenario, const Extensions& extensions = {});

// Returns the whole scenario as JSON, defaults included. Paths are relative to `directory`, the
// folder of the scenario. Loading the text there gives the same scenario, whatever the working
// folder.
std::string effective_configuration(const Scenario& scenario, const std::string& directory = {});

// Finds the images of every modem with a CPU, including those of its events. Checks that they fit
// into its memories. If the images declare laws, checks that they implement the laws of the modem's
// service flows. Throws InputError.
void check_firmware(const LoadedScenario& loaded);

// Returns "/service_flows/0/aqm" in users' notation: service_flows[0].aqm.
std::string dotted(std::string_view pointer);

}  // namespace docsis_vp::system
