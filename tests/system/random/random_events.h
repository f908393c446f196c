// Faults and changes in a random scenario.
#pragma once

#include "tests/system/random/draw.h"
#include "tests/system/random/outline.h"

namespace docsis_vp::system {

// `events`: losses on a plant that loses, moves between channels and other profiles, and what
// strikes control CPUs without breaking them.
Array random_events(const Outline& outline);

}  // namespace docsis_vp::system
