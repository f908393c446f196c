#include <iostream>

#include "app/options.h"
#include "app/replications.h"
#include "app/single_run.h"
#include "platform/base/errors.h"
#include "system/results/summary.h"
#include "system/scenario/instances.h"
#include "system/scenario/load.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kUsage = "docsis-vp run SCENARIO [OPTION]...";
constexpr unsigned kMostReplications = 10'000;

struct RunOptions {
  std::string scenario;
  std::string directory;  // empty: out/<name of the scenario>
  system::Overrides overrides;
  std::optional<unsigned> replications{};
  std::string capture;  // empty: none
  bool quiet = false;
};

// True: only help was asked for.
bool parse(const Arguments& arguments, RunOptions& run) {
  const auto text = [](std::string* to) { return po::value(to); };
  const auto optional_text = [](std::optional<std::string>& to) {
    return po::value<std::string>()->notifier([&to](const std::string& value) { to = value; });
  };
  system::Overrides& overrides = run.overrides;
  po::options_description options("options");
  options.add_options()  //
      ("output,o", text(&run.directory)->value_name("DIR"),
       "folder of results.json and timeseries.csv (default: out/ and the scenario's name)")  //
      ("set", po::value(&overrides.sets)->value_name("PATH=VALUE"),
       "change one key: service_flows.us0.aqm.target_ms=5")                                      //
      ("case", text(&overrides.case_name)->value_name("NAME"), "apply a case of the scenario")   //
      ("duration", optional_text(overrides.duration_s)->value_name("S"), "seconds to simulate")  //
      ("seed", optional_text(overrides.seed)->value_name("N"), "seed of all random numbers")     //
      ("firmware", optional_text(overrides.firmware)->value_name("ELF"),
       "what the modem's CPU runs")  //
      ("replications", po::value<unsigned>()->value_name("N")->notifier([&run](unsigned count) {
        run.replications = count;
      }),
       "run N seeds, from the scenario's on, side by side: DIR/rep-K and the means in "
       "DIR/summary.json")  //
      ("capture", text(&run.capture)->value_name("FILE"),
       "what crossed LAN ports, RF interface and WAN, as pcapng for Wireshark")  //
      ("quiet,q", po::bool_switch(&run.quiet), "neither progress bar nor summary");
  po::variables_map values;
  if (parse_options(arguments, kUsage, options, {"scenario"}, values)) {
    return true;
  }
  if (values.count("scenario") == 0) {
    throw InputError(std::string("a scenario is missing, usage: ") + kUsage);
  }
  run.scenario = values["scenario"].as<std::string>();
  if (run.replications && (*run.replications < 1 || *run.replications > kMostReplications)) {
    throw InputError("--replications: expected an integer from 1 to " +
                     std::to_string(kMostReplications) + ", got " +
                     std::to_string(*run.replications));
  }
  if (run.replications && !run.capture.empty()) {
    throw InputError("--capture takes one run, it does not go with --replications");
  }
  return false;
}

}  // namespace

int run_command(const Arguments& arguments) {
  RunOptions options;
  if (parse(arguments, options)) {
    return kDone;
  }
  const system::LoadedScenario loaded = system::load_scenario(options.scenario, options.overrides);
  system::check_firmware(loaded);
  const std::string directory =
      options.directory.empty() ? "out/" + loaded.scenario.name : options.directory;
  if (options.replications) {
    return run_replications(loaded, directory, *options.replications, options.quiet);
  }
  const std::optional<system::Results> results =
      run_once(loaded, {directory, !options.quiet, true, options.capture});
  if (!results) {
    return kInterrupted;
  }
  if (!options.quiet) {
    std::cout << system::summary(*results, system::modem_by_modem(loaded.scenario)) << "\n  "
              << results_path(directory) << "\n  " << series_path(directory) << "\n";
  }
  if (results->error) {
    throw SimulationFailure(*results->error);
  }
  return kDone;
}

}  // namespace docsis_vp::app
