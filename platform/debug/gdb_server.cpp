#include "platform/debug/gdb_server.h"

#include <utility>

#include "platform/cpu/trap.h"

namespace docsis_vp::platform {

namespace {

constexpr std::chrono::milliseconds kLookEvery(20);
// Longest wait without a check for an interrupt from the keyboard.
constexpr std::chrono::milliseconds kWaitAtMost(100);
// A debugger that was told about the end closes at once.
constexpr std::chrono::milliseconds kPatience(500);
// Reading the host's clock costs as much as a few simulated instructions.
constexpr unsigned kAskedPerClockReading = 64;

// Returns GDB's signal number for a trap; 0 for a call.
unsigned signal_of(const Trap& trap) {
  constexpr unsigned kSigill = 4, kSigtrap = 5, kSigsegv = 11;
  switch (trap.cause) {
    case kIllegalInstruction:
      return kSigill;
    case kBreakpoint:
      return kSigtrap;
    case kInstructionAccessFault:
    case kLoadAccessFault:
    case kStoreAccessFault:
      return kSigsegv;
    default:
      return 0;
  }
}

}  // namespace

GdbServer::GdbServer(DebugTarget& target, std::uint16_t port)
    : target_(target), session_(target, control_), port_(port) {
  for (unsigned i = 0; i < target.harts(); ++i) {
    harts_.push_back(std::make_unique<Hart>(*this, i));
  }
}

bool GdbServer::Hart::watches_instructions() const {
  return !server_.ended_ && server_.port_.connected() &&
         server_.control_.watches_instructions(number_);
}

bool GdbServer::Hart::holds() {
  if (server_.ended_) {
    return false;
  }
  DebugTarget& target = server_.target_;
  target.select(number_);
  server_.last_asked_ = number_;
  // An interrupt came first; the instruction will trap again later.
  if (stop_ && stop_->cause == Stop::Cause::kTrap && held_trap_->progress != target.progress()) {
    stop_.reset();
    held_trap_.reset();
  }
  if (!stop_ && !server_.stop_ && ++server_.asked_ >= kAskedPerClockReading && server_.is_due()) {
    server_.look();
  }
  if (!stop_) {
    stop_ = std::exchange(server_.stop_, std::nullopt);
  }
  if (!stop_ && server_.port_.connected()) {
    target.select(number_);
    stop_ = server_.control_.before(target, target.read_register(DebugTarget::kPc).value_or(0));
  }
  return stop_.has_value();
}

bool GdbServer::Hart::holds_trap(const Trap& trap) {
  const unsigned signal = signal_of(trap);
  if (server_.ended_ || !server_.port_.connected() || signal == 0 ||
      server_.session_.passes(signal)) {
    return false;
  }
  server_.target_.select(number_);
  const std::uint64_t progress = server_.target_.progress();
  if (held_trap_ && held_trap_->progress == progress && held_trap_->trap.pc == trap.pc &&
      held_trap_->trap.cause == trap.cause && held_trap_->trap.value == trap.value) {
    return false;
  }
  held_trap_ = HeldTrap{trap, progress};
  stop_ = Stop{Stop::Cause::kTrap, {}, describe(trap), signal};
  return true;
}

void GdbServer::Hart::hold() {
  if (std::optional<Stop> stop = std::exchange(stop_, std::nullopt)) {
    stop->hart = number_;
    server_.stop_here(*stop);
  }
}

bool GdbServer::Hart::was_shown_last_trap() {
  server_.target_.select(number_);
  return held_trap_ && server_.target_.progress() - held_trap_->progress <= 1;
}

void GdbServer::Hart::forget_stop_point() {
  if (stop_ && stop_->cause != Stop::Cause::kTrap) {
    stop_.reset();
  }
}

void GdbServer::hold() {
  if (std::optional<Stop> stop = std::exchange(stop_, std::nullopt)) {
    stop_here(*stop);
  }
}

void GdbServer::poll() {
  if (!ended_ && is_due()) {
    look();
    hold();
  }
}

bool GdbServer::accessed(const MemoryAccess& access, const std::string& who) {
  if (ended_ || stop_ || !port_.connected() || session_.halted()) {
    return false;
  }
  const std::optional<StopPoint> touched = control_.touched_by(access);
  if (touched) {
    stop_ = Stop{Stop::Cause::kStopPoint, *touched, who};
  }
  return touched.has_value();
}

bool GdbServer::is_due() {
  asked_ = 0;
  const HostClock::time_point now = HostClock::now();
  if (now < next_look_) {
    return false;
  }
  next_look_ = now + kLookEvery;
  return true;
}

void GdbServer::look() {
  if (port_.accept()) {
    session_.begin();
    stop_ = Stop{};
    return;
  }
  const std::string octets = port_.receive();
  if (port_.connected()) {
    port_.send(session_.receive(octets));
    if (session_.wants_stop()) {
      stop_ = Stop{};
    }
  } else if (!session_.detached()) {
    debugger_left();
  }
}

void GdbServer::stop_here(const Stop& stop) {
  stop_.reset();
  if (stop.cause == Stop::Cause::kTrap ||
      (stop.cause == Stop::Cause::kStopPoint && !stop.text.empty())) {
    say(stop.text + "\n");
  }
  port_.send(session_.stopped(stop));
  serve_while_halted();
  set_breakpoints();
  for (const auto& hart : harts_) {
    hart->forget_stop_point();
  }
}

void GdbServer::serve_while_halted() {
  while (!port_.connected() || session_.halted()) {
    if (keeps_waiting_ && !keeps_waiting_()) {
      ended_ = true;
      return;
    }
    port_.wait(kWaitAtMost);
    if (port_.accept()) {
      session_.begin();
    }
    const bool was_connected = port_.connected();
    port_.send(session_.receive(port_.receive()));
    if (was_connected && !port_.connected()) {
      break;
    }
  }
  if (session_.killed()) {
    ended_ = true;
    end_run_();
  }
  if (!port_.connected() || session_.detached() || session_.killed()) {
    debugger_left();
  }
}

// The run continues without a debugger until the next one connects.
void GdbServer::debugger_left() {
  port_.close();
  control_.clear();
  set_breakpoints();
  if (!session_.killed()) {
    session_.ended(0);
  }
}

void GdbServer::failing(const std::string& cause) {
  if (!ended_ && port_.connected() && !session_.halted()) {
    say(cause + "\n");
    // The trap that fails the run was already reported before it happened.
    const bool was_shown = harts_[last_asked_]->was_shown_last_trap();
    if (!was_shown) {
      stop_here({Stop::Cause::kFailed, {}, {}, 0, last_asked_});
    }
  }
}

void GdbServer::program_replaced() {
  if (ended_ || !port_.connected() || session_.halted()) {
    return;
  }
  if (session_.follows_programs()) {
    control_.clear();  // the debugger sets them again at the new program's addresses
    stop_here({Stop::Cause::kNewProgram, {}, target_.executable()});
  } else {
    say("the CPU starts another program: " + target_.executable() + "\n");
  }
}

void GdbServer::say(const std::string& line) {
  port_.send(session_.say(line));
}

void GdbServer::finish(int status) {
  if (!ended_) {
    ended_ = true;
    port_.send(session_.ended(status));
    port_.close_after_peer(kPatience);
  }
}

}  // namespace docsis_vp::platform
