#include <csignal>
#include <iostream>

#include "app/options.h"
#include "platform/base/errors.h"
#include "platform/console/text_sink.h"
#include "system/assembly/system.h"
#include "system/results/progress.h"
#include "system/results/result_file.h"
#include "system/results/summary.h"
#include "system/scenario/load.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kUsage = "docsis-vp run SCENARIO [OPTION]...";
constexpr int kInterrupted = 130;  // what a shell makes of SIGINT

volatile std::sig_atomic_t interrupted = 0;

struct RunOptions {
  std::string scenario;
  std::string directory;  // empty: out/<name of the scenario>
  system::Overrides overrides;
  bool quiet = false;
};

// The console's lines and the progress bar share a screen.
class Screen : public platform::TextSink {
 public:
  explicit Screen(const system::ProgressBar& bar) : bar_(bar) {}
  void write(std::string_view text) override {
    bar_.wipe();
    std::cout << text << std::flush;
  }

 private:
  const system::ProgressBar& bar_;
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
      ("quiet,q", po::bool_switch(&run.quiet), "neither progress bar nor summary");
  po::variables_map values;
  if (parse_options(arguments, kUsage, options, {"scenario"}, values)) {
    return true;
  }
  if (values.count("scenario") == 0) {
    throw InputError(std::string("a scenario is missing, usage: ") + kUsage);
  }
  run.scenario = values["scenario"].as<std::string>();
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
  system::ProgressBar bar(loaded.scenario.name, !options.quiet);
  Screen screen(bar);
  system::System simulated(loaded, &screen);

  const std::string directory =
      options.directory.empty() ? "out/" + loaded.scenario.name : options.directory;
  system::ResultFile results_file(directory + "/results.json");
  system::ResultFile series_file(directory + "/timeseries.csv");
  simulated.write_time_series(series_file.stream());

  std::signal(SIGINT, [](int) { interrupted = 1; });
  simulated.on_progress([&bar](double fraction) {
    bar.update(fraction);
    return interrupted == 0;
  });
  simulated.run();
  bar.wipe();
  if (interrupted != 0) {
    return kInterrupted;
  }

  const system::Results results = simulated.results();
  results_file.stream() << results.json();
  results_file.commit();
  series_file.commit();
  if (!options.quiet) {
    std::cout << system::summary(results, loaded.scenario) << "\n  " << results_file.path()
              << "\n  " << series_file.path() << "\n";
  }
  if (results.error) {
    throw SimulationFailure(*results.error);
  }
  return kDone;
}

}  // namespace docsis_vp::app
