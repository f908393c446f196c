// The platform within a shared library.
#include "system/assembly/system.h"

double simulate(const char* scenario);
double simulate(const char* scenario) {
  docsis_vp::system::System system(docsis_vp::system::load_scenario(scenario));
  system.run_for(sc_core::sc_time(10, sc_core::SC_MS));
  return system.results().simulated_s;
}
