// A run of the real program with a debugger's end of the remote serial protocol.
#pragma once

#include <cstdint>
#include <string>

#include "platform/debug/packet_stream.h"
#include "tests/app/started_program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app {

// `docsis-vp-sim COMMAND ARGUMENTS --gdb 0`, started; killed with its owner if it still runs then.
// `run` is quiet and leaves its results in out.
class DebuggedRun {
 public:
  explicit DebuggedRun(const std::string& arguments, const std::string& command = "run");
  ~DebuggedRun();
  DebuggedRun(const DebuggedRun&) = delete;
  DebuggedRun& operator=(const DebuggedRun&) = delete;

  // The line that names the port.
  const std::string& greeting() const { return program_.greeting(); }
  std::uint16_t port() const { return program_.port(); }

  void connect();
  void disconnect();
  // Returns the answer to a packet; output of firmware and platform goes to said().
  std::string ask(const std::string& packet);
  void tell(const std::string& octets);
  std::string answer();
  const std::string& said() const { return said_; }
  void forget_said() { said_.clear(); }

  std::uint32_t word(std::uint32_t address);
  std::uint32_t reg(unsigned number);
  // "1.234 s"
  std::string monitor(const std::string& command);

  // Waits for its end.
  int status() { return program_.status(); }
  std::string file(const std::string& name) const;

 private:
  TemporaryFolder folder_;
  StartedProgram program_;
  int socket_ = -1;
  platform::PacketStream stream_;
  std::string said_;
};

}  // namespace docsis_vp::app
