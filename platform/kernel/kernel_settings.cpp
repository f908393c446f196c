#include "platform/kernel/kernel_settings.h"

#include <string>
#include <systemc>

#include "platform/base/errors.h"

namespace docsis_vp::platform {

void require_picoseconds() {
  using sc_core::sc_time;
  if (sc_time::from_value(1) != sc_time(1, sc_core::SC_PS)) {
    throw InputError("time resolution of SystemC: expected 1 ps, the default, got " +
                     sc_core::sc_get_time_resolution().to_string() +
                     "; leave out sc_set_time_resolution()");
  }
}

void drop_kernel_notices() {
  using sc_core::sc_report_handler;
  constexpr const char* kType = "/OSCI/SystemC";
  const sc_core::sc_actions of_type =
      sc_report_handler::set_actions(kType, sc_core::SC_UNSPECIFIED);
  sc_report_handler::set_actions(kType, of_type);
  if (of_type != sc_core::SC_UNSPECIFIED) {
    return;
  }
  const sc_core::sc_actions of_notices =
      sc_report_handler::set_actions(kType, sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  if (of_notices != sc_core::SC_UNSPECIFIED) {
    sc_report_handler::set_actions(kType, sc_core::SC_INFO, of_notices);
  }
}

}  // namespace docsis_vp::platform
