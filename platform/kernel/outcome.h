// How a run ended, when something inside the simulated system ended it.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Handed to every block that can end a run. The earliest end in simulated time counts; at one
// instant a failure precedes an exit, then the lesser cause or code, so that nothing hangs on
// which process spoke first.
class Outcome {
 public:
  Outcome() = default;
  // Of a part of the simulated system: its ends are ends of the whole, not the other way round.
  explicit Outcome(Outcome* whole) : whole_(whole) {}

  // The simulated system failed: trap without handler, watchdog, no progress. `cause` is one line.
  void fail(std::string cause, TimePs at);
  // Firmware ended the run with a code of its own.
  void exit(int code, TimePs at);

  // Registers a function that a part asks before a failure, or an exit other than 0, counts. It
  // gets the cause, one line, and the time, which may lie ahead of the kernel's. True: nothing has
  // ended, and the part goes on.
  void recover_by(std::function<bool(const std::string& cause, TimePs at)> recover) {
    recover_ = std::move(recover);
  }

  // Called as the first failure is about to end the run, with its cause; nothing has moved since.
  void before_failure(std::function<void(const std::string& cause)> observer) {
    before_failure_ = std::move(observer);
  }

  // Called with the time of the end, and again of each that turns out to be earlier. Without it the
  // kernel stops at the end of the current delta. Not of a part.
  void end_run_by(std::function<void(TimePs at)> end_run) { end_run_ = std::move(end_run); }

  bool ended() const { return state_ != State::kRunning; }
  bool failed() const { return state_ == State::kFailed; }
  // Valid once ended(): simulated time of the end, which may lie ahead of the kernel's.
  TimePs at() const { return at_; }
  // Of a failure; else empty.
  const std::string& cause() const { return cause_; }
  // Of an exit; else 0.
  int exit_code() const { return exit_code_; }

  // The same end.
  bool operator==(const Outcome& other) const;

 private:
  // In the order in which they win at one instant.
  enum class State { kFailed, kExited, kRunning };

  void end(State state, std::string cause, int code, TimePs at);
  void end_run();

  Outcome* whole_ = nullptr;
  std::function<void(const std::string&)> before_failure_;
  std::function<void(TimePs)> end_run_;
  std::function<bool(const std::string&, TimePs)> recover_;
  State state_ = State::kRunning;
  TimePs at_ = kNever;
  std::string cause_;
  int exit_code_ = 0;
};

}  // namespace docsis_vp::platform
