#include "app/stop_signals.h"

namespace docsis_vp::app {

namespace {

volatile std::sig_atomic_t wanted = 0;

bool is_ignored(int number) {
  struct sigaction now {};
  ::sigaction(number, nullptr, &now);
  return now.sa_handler == SIG_IGN;
}

}  // namespace

std::vector<int> stop_signals() {
  std::vector<int> numbers{SIGINT, SIGTERM};
  if (!is_ignored(SIGHUP)) {
    numbers.push_back(SIGHUP);
  }
  return numbers;
}

void remember_stop_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int number : stop_signals()) {
    std::signal(number, [](int) { wanted = 1; });
  }
}

bool stop_wanted() {
  return wanted != 0;
}

HeldSignals::HeldSignals() {
  ::sigemptyset(&held_);
  ::sigaddset(&held_, SIGCHLD);
  for (const int number : stop_signals()) {
    ::sigaddset(&held_, number);
  }
  ::pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

int HeldSignals::wait() const {
  int number = 0;
  ::sigwait(&held_, &number);
  return number;
}

void HeldSignals::release() const {
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace docsis_vp::app
