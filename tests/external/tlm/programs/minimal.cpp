// The shortest program that runs a scenario: with an sc_main, or a main, or both.
#include <cstdio>

#include "platform/bus/register_file.h"
#include "system/assembly/system.h"
#include "system/extension/extensions.h"
#include "system/extension/hardware_block.h"

namespace {

int simulate(const char* scenario) {
  docsis_vp::system::System system(docsis_vp::system::load_scenario(scenario));
  system.run_for(sc_core::sc_time(10, sc_core::SC_MS));
  std::printf("simulated %g s\n", system.results().simulated_s);
  return 0;
}

}  // namespace

#ifdef MAIN_ONLY
int main(int, char** argv) {
  return simulate(argv[1]);
}
#else
int sc_main(int, char** argv) {
  return simulate(argv[1]);
}
#endif
#ifdef OWN_MAIN
int main(int argc, char** argv) {
  return sc_core::sc_elab_and_sim(argc, argv);
}
#endif
