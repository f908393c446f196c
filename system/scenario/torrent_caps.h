// The usual limits of rate of torrents.
#pragma once

#include "system/scenario/scenario.h"

namespace docsis_vp::system {

// Of those that have none: by what the service flow carries that their connections take, behind the
// first of several modems. all: the same modem by modem (instances.h).
void fill_torrent_caps(Scenario& written, const Scenario& all);

}  // namespace docsis_vp::system
