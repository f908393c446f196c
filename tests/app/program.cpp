#include "tests/app/program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace docsis_vp::app {

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Outcome run_program(const std::string& arguments) {
  const std::string base =
      (std::filesystem::temp_directory_path() / ("docsis-vp-app-" + std::to_string(::getpid())))
          .string();
  const std::string command = std::string(DOCSIS_VP_SIM) + " " + arguments + " >" + base +
                              ".out 2>" + base + ".err </dev/null";
  const int status = std::system(command.c_str());
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(base + ".out"),
                  contents(base + ".err")};
  std::filesystem::remove(base + ".out");
  std::filesystem::remove(base + ".err");
  return outcome;
}

}  // namespace docsis_vp::app
