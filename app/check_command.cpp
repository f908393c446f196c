#include <algorithm>
#include <array>
#include <iostream>

#include "app/notes.h"
#include "app/options.h"
#include "platform/base/errors.h"
#include "system/area/technology_file.h"
#include "system/assembly/configure/admission.h"
#include "system/assembly/configure/configure_aqm.h"
#include "system/results/results_reference.h"
#include "system/scenario/fields/fields.h"
#include "system/scenario/read/firmware.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kCheckUsage =
    "docsis-vp check SCENARIO [--set path=value]... [--case NAME] | --schema | --reference | "
    "--results-schema | --results-reference";

struct Reference {
  const char* option;
  std::string (*text)();
};
constexpr std::array<Reference, 4> kReferences = {
    {{"schema", system::scenario_schema},
     {"reference", system::scenario_reference},
     {"results-schema", system::results_schema},
     {"results-reference", system::results_reference}}};

}  // namespace

int check_command(const Arguments& arguments) {
  system::Overrides overrides;
  po::options_description options("options");
  options.add_options()                                                                //
      ("set", po::value(&overrides.sets)->value_name("PATH=VALUE"), "change one key")  //
      ("case", po::value(&overrides.case_name)->value_name("NAME"), "apply a case")    //
      ("schema", "print the JSON Schema of scenarios")                                 //
      ("reference", "print the scenario reference, docs/scenario-reference.md")        //
      ("results-schema", "print the JSON Schema of results.json")                      //
      ("results-reference", "print the results reference, docs/results-reference.md");
  po::variables_map values;
  if (parse_options(arguments, kCheckUsage, options, {"scenario"}, values)) {
    return kDone;
  }
  reject_empty_values(values, {"case"});
  const bool prints_reference =
      std::any_of(kReferences.begin(), kReferences.end(),
                  [&values](const Reference& each) { return values.count(each.option) != 0; });
  if (values.count("scenario") != 0) {
    const system::LoadedScenario loaded =
        system::load_scenario(values["scenario"].as<std::string>(), overrides);
    system::check_laws(loaded);
    system::check_admission(loaded);
    system::check_firmware(loaded);
    system::check_technologies(loaded);
    print_notes(loaded.scenario);
    print_limits(loaded.scenario);
    if (!prints_reference) {
      std::cout << system::effective_configuration(loaded.scenario, loaded.directory);
    }
  } else if (!prints_reference) {
    throw InputError(std::string("a scenario is missing, usage: ") + kCheckUsage);
  }
  for (const Reference& each : kReferences) {
    if (values.count(each.option) != 0) {
      std::cout << each.text();
    }
  }
  return kDone;
}

}  // namespace docsis_vp::app
