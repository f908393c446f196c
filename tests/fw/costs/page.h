// docs/aqm.md.
#pragma once

#include <string>

namespace docsis_vp::fw {

// Measures every law: takes seconds and processes.
std::string cost_page();

}  // namespace docsis_vp::fw
