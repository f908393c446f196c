#include "app/host_process.h"

#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdlib>

namespace docsis_vp::app {

namespace {

constexpr const char* kParent = "DOCSIS_VP_PARENT";  // process id

constexpr rlim_t kEnoughStack = 1U << 20;
constexpr std::size_t kLargeStack = 8U << 20;

struct Call {
  int (*body)(int, char**);
  int argc;
  char** argv;
  sigset_t signals{};  // blocked signals
  int status = 0;
};

void* make_call(void* argument) {
  auto& call = *static_cast<Call*>(argument);
  ::pthread_sigmask(SIG_SETMASK, &call.signals, nullptr);
  call.status = call.body(call.argc, call.argv);
  return nullptr;
}

}  // namespace

void fail_on_file_size_limit() {
  std::signal(SIGXFSZ, SIG_IGN);
}

void end_with_named_parent() {
  const char* const named = std::getenv(kParent);
  const long parent = named == nullptr ? 0 : std::strtol(named, nullptr, 10);
  if (parent <= 1 || parent > INT_MAX) {
    return;
  }
  const auto process = static_cast<pid_t>(parent);
  if (process == ::getppid()) {
    end_with(process);
  } else if (::kill(process, 0) != 0 && errno == ESRCH) {
    ::raise(SIGTERM);  // the parent ended before this process began
  }
}

void end_with(int parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  // The parent may have ended before this call.
  if (::getppid() != parent) {
    ::raise(SIGTERM);
  }
}

int on_a_large_stack(int (*body)(int argc, char** argv), int argc, char** argv) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kEnoughStack) {
    return body(argc, argv);
  }
  Call call{body, argc, argv};
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kLargeStack);
  // Signals go to the working thread; this one only waits for it.
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &call.signals);
  pthread_t thread{};
  const bool runs = ::pthread_create(&thread, &attributes, make_call, &call) == 0;
  ::pthread_attr_destroy(&attributes);
  if (!runs) {
    ::pthread_sigmask(SIG_SETMASK, &call.signals, nullptr);
    return body(argc, argv);
  }
  ::pthread_join(thread, nullptr);
  return call.status;
}

}  // namespace docsis_vp::app
