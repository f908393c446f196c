// A scenario of a tenth of a second, for suites that are run as programs.
#pragma once

namespace docsis_vp::testing {

constexpr const char* kShortScenario = R"({
  "duration_s": 0.1,
  "modems": [{"name": "cm0"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 50}],
  "flows": [{"name": "load", "modem": "cm0", "rate_mbps": 4}]
})";

}  // namespace docsis_vp::testing
