// A debugger's end of the remote serial protocol: octets in, octets out, no sockets.
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

// GDB manual, appendix "Remote Serial Protocol". One thread, which always stops as a whole. What
// it does not know it answers by an empty packet, what it cannot make sense of by an error.
class GdbSession {
 public:
  GdbSession(DebugTarget& target, ExecutionControl& control) : target_(target), control_(control) {}

  // A debugger connects; the processor stands.
  void begin();
  // What came; returns what to send. While the processor runs, any packet stops it first, because
  // it is answered only when it stands.
  std::string receive(std::string_view octets);

  // The processor stopped, or its run ended with a status; returns what to send.
  std::string stopped(const Stop& stop);
  std::string ended(int status);
  // The platform has something to say to whoever sits at the debugger, while the processor runs.
  std::string say(std::string_view text) const;

  bool halted() const { return state_ == State::kHalted; }
  bool detached() const { return state_ == State::kDetached; }
  bool killed() const { return state_ == State::kKilled; }
  // The debugger wants the running processor to stop.
  bool wants_stop() const { return wants_stop_; }
  // It wants to hear nothing of this signal (QPassSignals).
  bool passes(unsigned signal) const { return passed_signals_.count(signal) != 0; }
  // It follows a processor to another program.
  bool follows_programs() const { return follows_programs_; }

 private:
  enum class State { kHalted, kRunning, kDetached, kKilled };

  std::string process();
  std::string reply(std::string_view data);
  // The answer to a packet; nothing: it has none, now or at all.
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

  // "c", "s", "C05;address" and what vCont has for one thread.
  std::optional<std::string> resume(std::string_view action);
  std::optional<std::string> resume_by_range(std::string_view range);
  void go(bool steps, std::uint32_t first, std::uint32_t end);
  std::uint32_t pc();
  std::string stop_reply();

  DebugTarget& target_;
  ExecutionControl& control_;
  PacketStream stream_;
  State state_ = State::kDetached;
  Stop last_stop_;
  std::string last_sent_;
  std::string before_reply_;  // packets
  std::set<unsigned> passed_signals_;
  bool confirms_ = true;
  bool wants_stop_ = false;
  bool follows_programs_ = false;
};

}  // namespace docsis_vp::platform
