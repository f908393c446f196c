// The recording of a failed test: its run once more, with everything written that shows why it
// failed.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace docsis_vp::testing {

// For the process that runs a test once more.
struct RecordingOrder {
  std::string folder;
  std::optional<double> seconds;  // of the host, after which it has to be done
  std::uint64_t most_bytes = 0;   // of capture and waves together
};
// None: this process runs its test for the first time.
std::optional<RecordingOrder> recording_order();

// Runs a test once more in a process of its own, with nothing printed: simulation is deterministic,
// so only failures pay. Returns what to tell the user: the folder and what its notes say, or why
// there is no recording; nothing if the user wants none or the test built no system.
std::string record(const std::string& test, int seed,
                   std::chrono::steady_clock::duration first_run);

// Adds a line to what the recording in a folder says of itself, notes.txt.
void add_note(const std::string& folder, const std::string& line);

// Cuts a pcapng file that was left half-written behind its last whole block.
void cut_to_whole_blocks(const std::string& pcapng_file);

}  // namespace docsis_vp::testing
