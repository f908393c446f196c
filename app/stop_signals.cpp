#include "app/stop_signals.h"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "system/results/result_file.h"

namespace docsis_vp::app {

namespace {

constexpr int kSignalStatus = 128;  // a shell adds the signal number to it

struct StopSignal {
  int number;
  const char* line;
};
constexpr StopSignal kStopSignals[] = {{SIGINT, "docsis-vp: ended by SIGINT\n"},
                                       {SIGTERM, "docsis-vp: ended by SIGTERM\n"},
                                       {SIGHUP, "docsis-vp: ended by SIGHUP\n"}};

volatile std::sig_atomic_t remembered = 0;  // number of the first signal
volatile std::sig_atomic_t is_silent = 0;
// Settings of the terminal before a console changed them.
termios terminal{};
volatile std::sig_atomic_t has_terminal = 0;

const char* line_of(int number) {
  const auto* const found =
      std::find_if(std::begin(kStopSignals), std::end(kStopSignals),
                   [number](const StopSignal& signal) { return signal.number == number; });
  return found == std::end(kStopSignals) ? nullptr : found->line;
}

// Signal handler: calls only functions that POSIX permits.
[[noreturn]] void end_at_once(int number) {
  system::ResultFile::remove_unfinished();
  if (has_terminal != 0) {
    std::signal(SIGTTOU, SIG_IGN);  // a background process would get it
    ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal);
  }
  const char* const line = line_of(number);
  if (is_silent == 0 && line != nullptr) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line, std::strlen(line));
  }
  ::_exit(kSignalStatus + number);
}

void remember(int number) {
  if (remembered != 0) {
    end_at_once(number);
  }
  remembered = number;
}

bool is_ignored(int number) {
  struct sigaction now {};
  ::sigaction(number, nullptr, &now);
  return now.sa_handler == SIG_IGN;
}

void handle_stop_signals(void (*handler)(int)) {
  for (const int number : stop_signals()) {
    std::signal(number, handler);
  }
}

}  // namespace

std::vector<int> stop_signals() {
  std::vector<int> numbers;
  for (const StopSignal& signal : kStopSignals) {
    if (signal.number != SIGHUP || !is_ignored(SIGHUP)) {
      numbers.push_back(signal.number);
    }
  }
  return numbers;
}

void end_on_stop_signals() {
  handle_stop_signals([](int number) { end_at_once(number); });
}

void end_silently_on_stop_signals() {
  is_silent = 1;
  end_on_stop_signals();
}

void remember_stop_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  has_terminal = ::tcgetattr(STDIN_FILENO, &terminal) == 0 ? 1 : 0;
  handle_stop_signals(remember);
}

bool stop_wanted() {
  return remembered != 0;
}

void remember_stop_signal(int number) {
  remembered = number;
}

int stop_status() {
  return kSignalStatus + remembered;
}

bool is_stop_status(int status) {
  return line_of(status - kSignalStatus) != nullptr;
}

int report_stop(int status) {
  if (const char* const line = line_of(status - kSignalStatus)) {
    std::fputs(line, stderr);
  }
  return status;
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
