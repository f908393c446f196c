// Handles the signals that end a command: SIGINT of the keyboard, SIGTERM of a batch system, SIGHUP
// of a closed terminal. Under nohup SIGHUP is ignored. A command that such a signal ends prints a
// line, leaves no files and returns 128 + the number of the signal.
#pragma once

#include <csignal>
#include <vector>

namespace docsis_vp::app {

std::vector<int> stop_signals();

// From now on such a signal ends the program at once, and removes incomplete files.
void end_on_stop_signals();
// As end_on_stop_signals() without the line, for a child process whose parent prints it.
void end_silently_on_stop_signals();

// From now on the first signal is only remembered; a second one ends the program at once. SIGPIPE
// is ignored, so that a write without a reader fails as on a full disk.
void remember_stop_signals();
bool stop_wanted();

// Handles a signal from HeldSignals::wait() as remember_stop_signals() would.
void remember_stop_signal(int number);
// Exit status of a command that the remembered signal ended.
int stop_status();
// True if such a signal ended a process with this status.
bool is_stop_status(int status);
// Prints the line of a command with this status, and returns the status.
int report_stop(int status);

// Blocks the stop signals and SIGCHLD until wait() takes them.
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() { release(); }

  // Waits for the next of these signals and returns its number.
  int wait() const;
  // Restores the former signal mask, for a child process.
  void release() const;

 private:
  sigset_t held_;
  sigset_t before_;
};

}  // namespace docsis_vp::app
