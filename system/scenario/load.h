// From a scenario file, or a JSON text, to a checked and complete Scenario.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/errors.h"
#include "system/extension/extensions.h"
#include "system/json/node.h"
#include "system/scenario/firmware.h"
#include "system/scenario/scenario.h"
#include "system/scenario/table_fwd.h"

namespace docsis_vp::system {

// What a command line changes in a scenario, in this order; values as they were typed.
struct Overrides {
  std::string case_name;          // empty: none
  std::vector<std::string> sets;  // "service_flows.us0.aqm.target_ms=5"
  std::optional<std::string> duration_s{};
  std::optional<std::string> seed{};
  std::optional<std::string> firmware{};  // of every modem
};

struct LoadedScenario {
  Scenario scenario;
  std::string directory;             // where its file lies; empty for a text
  std::vector<std::string> files{};  // it is made of: its own, and what that extends
  PlaceTable places;
  Extensions extensions;  // what it may name beside the platform's own

  // A ConfigError as one line: "scenarios/x.json:12: service_flows[0].aqm: expected ...".
  InputError explain(const ConfigError& error) const;
};

// The same for any file that was read by a Table; `what` it is, where the file has no place.
InputError explained(const ConfigError& error, const PlaceTable& places, const char* what);

// All throw InputError, one line with file, line, key and expectation.
LoadedScenario load_scenario(const std::string& path, const Overrides& overrides = {},
                             const Extensions& extensions = {});
LoadedScenario load_scenario_text(std::string_view text, const std::string& origin,
                                  const Overrides& overrides = {},
                                  const Extensions& extensions = {});
// Typed structures, as a file says them; for code that makes its scenarios itself.
LoadedScenario load_scenario_structs(Scenario scenario, const Extensions& extensions = {});

// Fills what hangs on other values (the RF profile's times, buffer sizes) and checks what spans
// fields. Throws ConfigError. Scenarios made in code pass through it too.
void complete(Scenario& scenario, const Extensions& extensions = {});

// As models/docsis calls it.
std::string_view profile_name(RfProfile profile);

// All of a scenario as JSON, defaults filled in. Paths count from `directory`, where the scenario
// lies: there, loading it gives the same scenario, and it does not depend on the working folder.
std::string effective_configuration(const Scenario& scenario, const std::string& directory = {});

// Finds the images of every modem with a CPU, those of its events too, and checks that they lie in
// its memories and compute the laws of its service flows, if they say what they compute. Throws
// InputError.
void check_firmware(const LoadedScenario& loaded);

// "/service_flows/0/aqm" as users write it: service_flows[0].aqm.
std::string dotted(std::string_view pointer);

}  // namespace docsis_vp::system
