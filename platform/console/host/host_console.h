// Connects the user's end of a simulated console: a terminal, a TCP port or a file.
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

  // Describes the user's end: "/dev/pts/3", "port 4000 of this machine".
  virtual std::string place() const = 0;
  // Returns whether a user can type into it.
  virtual bool is_live() const { return true; }
  // Waits until a user has connected, at most `limit`; returns whether one has.
  virtual bool ready(std::chrono::milliseconds /*limit*/) { return true; }
  // Returns the octets typed since the last call, without waiting.
  virtual std::string receive() = 0;
  virtual void send(std::string_view octets) = 0;
};

// where: "stdio"; "pty" for a new pseudoterminal; "tcp:PORT" on 127.0.0.1, port 0 for any free one;
// else the name of a file that receives firmware's output. Throws InputError.
std::unique_ptr<HostConsole> open_host_console(const std::string& where);

}  // namespace docsis_vp::platform
