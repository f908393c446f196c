#include "tests/app/program.h"

#include <sys/wait.h>

#include <cstdlib>

#include "platform/base/read_file.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {

namespace {

std::string contents(const std::string& path) {
  return contents_of(path).value_or("");
}

// limits: what the shell does first.
// file: takes its output; empty: the outcome.
Outcome run(const std::string& limits, const std::string& arguments, const std::string& file = {}) {
  const TemporaryFolder folder;
  const std::string out = file.empty() ? folder.file("out") : file;
  const std::string err = folder.file("err");
  const std::string command = limits + std::string(DOCSIS_VP_SIM) + " " + arguments + " >" + out +
                              " 2>" + err + " </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file.empty() ? contents(out) : "",
          contents(err)};
}

}  // namespace

Outcome run_program(const std::string& arguments) {
  return run("", arguments);
}

Outcome run_program_into(const std::string& file, const std::string& arguments) {
  return run("", arguments, file);
}

Outcome run_program_within(unsigned cpu_seconds, const std::string& arguments) {
  return run("ulimit -c 0; ulimit -t " + std::to_string(cpu_seconds) + "; exec ", arguments);
}

}  // namespace docsis_vp::app
