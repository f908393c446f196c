// Declares the configuration of the resequencer.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::cm {

struct ResequencerConfig {
  unsigned modem = 0;                 // determines the modem's DSIDs, see docsis::dsid_of()
  unsigned flows = 1;                 // downstream service flows, at most 48
  std::vector<unsigned> channels{0};  // indices of the received channels, 0..31
  // Longest time that a packet waits for earlier packets (MULPIv3.1 Annex B: 18 ms).
  TimePs wait = 18 * kPsPerMs;
  TimePs stats_from = 0;  // distributions leave out earlier events
};

}  // namespace docsis_vp::cm
