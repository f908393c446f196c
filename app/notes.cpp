#include "app/notes.h"

#include <iostream>

#include "system/scenario/idle_options.h"
#include "system/scenario/without_effect.h"

namespace docsis_vp::app {

void tell_notes(const system::Scenario& scenario) {
  for (const auto& notes : {system::notes_on_configuration_files(scenario),
                            system::notes_on_queue_management(scenario)}) {
    for (const std::string& note : notes) {
      std::cerr << "docsis-vp: " << note << "\n";
    }
  }
}

}  // namespace docsis_vp::app
