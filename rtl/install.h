#pragma once

namespace docsis_vp::rtl {

// Installs the blocks for the models (models/queue/gates.h).
void install();

}  // namespace docsis_vp::rtl
