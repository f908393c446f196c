// Describes the outcome of a run that the simulated system ended: a failure or firmware's exit.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Every block that can end a run gets a reference to the Outcome. The earliest end in simulated
// time counts. At one instant a failure precedes an exit; then the alphabetically first cause or
// the lowest code counts. The result therefore does not depend on the order of processes.
class Outcome {
 public:
  Outcome() = default;
  // Creates the outcome of a part of the simulated system. An end of the part also ends the whole,
  // but not vice versa.
  explicit Outcome(Outcome* whole) : whole_(whole) {}

  // Reports a failure: trap without handler, watchdog, no progress. `cause` is one line.
  void fail(std::string cause, TimePs at);
  // Reports that firmware ended the run with an exit code.
  void exit(int code, TimePs at);

  // Registers a function that is called before a failure, or an exit other than 0, takes effect. It
  // receives the cause, one line, and the time, which may be ahead of the kernel's. If it returns
  // true, the end is ignored and the part continues.
  void recover_by(std::function<bool(const std::string& cause, TimePs at)> recover) {
    recover_ = std::move(recover);
  }

  // The observer is called with the cause when the first failure is about to end the run, before
  // any state changes.
  void before_failure(std::function<void(const std::string& cause)> observer) {
    before_failure_ = std::move(observer);
  }

  // The function is called with the time of the end, and again for each earlier end. Without it the
  // kernel stops at the end of the current delta. Not for a part.
  void end_run_by(std::function<void(TimePs at)> end_run) { end_run_ = std::move(end_run); }

  bool ended() const { return state_ != State::kRunning; }
  bool failed() const { return state_ == State::kFailed; }
  // Valid once ended(): simulated time of the end, which may lie ahead of the kernel's.
  TimePs at() const { return at_; }
  // The cause of a failure, else empty.
  const std::string& cause() const { return cause_; }
  // The code of an exit, else 0.
  int exit_code() const { return exit_code_; }

  // Compares two ends.
  bool operator==(const Outcome& other) const;

 private:
  // In the order of precedence at one instant.
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
