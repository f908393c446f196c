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
  std::string waves;    // likewise
  std::vector<std::string> wave_patterns{};
  std::vector<std::string> transaction_logs{};  // SOCKET=FILE
  std::optional<system::GdbSettings> gdb{};
  bool quiet = false;
};

void refuse_for_replications(const RunOptions& run) {
  const std::pair<const char*, bool> of_one_run[] = {
      {"--capture", !run.capture.empty()},
      {"--waves", !run.waves.empty()},
      {"--log-tlm", !run.transaction_logs.empty()},
      {"--gdb", run.gdb.has_value()},
  };
  for (const auto& [option, is_given] : of_one_run) {
    if (run.replications && is_given) {
      throw InputError(std::string(option) + " takes one run, it does not go with --replications");
    }
  }
}

RunSettings settings_of(const RunOptions& run, const std::string& directory) {
  RunSettings settings{directory, !run.quiet, true, run.capture, run.waves};
  settings.wave_patterns = run.wave_patterns;
  settings.gdb = run.gdb;
  for (const std::string& log : run.transaction_logs) {
    const std::size_t equals = log.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == log.size()) {
      throw InputError("--log-tlm " + log + ": expected SOCKET=FILE");
    }
    settings.transaction_logs.emplace_back(log.substr(0, equals), log.substr(equals + 1));
  }
  return settings;
}

std::uint16_t port_of(const std::string& text) {
  const bool is_number = text.find_first_not_of("0123456789") == std::string::npos;
  const unsigned long port =
      is_number && !text.empty() && text.size() <= 5 ? std::stoul(text) : UINT32_MAX;
  if (port > UINT16_MAX) {
    throw InputError("--gdb " + text + ": expected a port, 0 to 65535");
  }
  return static_cast<std::uint16_t>(port);
}

std::optional<system::GdbSettings> gdb_settings(const po::variables_map& values) {
  if (values.count("gdb") == 0) {
    for (const char* option : {"gdb-modem", "gdb-no-wait"}) {
      if (values.count(option) != 0) {
        throw InputError("--" + std::string(option) + " needs --gdb");
      }
    }
    return {};
  }
  system::GdbSettings settings;
  settings.port = port_of(values["gdb"].as<std::string>());
  if (values.count("gdb-modem") != 0) {
    settings.modem = values["gdb-modem"].as<std::string>();
  }
  settings.wait = values.count("gdb-no-wait") == 0;
  return settings;
}

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
      ("waves", text(&run.waves)->value_name("FILE"),
       "CPU, interrupts, queues, laws, MAPs, grants and bursts as they change, as VCD for GTKWave "
       "(docs/waves.md)")  //
      ("waves-filter", po::value(&run.wave_patterns)->value_name("PATTERN"),
       "only signals like this, such as '*.queue_bytes'; may be given more than once")  //
      ("log-tlm", po::value(&run.transaction_logs)->value_name("SOCKET=FILE"),
       "what reaches a socket of the CPU's bus, such as ram, aqm_engine or cm1.ram")  //
      ("gdb", po::value<std::string>()->implicit_value("3333")->value_name("PORT"),
       "serve the modem's CPU to GDB at this port of 127.0.0.1 (0: any), from its first "
       "instruction "
       "on (docs/firmware-guide.md)")  //
      ("gdb-modem", po::value<std::string>()->value_name("MODEM"),
       "whose CPU that is (default: the first one's)")                    //
      ("gdb-no-wait", "do not wait for GDB, which may come at any time")  //
      ("quiet,q", po::bool_switch(&run.quiet), "neither progress bar nor summary");
  po::variables_map values;
  if (parse_options(arguments, kUsage, options, {"scenario"}, values)) {
    return true;
  }
  if (values.count("scenario") == 0) {
    throw InputError(std::string("a scenario is missing, usage: ") + kUsage);
  }
  run.scenario = values["scenario"].as<std::string>();
  run.gdb = gdb_settings(values);
  if (run.replications && (*run.replications < 1 || *run.replications > kMostReplications)) {
    throw InputError("--replications: expected an integer from 1 to " +
                     std::to_string(kMostReplications) + ", got " +
                     std::to_string(*run.replications));
  }
  refuse_for_replications(run);
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
  const std::optional<system::Results> results = run_once(loaded, settings_of(options, directory));
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
