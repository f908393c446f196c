#include "testing/child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace docsis_vp::testing {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kNotStarted = 127;
constexpr std::array<int, 3> kStopSignals = {SIGINT, SIGTERM, SIGHUP};
// Time that a child has to end after a stop signal.
constexpr std::chrono::seconds kGrace{2};

volatile std::sig_atomic_t stop_signal = 0;  // its number; 0: none came
volatile std::sig_atomic_t running = 0;      // process id

void pass_on(int number) {
  const int error = errno;
  stop_signal = number;
  if (running > 0) {
    kill(static_cast<pid_t>(running), number);
  }
  errno = error;
}

std::vector<std::string>& arguments() {
  static std::vector<std::string> all;
  return all;
}

// Stop signals that are ignored, or that the program handles itself, are left alone.
void replace_action(void (*old)(int), void (*action)(int)) {
  for (const int number : kStopSignals) {
    struct sigaction now = {};
    sigaction(number, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == old) {
      struct sigaction next = {};
      next.sa_handler = action;
      sigaction(number, &next, nullptr);
    }
  }
}

[[noreturn]] void become(const Child& child) {
  if (child.silent) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  for (const auto& [name, value] : child.environment) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_SHARD_STATUS_FILE"}) {
    unsetenv(name);
  }
  std::vector<std::string> all = arguments();
  all.insert(all.end(), child.options.begin(), child.options.end());
  all.push_back("--gtest_filter=" + child.test);
  all.push_back("--gtest_random_seed=" + std::to_string(child.seed));
  all.emplace_back("--gtest_repeat=1");
  std::vector<char*> pointers;
  for (std::string& argument : all) {
    pointers.push_back(argument.data());
  }
  pointers.push_back(nullptr);
  execv("/proc/self/exe", pointers.data());
  _exit(kNotStarted);
}

// Returns false if this process was told to end.
bool ends(pid_t child, int& status) {
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    if (stop_signal != 0) {
      return false;
    }
  }
  return true;
}

// Returns false if it still runs at the deadline.
bool ends_before(pid_t child, int& status, Deadline deadline) {
  for (;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) {
      return true;
    }
    if (steady_clock::now() >= deadline) {
      return false;
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
}

}  // namespace

void remember_arguments(int argc, char** argv) {
  arguments().assign(argv, argv + argc);
}

void catch_stop_signals() {
  replace_action(SIG_DFL, pass_on);
}

void end_if_stopped() {
  if (stop_signal == 0) {
    return;
  }
  const int number = stop_signal;
  std::printf("[ STOPPED  ] by signal %d (%s)\n", number, strsignal(number));
  std::fflush(stdout);
  std::signal(number, SIG_DFL);
  std::raise(number);
}

pid_t fork_with_parent() {
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    replace_action(pass_on, SIG_DFL);
    running = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
      _exit(kNotStarted);
    }
  }
  return child;
}

int wait_for(pid_t child, const std::optional<Deadline>& deadline) {
  int status = kNotStarted << 8;
  if (child < 0) {
    return status;
  }
  running = child;
  if (stop_signal != 0) {
    kill(child, stop_signal);
  }
  const bool ended =
      deadline ? ends_before(child, status, *deadline)
               : ends(child, status) || ends_before(child, status, steady_clock::now() + kGrace);
  if (!ended) {
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  running = 0;
  return status;
}

int run_child(const Child& child, const std::optional<Deadline>& deadline) {
  const pid_t process = fork_with_parent();
  if (process == 0) {
    become(child);
  }
  return wait_for(process, deadline);
}

std::string end_of(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    return "its process was ended by signal " + std::to_string(number) + " (" + strsignal(number) +
           ")";
  }
  return "its process ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace docsis_vp::testing
