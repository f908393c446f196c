// Declares the configuration of the request engine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace docsis_vp::cm {

// Keys of a service flow in a scenario.
struct RequestOptions {
  std::uint32_t request_unit_bytes = 4;         // N: 1, 2, 4, 8 or 16 (TLV 24.26)
  std::uint32_t contention_window_eighths = 8;  // of the backoff window, 4..12 (TLV 24.25)
};

struct RequestFlowConfig {
  RequestOptions options;
  std::string stream;               // name of the random stream of the backoff
  std::vector<std::uint16_t> sids;  // SID cluster, one per channel; 0: not on it
  unsigned priority = 0;            // 0..7, 7 high (TLV 24.7)
  std::uint32_t policy = 0;         // docsis::RequestPolicy: forbidden requests (TLV 24.16)
};

struct RequestEngineConfig {
  unsigned modem = 0;  // copied into its requests
  std::uint64_t seed = 1;
  unsigned channels = 1;
  unsigned max_tries = 16;  // after these the head packet is discarded
  std::vector<RequestFlowConfig> flows;
};

}  // namespace docsis_vp::cm
