// Where a simulated console meets its user: a terminal, a TCP port, a file.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace docsis_vp::platform {

class HostConsole {
 public:
  virtual ~HostConsole() = default;

  // Where a user finds it: "/dev/pts/3", "port 4000 of this machine".
  virtual std::string place() const = 0;
  // Somebody may type at it.
  virtual bool is_live() const { return true; }
  // Returns once somebody is there, or after this time.
  virtual bool ready(std::chrono::milliseconds /*limit*/) { return true; }
  // What was typed since, without waiting.
  virtual std::string receive() = 0;
  virtual void send(std::string_view octets) = 0;
};

// "stdio"; "pty": a new pseudoterminal; "tcp:PORT" of 127.0.0.1, 0: any that is free; else the name
// of a file that takes what firmware says. Throws InputError.
std::unique_ptr<HostConsole> open_host_console(const std::string& where);

}  // namespace docsis_vp::platform
