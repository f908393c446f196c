// Where the run of a failed test leaves what shows why it failed.
#pragma once

#include <optional>
#include <string>

namespace docsis_vp::testing {

// The folder, if this process runs a test once more to record it.
std::optional<std::string> recording_folder();

// Runs a test once more in a process of its own, with everything recorded and nothing printed:
// simulation is deterministic, so only failures pay. The folder; nothing if that left none.
std::optional<std::string> record(const std::string& test);

}  // namespace docsis_vp::testing
