// Whole runs by the real program, and their results.
#pragma once

#include <string>

#include "system/json/node.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::system {

// A scenario in a file, for the program to read.
class ScenarioFile {
 public:
  explicit ScenarioFile(const std::string& scenario);
  std::string path() const { return folder_.file("scenario.json"); }

 private:
  TemporaryFolder folder_;
};

// Runs `docsis-vp-sim run ARGUMENTS` into a fresh folder and reads results.json; throws
// std::runtime_error with what the program said if it fails.
JsonNode run_results(const std::string& arguments);

// The text of results.json without cpu_s, wall_s and host, which may differ between two runs.
std::string run_text(const std::string& arguments);
std::string without_host(const std::string& results_json);

double number(const JsonNode& node, const std::string& dotted_path);

}  // namespace docsis_vp::system
