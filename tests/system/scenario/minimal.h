// The shortest possible scenario.
#pragma once

namespace docsis_vp::system {

constexpr const char* kMinimal = R"({
  "modems": [{"name": "cm0"}],
  "service_flows": [
    {
      "name": "us0",
      "modem": "cm0",
      "max_sustained_rate_mbps": 20
    }
  ]
})";

}  // namespace docsis_vp::system
