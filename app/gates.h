#pragma once

namespace docsis_vp::app {

// Installs the Verilog blocks if the program was built with them.
void install_gates();

}  // namespace docsis_vp::app
