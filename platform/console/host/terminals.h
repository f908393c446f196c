// Terminals as a console's other end: the one that the program runs in, and one of its own.
#pragma once

#include <termios.h>

#include <optional>

#include "platform/console/host/host_console.h"

namespace docsis_vp::platform {

// Standard input and output. A terminal hands on each key and echoes none of them, until the
// console goes away; interrupting from the keyboard works as ever.
class StdioConsole : public HostConsole {
 public:
  StdioConsole();
  ~StdioConsole() override;
  StdioConsole(const StdioConsole&) = delete;
  StdioConsole& operator=(const StdioConsole&) = delete;

  std::string place() const override { return "standard input and output"; }
  std::string receive() override;
  void send(std::string_view octets) override;

 private:
  std::optional<termios> before_;  // if it is a terminal
  bool ended_ = false;
};

// A pseudoterminal, as a serial port of a board appears: for screen, minicom, a script. What nobody
// reads is kept as far as there is room for it.
class PtyConsole : public HostConsole {
 public:
  PtyConsole();
  ~PtyConsole() override;
  PtyConsole(const PtyConsole&) = delete;
  PtyConsole& operator=(const PtyConsole&) = delete;

  std::string place() const override { return name_; }
  std::string receive() override;
  void send(std::string_view octets) override;

 private:
  int master_ = -1;
  int slave_ = -1;  // held open, so that the terminal outlives those who come and go
  std::string name_;
  std::string unsent_;
};

}  // namespace docsis_vp::platform
