#include "platform/kernel/outcome.h"

#include <systemc>
#include <tuple>
#include <utility>

#include "platform/kernel/agenda.h"

namespace docsis_vp::platform {

namespace {

// The kernel's own notice of a stop; the program reports the outcome itself.
constexpr char kKernelNotice[] = "/OSCI/SystemC";

}  // namespace

void Outcome::fail(std::string cause, TimePs at) {
  if (!ended() && before_failure_) {
    before_failure_(cause);
  }
  end(State::kFailed, std::move(cause), 0, at);
}

void Outcome::exit(int code, TimePs at) {
  end(State::kExited, {}, code, at);
}

void Outcome::end(State state, std::string cause, int code, TimePs at) {
  if (!ended()) {
    sc_core::sc_report_handler::set_actions(kKernelNotice, sc_core::SC_DO_NOTHING);
    Agenda::stop();
  }
  if (std::tie(at, state, cause, code) < std::tie(at_, state_, cause_, exit_code_)) {
    std::tie(at_, state_, cause_, exit_code_) = std::tie(at, state, cause, code);
  }
}

}  // namespace docsis_vp::platform
