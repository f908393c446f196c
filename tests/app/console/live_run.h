// Runs the real program with a user at its console.
#pragma once

#include <string>

#include "tests/app/started_program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {

// `docsis-vp-sim run ARGUMENTS --quiet`, started; killed with its owner if it still runs then.
class LiveRun {
 public:
  explicit LiveRun(const std::string& arguments);
  ~LiveRun();
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  // The program's first line: the place of the console.
  const std::string& greeting() const { return program_.greeting(); }

  // The other end of the console.
  void connect_to_port();
  void open_terminal();
  void type(const std::string& text) const;
  // All that comes until this has come, or, after 20 seconds, without it.
  std::string read_until(const std::string& end) const;

  // As from the keyboard; returns the exit status.
  int interrupt();

 private:
  TemporaryFolder folder_;
  StartedProgram program_;
  int console_ = -1;
};

}  // namespace docsis_vp::app
