// The plant of a random scenario.
#pragma once

#include "tests/system/random/draw.h"
#include "tests/system/random/outline.h"

namespace docsis_vp::system {

// How many channels there are, of what kind, and whether they lose anything.
void outline_link(Outline& outline);
// `rf`
Object random_link(const Outline& outline);

}  // namespace docsis_vp::system
