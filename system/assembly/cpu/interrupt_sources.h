// Numbers and names of the modem's interrupt sources, as in fw/hal/interrupt_controller.h.
#pragma once

#include <iterator>
#include <string>

namespace docsis_vp::system {

constexpr unsigned kAqmTickSource = 1;
constexpr unsigned kConsoleSource = 2;
constexpr unsigned kWatchdogSource = 3;
constexpr unsigned kIngressHoldSource = 4;
constexpr unsigned kVerdictPortSource = 5;

constexpr const char* kInterruptSources[] = {"none",     "aqm_tick",     "console",
                                             "watchdog", "ingress_hold", "verdict_port"};

// Returns "console", or "source 9" if no block has the number.
inline std::string interrupt_source_name(unsigned source) {
  return source < std::size(kInterruptSources) ? kInterruptSources[source]
                                               : "source " + std::to_string(source);
}

}  // namespace docsis_vp::system
