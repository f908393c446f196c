// docsis-vp-sim as a process that a test talks to while it runs.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace docsis_vp::app {

// Started, and killed with its owner if it still runs then.
class StartedProgram {
 public:
  // arguments: as a shell reads them. Waits for the first line of its output.
  explicit StartedProgram(const std::string& arguments);
  ~StartedProgram();
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  const std::string& greeting() const { return greeting_; }
  // In the greeting, the word behind these. Throws std::runtime_error if they are not in it.
  std::string word_after(const std::string& words) const;
  // The port of this machine that the greeting names.
  std::uint16_t port() const;
  // Returns a socket connected to it, which the caller closes. Throws std::runtime_error without a
  // listener.
  int connect_to_port() const;

  void signal(int number) const;
  // Waits for its end: the exit status; -1: killed.
  int status();

 private:
  std::FILE* output_ = nullptr;
  std::string greeting_;
  int process_ = -1;
};

}  // namespace docsis_vp::app
