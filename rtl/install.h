#pragma once

namespace docsis_vp::rtl {

// Lets models ask for these blocks (models/queue/gates.h).
void install();

}  // namespace docsis_vp::rtl
