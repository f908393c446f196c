// Signals that ask a command to end: SIGINT of the keyboard, SIGTERM of a batch system, SIGHUP of a
// terminal that goes. The last one not under nohup, which has it ignored. A command that such a
// signal ends says so in a line, leaves no files and returns 128 + the number of the signal.
#pragma once

#include <csignal>
#include <vector>

namespace docsis_vp::app {

std::vector<int> stop_signals();

// From now on such a signal ends the program at once. Files that are not whole are removed.
void end_on_stop_signals();
// For a child process, whose parent writes the line: the same without it.
void end_silently_on_stop_signals();

// From now on the first signal is remembered and does nothing else; a second one ends the program
// at once. SIGPIPE is ignored, so that writing to where nobody reads fails as on a full disk.
void remember_stop_signals();
bool stop_wanted();

// Takes a signal that was waited for as if it had come to remember_stop_signals().
void remember_stop_signal(int number);
// The exit status of a command that the remembered signal ended.
int stop_status();
// Whether a process that ended with this status was ended by such a signal.
bool is_stop_status(int status);
// Prints the line of a command that ended with this status, and returns the status.
int tell_stop(int status);

// Holds the signals back, and the end of child processes, until wait() takes them.
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() { release(); }

  // The next one, SIGCHLD or one of the others.
  int wait() const;
  // As it was before; a child process wants that.
  void release() const;

 private:
  sigset_t held_;
  sigset_t before_;
};

}  // namespace docsis_vp::app
