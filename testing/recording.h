// Records a failed test: repeats its run and writes all files that help to find the cause.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace docsis_vp::testing {

// Instructions for the process that repeats a test.
struct RecordingOrder {
  std::string folder;
  std::optional<double> seconds;  // time limit in host time
  std::uint64_t most_bytes = 0;   // for capture and waves together
};
// Returns none if this process runs its test for the first time.
std::optional<RecordingOrder> recording_order();

// Repeats a test in a separate process without output. The simulation is deterministic, so only
// failed tests pay for recordings. Returns a message for the user: the folder and its notes, or why
// there is no recording. Returns nothing if the user wants none or the test built no system.
std::string record(const std::string& test, int seed,
                   std::chrono::steady_clock::duration first_run);

// Adds a line to notes.txt in a recording's folder.
void add_note(const std::string& folder, const std::string& line);

// Truncates an incomplete pcapng file after its last whole block.
void cut_to_whole_blocks(const std::string& pcapng_file);

}  // namespace docsis_vp::testing
