// Implements the server side of GDB's remote serial protocol: octets in, octets out, no sockets.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "platform/debug/debug_target.h"
#include "platform/debug/execution_control.h"
#include "platform/debug/packet_stream.h"

namespace docsis_vp::platform {

// Implements the GDB manual's appendix "Remote Serial Protocol" in all-stop mode. Hart n is thread
// n + 1. A thread that vCont does not name runs, too, because simulated time passes for all harts.
// Unknown packets get an empty reply, malformed ones an error.
class GdbSession {
 public:
  GdbSession(DebugTarget& target, ExecutionControl& control) : target_(target), control_(control) {}

  // Call it when a debugger has connected. The processor is stopped.
  void begin();
  // Handles received octets and returns the reply. While the processor runs, any packet first
  // requests a stop, because only then can it be answered.
  std::string receive(std::string_view octets);

  // Report that the processor stopped, or that its run ended with a status. Both return the octets
  // to send.
  std::string stopped(const Stop& stop);
  std::string ended(int status);
  // Returns the packet that prints `text` on the debugger's console while the processor runs.
  std::string say(std::string_view text) const;

  bool halted() const { return state_ == State::kHalted; }
  bool detached() const { return state_ == State::kDetached; }
  bool killed() const { return state_ == State::kKilled; }
  // True if the debugger wants the running processor to stop.
  bool wants_stop() const { return wants_stop_; }
  // True if the debugger asked not to be told about this signal (QPassSignals).
  bool passes(unsigned signal) const { return passed_signals_.count(signal) != 0; }
  // True if the debugger wants a stop when another program is loaded.
  bool follows_programs() const { return follows_programs_; }

 private:
  enum class State { kHalted, kRunning, kDetached, kKilled };
  static constexpr char kOk[] = "OK";
  static constexpr char kBadPacket[] = "E16";  // EINVAL as two hexadecimal digits
  static constexpr char kNoThread[] = "E03";   // ESRCH

  std::string process();
  std::string reply(std::string_view data);
  // Returns the reply to a packet; nothing if there is none or not yet.
  std::optional<std::string> answer(const std::string& packet);
  std::optional<std::string> answer_v(std::string_view packet);
  std::string answer_query(std::string_view packet);
  std::string supported(std::string_view packet);
  // qXfer:OBJECT:read:ANNEX:OFFSET,LENGTH
  std::string transfer(std::string_view request) const;
  std::string monitor(std::string_view digits);
  std::string pass_signals(std::string_view list);
  // vFlashErase:ADDRESS,BYTES and vFlashWrite:ADDRESS:OCTETS
  std::string erase_flash(std::string_view text);
  std::string write_flash(std::string_view packet);

  std::string read_registers();
  std::string write_registers(std::string_view digits);
  std::string read_register(std::string_view digits);
  std::string write_register(std::string_view assignment);
  std::string read_memory(std::string_view text);
  std::string write_memory(std::string_view packet, bool binary);
  std::string change_stop_point(std::string_view packet, bool set);

  // Threads and their resumption: gdb_threads.cpp.
  std::string choose_thread(std::string_view operation);
  std::string thread_list() const;
  std::string thread_name(std::string_view digits);
  // Returns the hart of a thread number; nothing if there is none. `any` is for "0" and "-1".
  std::optional<unsigned> hart_of(std::string_view thread, unsigned any) const;

  // Handles "c", "s" and "C05;address" for the chosen thread; the others run.
  std::optional<std::string> resume(std::string_view action);
  // Handles the actions of vCont.
  std::optional<std::string> resume_threads(std::string_view actions);
  void let_all_run();
  // Takes an action for the selected hart; false if it is malformed.
  bool take_action(std::string_view action);
  bool take_range(std::string_view range);
  void go(bool steps, std::uint32_t first, std::uint32_t end);
  std::uint32_t pc();
  std::string stop_reply();

  DebugTarget& target_;
  ExecutionControl& control_;
  PacketStream stream_;
  State state_ = State::kDetached;
  Stop last_stop_;
  unsigned general_ = 0;  // hart that register packets refer to
  unsigned resumed_ = 0;  // hart that "c" and "s" refer to
  std::string last_sent_;
  std::string before_reply_;  // packets to send before the reply
  std::set<unsigned> passed_signals_;
  bool confirms_ = true;
  bool wants_stop_ = false;
  bool follows_programs_ = false;
};

}  // namespace docsis_vp::platform
