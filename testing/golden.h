// Compares the trace of a new run with that of an earlier run, the golden trace.
#pragma once

#include <gmock/gmock.h>

#include <string>

namespace docsis_vp::testing {

// A number may differ by the larger of the relative and the absolute tolerance.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

// `trace` and `golden` are CSV with a header line. Additional columns of the trace are ignored, so
// that later versions may add some. Returns "" if they agree, else a message: the number of
// differences and the first ten, by line and column. Throws std::invalid_argument for a tolerance
// below 0.
std::string compare_traces(const std::string& trace, const std::string& golden,
                           const Tolerance& tolerance);

// Returns the text of the file. Throws InputError if it cannot be read, is a folder or is empty.
std::string golden_text(const std::string& file);

// Writes the trace into the file and returns true if DOCSIS_VP_WRITE_GOLDEN is 1 in the
// environment; otherwise returns false. Throws InputError if the trace is empty or the file cannot
// be written.
bool write_golden(const std::string& file, const std::string& trace);

// Matches the text of a CSV trace, such as timeseries.csv. If DOCSIS_VP_WRITE_GOLDEN is 1 in the
// environment, the file is written instead, and every trace matches.
MATCHER_P2(FollowsGolden, file, tolerance,
           std::string("follows ") + file + ", or is written there (DOCSIS_VP_WRITE_GOLDEN=1)") {
  if (write_golden(file, arg)) {
    return true;
  }
  const std::string differences = compare_traces(arg, golden_text(file), tolerance);
  *result_listener << differences;
  return differences.empty();
}

}  // namespace docsis_vp::testing
