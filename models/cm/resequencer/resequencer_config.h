// Declares the configuration of the resequencer.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::cm {

struct ResequencerConfig {
  std::uint32_t first_dsid = 1;       // first of the modem's 32 consecutive DSIDs
  std::vector<unsigned> channels{0};  // indices of the received channels, 0..31
  // Longest time that a packet waits for earlier packets (MULPIv3.1 Annex B: 18 ms).
  TimePs wait = 18 * kPsPerMs;
  TimePs stats_from = 0;  // distributions leave out earlier events
};

}  // namespace docsis_vp::cm
