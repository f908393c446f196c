// Signals that ask a run to end: it then leaves no files, half ones least of all.
#pragma once

#include <csignal>
#include <vector>

namespace docsis_vp::app {

// From the keyboard, of a batch system, of a terminal that goes; the last not under nohup, which
// has it ignored.
std::vector<int> stop_signals();

// From now on they are remembered and do nothing else; nor does SIGPIPE end the program, so that
// writing to where nobody reads fails as on a full disk.
void remember_stop_signals();
bool stop_wanted();

// Keeps them, and the end of child processes, for who waits for them.
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
