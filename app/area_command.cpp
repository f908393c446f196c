#include <iostream>

#include "app/options.h"
#include "platform/base/errors.h"
#include "system/area/area_text.h"
#include "system/area/hardware_config.h"
#include "system/area/modem_area.h"
#include "system/area/sensitivity.h"
#include "system/area/technology_file.h"
#include "system/area/write_area.h"
#include "system/assembly/configure/configure_aqm.h"
#include "system/json/writer.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kAreaUsage =
    "docsis-vp area SCENARIO [--set path=value]... [--case NAME] [--depth N] [--nodes] "
    "[--sensitivity] [--json]";
constexpr std::int64_t kDeepest = 100;

std::vector<area::Technology> all_technologies() {
  std::vector<area::Technology> technologies;
  for (const area::BuiltInTechnology& each : area::built_in_technologies()) {
    technologies.push_back(system::parse_technology(each.text, each.name));
  }
  return technologies;
}

// Index of the first modem of an entry with several.
unsigned first_called(const std::string& name, const system::Scenario& scenario) {
  unsigned index = 0;
  while (scenario.modems[index].name != name && scenario.modems[index].family != name) {
    ++index;
  }
  return index;
}

}  // namespace

int area_command(const Arguments& arguments) {
  system::Overrides overrides;
  std::int64_t depth = kDeepest;
  po::options_description options("options");
  options.add_options()                                                                //
      ("set", po::value(&overrides.sets)->value_name("PATH=VALUE"), "change one key")  //
      ("case", po::value(&overrides.case_name)->value_name("NAME"), "apply a case")    //
      ("depth", po::value(&depth)->value_name("N"),
       "levels of blocks to show (default: all)")                                      //
      ("nodes", "show totals in every technology")                                     //
      ("sensitivity", "show the change of area with half and twice of each quantity")  //
      ("json", "print JSON as the key `area` of results.json, with the requested details");
  po::variables_map values;
  if (parse_options(arguments, kAreaUsage, options, {"scenario"}, values)) {
    return kDone;
  }
  reject_empty_values(values, {"case"});
  if (values.count("scenario") == 0) {
    throw InputError(std::string("a scenario is missing, usage: ") + kAreaUsage);
  }
  if (depth < 0 || depth > kDeepest) {
    throw InputError("--depth: expected an integer from 0 to " + std::to_string(kDeepest) +
                     ", got " + std::to_string(depth));
  }
  system::LoadedScenario loaded =
      system::load_scenario(values["scenario"].as<std::string>(), overrides);
  system::check_laws(loaded);
  system::check_technologies(loaded);
  loaded.scenario = system::modem_by_modem(loaded.scenario);
  const std::vector<system::AreaResult> areas = system::modem_areas(loaded);
  const auto details_of = [&](const system::AreaResult& area) {
    system::AreaDetails details;
    if (values.count("nodes") != 0) {
      details.nodes = all_technologies();
    }
    if (values.count("sensitivity") != 0) {
      const cm::DataPathConfig modem =
          system::hardware_config(loaded.scenario, first_called(area.modem, loaded.scenario));
      details.sensitivities = system::sensitivities(modem, area.technology);
    }
    return details;
  };
  if (values.count("json") != 0) {
    system::JsonWriter json;
    json.begin_object().key("area").begin_array();
    for (const system::AreaResult& area : areas) {
      system::write_area(json, area, details_of(area));
    }
    json.end_array().end_object();
    std::cout << json.text();
    return kDone;
  }
  for (const system::AreaResult& area : areas) {
    const system::AreaDetails details = details_of(area);
    system::write_area_text(std::cout, area, static_cast<unsigned>(depth));
    if (!details.nodes.empty()) {
      system::write_nodes_text(std::cout, area, details.nodes);
    }
    if (!details.sensitivities.empty()) {
      system::write_sensitivity_text(std::cout, details.sensitivities);
    }
  }
  return kDone;
}

}  // namespace docsis_vp::app
