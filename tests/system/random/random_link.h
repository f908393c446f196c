// The plant of a random scenario.
#pragma once

#include "tests/system/random/draw.h"
#include "tests/system/random/outline.h"

namespace docsis_vp::system {

// Number and kinds of the channels, and whether they lose frames.
void outline_link(Outline& outline);
// `rf`
Object random_link(const Outline& outline);

}  // namespace docsis_vp::system
