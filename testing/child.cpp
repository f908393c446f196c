#include "testing/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace docsis_vp::testing {

namespace {

constexpr int kNotStarted = 127;

std::vector<std::string>& arguments() {
  static std::vector<std::string> all;
  return all;
}

[[noreturn]] void become(const Child& child) {
  if (child.silent) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  setenv(child.variable.c_str(), child.value.c_str(), 1);
  for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_SHARD_STATUS_FILE"}) {
    unsetenv(name);
  }
  std::vector<std::string> all = arguments();
  all.insert(all.end(), child.options.begin(), child.options.end());
  all.push_back("--gtest_filter=" + child.test);
  all.emplace_back("--gtest_repeat=1");
  std::vector<char*> pointers;
  for (std::string& argument : all) {
    pointers.push_back(argument.data());
  }
  pointers.push_back(nullptr);
  execv("/proc/self/exe", pointers.data());
  _exit(kNotStarted);
}

}  // namespace

void remember_arguments(int argc, char** argv) {
  arguments().assign(argv, argv + argc);
}

int run_child(const Child& child) {
  const pid_t process = fork();
  if (process == 0) {
    become(child);
  }
  int status = 0;
  waitpid(process, &status, 0);
  return status;
}

}  // namespace docsis_vp::testing
