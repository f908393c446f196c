// Errors that a program's sc_main lets through, shown as the commands show them.
#pragma once

namespace docsis_vp::platform {

// From now on an InputError or SimulationFailure that leaves sc_main is one line on the standard
// error, "docsis-vp: " and what it says, in place of SystemC's report E549 on the standard output.
// The exit status stays SystemC's, 1. A program that has a report handler of its own keeps it.
void show_uncaught_errors();

}  // namespace docsis_vp::platform
