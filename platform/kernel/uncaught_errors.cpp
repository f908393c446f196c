#include "platform/kernel/uncaught_errors.h"

#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <systemc>

#include "platform/base/errors.h"

namespace docsis_vp::platform {

namespace {

// Returns the text of the exception that SystemC has caught, or nothing if it is not ours.
std::optional<std::string> own_text() {
  try {
    if (const std::exception_ptr caught = std::current_exception()) {
      std::rethrow_exception(caught);
    }
  } catch (const InputError& error) {
    return error.what();
  } catch (const SimulationFailure& error) {
    return error.what();
  } catch (...) {
    return std::nullopt;
  }
  return std::nullopt;
}

// The kernel must handle an error of a process, because it ends the simulation.
bool is_in_process() {
  return sc_core::sc_is_running() && sc_core::sc_get_current_process_handle().valid();
}

void show(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  const std::optional<std::string> text =
      report.get_severity() == sc_core::SC_ERROR && !is_in_process() ? own_text() : std::nullopt;
  if (text) {
    std::fprintf(stderr, "docsis-vp: %s\n", text->c_str());
  } else {
    sc_core::sc_report_handler::default_handler(report, actions);
  }
}

}  // namespace

void show_uncaught_errors() {
  if (sc_core::sc_report_handler::get_handler() == &sc_core::sc_report_handler::default_handler) {
    sc_core::sc_report_handler::set_handler(&show);
  }
}

}  // namespace docsis_vp::platform
