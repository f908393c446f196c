#include "platform/kernel/outcome.h"

#include <tuple>
#include <utility>

#include "platform/kernel/agenda.h"

namespace docsis_vp::platform {

void Outcome::fail(std::string cause, TimePs at) {
  if (recover_ && recover_(cause, at)) {
    return;
  }
  if (!ended() && before_failure_) {
    before_failure_(cause);
  }
  if (whole_ != nullptr) {
    whole_->fail(cause, at);
  }
  end(State::kFailed, std::move(cause), 0, at);
}

void Outcome::exit(int code, TimePs at) {
  if (code != 0 && recover_ && recover_("exit status " + std::to_string(code), at)) {
    return;
  }
  if (whole_ != nullptr) {
    whole_->exit(code, at);
  }
  end(State::kExited, {}, code, at);
}

void Outcome::end(State state, std::string cause, int code, TimePs at) {
  const bool earlier = at < at_;
  if (std::tie(at, state, cause, code) < std::tie(at_, state_, cause_, exit_code_)) {
    std::tie(at_, state_, cause_, exit_code_) = std::tie(at, state, cause, code);
  }
  if (earlier && whole_ == nullptr) {
    end_run();
  }
}

bool Outcome::operator==(const Outcome& other) const {
  return std::tie(at_, state_, cause_, exit_code_) ==
         std::tie(other.at_, other.state_, other.cause_, other.exit_code_);
}

void Outcome::end_run() {
  if (end_run_) {
    end_run_(at_);
    return;
  }
  Agenda::stop();
}

}  // namespace docsis_vp::platform
