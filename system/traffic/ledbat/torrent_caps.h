// Computes the default rate limits of torrents.
#pragma once

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Sets the limit of each torrent that has none from the rate of its service flow, for the first of
// several modems. all: the same scenario with every modem listed (instances.h).
void fill_torrent_caps(Scenario& written, const Scenario& all);

}  // namespace docsis_vp::system
