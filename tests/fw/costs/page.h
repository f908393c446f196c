// Writes the page docs/aqm.md with the measured costs of the laws.
#pragma once

#include <string>

namespace docsis_vp::fw {

// Returns the page. Measures every law, which takes seconds and several processes.
std::string cost_page();

}  // namespace docsis_vp::fw
