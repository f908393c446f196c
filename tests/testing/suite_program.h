// Suites as programs of their own, run as CTest or a person would.
#pragma once

#include <filesystem>
#include <string>

#include "tests/support/temporary_folder.h"

namespace docsis_vp::testing {

struct Answer {
  int status = 0;
  std::string text;  // of both outputs
};

// A shell's command line.
Answer answer_of(const std::string& command);

// Empty if there is no such file.
std::string text_of(const std::filesystem::path& file);

// How often a text stands in another.
std::size_t occurrences(const std::string& text, const std::string& part);

// Runs a suite whose recordings go to a folder of the test's own.
class SuiteRunner {
 public:
  explicit SuiteRunner(std::string program) : program_(std::move(program)) {}

  Answer run(const std::string& options, const std::string& environment = "") const {
    return answer_of(command(options, environment) + " 2>&1");
  }
  std::string command(const std::string& options, const std::string& environment = "") const {
    return "env DOCSIS_VP_TEST_RECORDINGS=" + folder_.path().string() + " " + environment + " " +
           program_ + " " + options;
  }
  std::filesystem::path left(const std::string& name) const { return folder_.path() / name; }

 private:
  const std::string program_;
  TemporaryFolder folder_;
};

}  // namespace docsis_vp::testing
