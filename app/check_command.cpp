#include <iostream>

#include "app/notes.h"
#include "app/options.h"
#include "platform/base/errors.h"
#include "system/area/technology_file.h"
#include "system/assembly/configure_aqm.h"
#include "system/assembly/configure_scheduling.h"
#include "system/scenario/fields.h"
#include "system/scenario/firmware.h"
#include "system/scenario/load.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kCheckUsage =
    "docsis-vp check SCENARIO [--set path=value]... [--case NAME] | --schema | --reference";

}  // namespace

int check_command(const Arguments& arguments) {
  system::Overrides overrides;
  po::options_description options("options");
  options.add_options()                                                                //
      ("set", po::value(&overrides.sets)->value_name("PATH=VALUE"), "change one key")  //
      ("case", po::value(&overrides.case_name)->value_name("NAME"), "apply a case")    //
      ("schema", "print the JSON Schema of scenarios")                                 //
      ("reference", "print the scenario reference, docs/scenario-reference.md");
  po::variables_map values;
  if (parse_options(arguments, kCheckUsage, options, {"scenario"}, values)) {
    return kDone;
  }
  refuse_empty(values, {"case"});
  if (values.count("scenario") != 0) {
    const system::LoadedScenario loaded =
        system::load_scenario(values["scenario"].as<std::string>(), overrides);
    system::check_laws(loaded);
    system::check_admission(loaded);
    system::check_firmware(loaded);
    system::check_technologies(loaded);
    tell_notes(loaded.scenario);
    tell_limits(loaded.scenario);
    if (values.count("schema") + values.count("reference") == 0) {
      std::cout << system::effective_configuration(loaded.scenario, loaded.directory);
    }
  } else if (values.count("schema") + values.count("reference") == 0) {
    throw InputError(std::string("a scenario is missing, usage: ") + kCheckUsage);
  }
  if (values.count("schema") != 0) {
    std::cout << system::scenario_schema();
  }
  if (values.count("reference") != 0) {
    std::cout << system::scenario_reference();
  }
  return kDone;
}

}  // namespace docsis_vp::app
