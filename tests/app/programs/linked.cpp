// A program of one's own that lets every error through. usage: linked_program SCENARIO [WHAT]
#include <stdexcept>
#include <string>

#include "system/assembly/system.h"

int sc_main(int argc, char** argv) {
  using namespace docsis_vp::system;
  const std::string what = argc > 2 ? argv[2] : "";
  if (what == "foreign") {
    throw std::runtime_error("not ours");
  }
  LoadedScenario loaded = load_scenario(argv[1]);
  if (what == "structs") {
    loaded.scenario.duration_s = -1;
    loaded = load_scenario_structs(loaded.scenario);
  }
  System system(std::move(loaded));
  system.run();
  return 0;
}
