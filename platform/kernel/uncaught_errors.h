// Prints errors that leave a program's sc_main as the commands print them.
#pragma once

namespace docsis_vp::platform {

// After this call, an InputError or SimulationFailure that leaves sc_main prints one line on the
// standard error: "docsis-vp: " and the message. It replaces SystemC's report E549 on the standard
// output. The exit status stays SystemC's, 1. A report handler of the program stays in place.
void show_uncaught_errors();

}  // namespace docsis_vp::platform
