// A run of the real program with somebody at its console.
#pragma once

#include <cstdio>
#include <string>

#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {

// `docsis-vp-sim run ARGUMENTS --quiet`, started; killed with its owner if it still runs then.
class LiveRun {
 public:
  explicit LiveRun(const std::string& arguments);
  ~LiveRun();
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  // What it says first: where the console is.
  const std::string& greeting() const { return greeting_; }
  // The word behind this one in the greeting.
  std::string word_after(const std::string& words) const;

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
  std::FILE* output_;
  std::string greeting_;
  int console_ = -1;
  int process_ = -1;
};

}  // namespace docsis_vp::app
