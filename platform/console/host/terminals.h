// Implements terminals at the user's end of a console: the program's own, and a pseudoterminal.
#pragma once

#include <termios.h>

#include <optional>

#include "platform/console/host/host_console.h"

namespace docsis_vp::platform {

// Standard input and output. A terminal passes each key on without echo until the console is
// destroyed; the interrupt key works as usual.
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

// A pseudoterminal that acts as a board's serial port, for screen, minicom or a script. Unread
// output is kept while the terminal has room.
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
  int slave_ = -1;  // held open, so that the terminal stays when a user disconnects
  std::string name_;
  std::string unsent_;
};

}  // namespace docsis_vp::platform
