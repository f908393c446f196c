#include "app/notes.h"

#include <iostream>

#include "system/scenario/check/flow_notes.h"
#include "system/scenario/check/idle_options.h"
#include "system/scenario/check/limit_notes.h"
#include "system/scenario/check/without_effect.h"
#include "system/scenario/derive/instances.h"

namespace docsis_vp::app {

namespace {

void tell(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    std::cerr << "docsis-vp: " << note << "\n";
  }
}

}  // namespace

void print_notes(const system::Scenario& scenario) {
  tell(system::notes_on_configuration_files(scenario));
  tell(system::notes_on_queue_management(scenario));
  tell(system::notes_on_flows(scenario));
}

void print_limits(const system::Scenario& scenario) {
  tell(system::notes_on_limits(system::modem_by_modem(scenario)));
}

}  // namespace docsis_vp::app
