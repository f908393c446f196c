#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/console_options.h"
#include "app/flent_file.h"
#include "app/live_options.h"
#include "app/notes.h"
#include "app/options.h"
#include "app/output_files.h"
#include "app/replications.h"
#include "app/report/page.h"
#include "app/single_run.h"
#include "app/stop_signals.h"
#include "platform/base/errors.h"
#include "platform/base/files.h"
#include "system/area/technology_file.h"
#include "system/results/summary.h"
#include "system/scenario/check/limit_notes.h"
#include "system/scenario/derive/instances.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::app {

namespace po = boost::program_options;

namespace {

constexpr const char* kRunUsage = "docsis-vp run SCENARIO [OPTION]...";
constexpr unsigned kMostReplications = 10'000;
constexpr double kLongestWindowS = 1e6;

struct RunOptions {
  std::string scenario;
  std::string directory;  // empty: out/<name of the scenario>
  system::Overrides overrides;
  std::optional<unsigned> replications{};
  std::string capture;  // empty: no capture
  std::string waves;    // empty: no waves
  std::vector<std::string> wave_patterns{};
  std::string packets;  // empty: none
  std::vector<std::string> packet_filters{};
  std::string timeline;                         // empty: none
  std::string flent;                            // empty: none
  std::vector<std::string> transaction_logs{};  // SOCKET=FILE
  std::optional<system::GdbSettings> gdb{};
  ConsoleOptions console{};
  LiveOptions live{};
  bool quiet = false;
  std::vector<CpuRecording> recordings{};
  std::vector<std::string> trace_places{};
  std::string trace_window;  // empty: the whole run
  bool profile = false;
  bool report = false;
  bool watch_faults = false;
  bool check_tlm = false;
  bool no_rerun = false;
  bool no_console = false;
  bool no_notes = false;
};

unsigned replications_of(std::int64_t count) {
  if (count < 1 || count > kMostReplications) {
    throw InputError("--replications: expected an integer from 1 to " +
                     std::to_string(kMostReplications) + ", got " + std::to_string(count));
  }
  return static_cast<unsigned>(count);
}

void refuse_for_replications(const RunOptions& run) {
  const std::pair<const char*, bool> of_one_run[] = {
      {"--capture", !run.capture.empty()},
      {"--waves", !run.waves.empty()},
      {"--packets", !run.packets.empty()},
      {"--timeline", !run.timeline.empty()},
      {"--export", !run.flent.empty()},
      {"--log-tlm", !run.transaction_logs.empty()},
      {"--gdb", run.gdb.has_value()},
      {"--console", run.console.given()},
      {"--live", run.live.port.has_value()},
      {"--pace", run.live.pace.has_value()},
      {run.recordings.empty() ? "" : run.recordings.front().option.c_str(),
       !run.recordings.empty()},
      {"--profile", run.profile},
      {"--watch-faults", run.watch_faults},
      {"--check-tlm", run.check_tlm},
  };
  for (const auto& [option, is_given] : of_one_run) {
    if (run.replications && is_given) {
      throw InputError(std::string(option) + " takes one run, it does not go with --replications");
    }
  }
}

// Parses FROM:TO in seconds; either may be missing.
void parse_window(const std::string& window, system::TraceOptions& trace) {
  const auto fail = [&window] {
    throw InputError("--trace-window " + window +
                     ": expected FROM:TO in seconds of simulated time, such as 1.5:1.6");
  };
  const std::size_t colon = window.find(':');
  if (colon == std::string::npos) {
    fail();
  }
  const auto time = [&fail](const std::string& text, TimePs if_missing) {
    if (text.empty()) {
      return if_missing;
    }
    const std::optional<double> seconds = decimal_number(text);
    if (!seconds || *seconds < 0 || *seconds > kLongestWindowS) {
      fail();
    }
    return static_cast<TimePs>(std::llround(*seconds * static_cast<double>(kPsPerSecond)));
  };
  trace.from = time(window.substr(0, colon), 0);
  trace.to = time(window.substr(colon + 1), kNever);
  if (trace.from >= trace.to) {
    fail();
  }
}

RunSettings settings_of(const RunOptions& run, const std::string& directory) {
  RunSettings settings{directory, !run.quiet, true, run.capture, run.waves};
  settings.wave_patterns = run.wave_patterns;
  settings.packets = run.packets;
  settings.timeline = run.timeline;
  settings.flent = run.flent;
  settings.packet_filters = run.packet_filters;
  settings.gdb = run.gdb;
  settings.console = !run.no_console;
  settings.user = console_settings(run.console);
  settings.pace = run.live.pace;
  settings.live_port = run.live.port;
  settings.watch_faults = run.watch_faults;
  settings.check_tlm = run.check_tlm;
  settings.recordings = run.recordings;
  settings.profile = run.profile;
  settings.report = run.report ? report_path(directory) : "";
  settings.trace.places = run.trace_places;
  if (!run.trace_window.empty()) {
    parse_window(run.trace_window, settings.trace);
  }
  for (const std::string& log : run.transaction_logs) {
    const std::size_t equals = log.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == log.size()) {
      throw InputError("--log-tlm " + log + ": expected SOCKET=FILE");
    }
    settings.transaction_logs.emplace_back(log.substr(0, equals), log.substr(equals + 1));
  }
  return settings;
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
  settings.port = port_of("--gdb", values["gdb"].as<std::string>());
  if (values.count("gdb-modem") != 0) {
    settings.modem = values["gdb-modem"].as<std::string>();
  }
  settings.wait = values.count("gdb-no-wait") == 0;
  return settings;
}

// Options have one value each, --export has two words: joins them by a line break.
Arguments with_export_joined(const Arguments& arguments) {
  Arguments joined;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    joined.push_back(arguments[i]);
    if (arguments[i] == "--export" && i + 2 < arguments.size()) {
      joined.back() += "=" + arguments[i + 1] + "\n" + arguments[i + 2];
      i += 2;
    }
  }
  return joined;
}

// Returns the file of --export.
std::string flent_file_of(const std::string& words) {
  const std::size_t end = words.find('\n');
  if (words.substr(0, end) != "flent" || end == std::string::npos || end + 1 == words.size()) {
    throw InputError("--export: expected a format and a file, flent FILE, got " +
                     words.substr(0, end));
  }
  return words.substr(end + 1);
}

// Checks before a run that Flent has a test for it, and notes the flows that the file leaves out.
void check_export(const system::Scenario& scenario, bool says_notes) {
  const std::vector<std::string> lacks = flows_without_flent_test(scenario);
  if (lacks.empty() || !says_notes) {
    return;
  }
  std::cerr << "docsis-vp: --export flent leaves out flows that are not of kind " << stream_kinds()
            << ":";
  for (const std::string& flow : lacks) {
    std::cerr << " " << flow;
  }
  std::cerr << "\n";
}

// A filter without its main option has no effect, so it is refused.
void check_filters(const po::variables_map& values) {
  if (values.count("packets-filter") != 0 && values.count("packets") == 0 &&
      values.count("timeline") == 0) {
    throw InputError("--packets-filter needs --packets or --timeline");
  }
  for (const auto& [option, of] :
       {std::pair{"trace-filter", "trace"}, {"trace-window", "trace"}, {"waves-filter", "waves"}}) {
    if (values.count(option) != 0 && values.count(of) == 0) {
      throw InputError("--" + std::string(option) + " needs --" + of);
    }
  }
}

// Lets the run measure all that its page can draw. A scenario that says otherwise has its way.
void ask_for_page(system::StatsConfig& stats) {
  stats.delay_stages = stats.delay_stages.value_or(true);
  if (!stats.columns) {
    stats.columns.emplace();
  }
  for (const char* const name :
       {"offered_mbps", "sent_mbps", "aqm_drops", "buffer_drops", "ingress_drops", "other_drops"}) {
    if (std::find(stats.columns->begin(), stats.columns->end(), name) == stats.columns->end()) {
      stats.columns->push_back(name);
    }
  }
}

void check_file_names(const RunOptions& run) {
  for (const CpuRecording& recording : run.recordings) {
    if (recording.file.empty()) {
      throw InputError(recording.option + ": expected the name of a file, got an empty one");
    }
  }
}

// Returns true if only help was requested.
bool parse(const Arguments& arguments, RunOptions& run) {
  const auto text = [](std::string* to) { return po::value(to); };
  const auto optional_text = [](std::optional<std::string>& to) {
    return po::value<std::string>()->notifier([&to](const std::string& value) { to = value; });
  };
  // [MODEM=]FILE
  const auto recording = [&run](const char* option) {
    return po::value<std::string>()
        ->value_name("[MODEM=]FILE")
        ->notifier([&run, option](const std::string& value) {
          const std::size_t equals = value.find('=');
          const bool names_modem = equals != std::string::npos;
          run.recordings.push_back({option, names_modem ? value.substr(0, equals) : "",
                                    names_modem ? value.substr(equals + 1) : value});
        });
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
       "firmware image of every modem's CPU")  //
      ("replications",
       po::value<std::int64_t>()->value_name("N")->notifier(
           [&run](std::int64_t count) { run.replications = replications_of(count); }),
       "run N seeds in parallel, starting at the scenario's: DIR/rep-K, and the means in "
       "DIR/summary.json")  //
      ("report", po::bool_switch(&run.report),
       "draw the results as the page DIR/report.html (docs/report.md)")  //
      ("capture", text(&run.capture)->value_name("FILE"),
       "record LAN ports, RF interface and WAN as pcapng for Wireshark")  //
      ("waves", text(&run.waves)->value_name("FILE"),
       "record CPU, interrupts, queues, laws, MAPs, grants and bursts as VCD for GTKWave "
       "(docs/waves.md)")  //
      ("waves-filter", po::value(&run.wave_patterns)->value_name("PATTERN"),
       "record only signals that match, such as '*.queue_bytes'; may be given more than once")  //
      ("packets", text(&run.packets)->value_name("FILE"),
       "write when each packet passed each station, as CSV; compressed if FILE ends in .gz "
       "(docs/packets.md)")  //
      ("timeline", text(&run.timeline)->value_name("FILE"),
       "write the stages of packets and the activity of modems as a trace for ui.perfetto.dev; "
       "compressed if FILE ends in .gz")  //
      ("export",
       po::value<std::string>()
           ->value_name("flent FILE")
           ->notifier([&run](const std::string& words) { run.flent = flent_file_of(words); }),
       "write throughput and round-trip times of TCP flows for flent-gui; compressed if FILE ends "
       "in .gz "
       "(docs/python.md)")  //
      ("packets-filter", po::value(&run.packet_filters)->value_name("KEY=VALUE"),
       "write only packets of this modem, service_flow, flow, direction, outcome or time=FROM:TO; "
       "may be "
       "given more than once")  //
      ("log-tlm", po::value(&run.transaction_logs)->value_name("SOCKET=FILE"),
       "log the transactions at a socket of the CPU's bus, such as ram, aqm_engine or cm1.ram")  //
      ("check-tlm", po::bool_switch(&run.check_tlm),
       "check the calls on each CPU's bus against the base protocol of TLM-2.0; a violation prints "
       "a line, and the exit status is 1 (docs/tlm.md)")  //
      ("gdb", po::value<std::string>()->implicit_value("3333")->value_name("PORT"),
       "serve the modem's CPU to GDB on this port of 127.0.0.1 (0: any), from its first "
       "instruction (docs/firmware-guide.md)")  //
      ("gdb-modem", po::value<std::string>()->value_name("MODEM"),
       "modem whose CPU GDB sees (default: the first modem with a CPU)")     //
      ("gdb-no-wait", "do not wait for GDB, which may connect at any time")  //
      ("callgrind", recording("--callgrind"),
       "write a profile of the firmware's cycles for KCachegrind and callgrind_annotate")  //
      ("profile", po::bool_switch(&run.profile),
       "show the ten functions with the most cycles after the summary")                      //
      ("coverage", recording("--coverage"), "write the executed lines of firmware as lcov")  //
      ("commit-log", recording("--commit-log"), "log every instruction in Spike's format")   //
      ("trace", recording("--trace"),
       "log every instruction: time, function, disassembly")  //
      ("trace-filter", po::value(&run.trace_places)->value_name("PLACE"),
       "with --trace: only instructions of a function, or of ADDRESS:BYTES; may be given "
       "more than once")  //
      ("trace-window", text(&run.trace_window)->value_name("FROM:TO"),
       "with --trace: only this period, in seconds")  //
      ("watch-faults", po::bool_switch(&run.watch_faults),
       "watch firmware from the start, so that a failed run need not be repeated for the "
       "failure report")  //
      ("no-rerun", po::bool_switch(&run.no_rerun),
       "do not repeat a failed run to make a failure report")                                //
      ("no-console", po::bool_switch(&run.no_console), "do not show the firmware's output")  //
      ("no-notes", po::bool_switch(&run.no_notes),
       "do not print notes on options without effect before the run")  //
      ("quiet,q", po::bool_switch(&run.quiet), "show neither progress bar nor summary");
  add_console_options(options, run.console);
  add_live_options(options, run.live);
  po::variables_map values;
  if (parse_options(with_export_joined(arguments), kRunUsage, options, {"scenario"}, values)) {
    return true;
  }
  if (values.count("scenario") == 0) {
    throw InputError(std::string("a scenario is missing, usage: ") + kRunUsage);
  }
  run.scenario = values["scenario"].as<std::string>();
  check_filters(values);
  reject_empty_values(values, {"output", "case", "firmware", "gdb-modem", "capture", "waves",
                               "packets", "timeline", "trace-window"});
  check_file_names(run);
  run.gdb = gdb_settings(values);
  refuse_for_replications(run);
  return false;
}

// Runs the program again in this process with fault watching. A run repeats exactly, so a failure
// need be watched only after it has occurred. Returns if that is impossible.
void run_again_watched(Arguments arguments, const RunOptions& run) {
  remove_live_options(arguments);
  arguments.insert(arguments.begin(), {"docsis-vp-sim", "run"});
  arguments.emplace_back("--watch-faults");
  arguments.erase(std::remove(arguments.begin(), arguments.end(), "--check-tlm"), arguments.end());
  // The first run has printed violations of the base protocol, and both of these.
  for (const auto& [option, is_given] :
       {std::pair("--no-console", run.no_console), {"--no-notes", run.no_notes}}) {
    if (!is_given) {
      arguments.emplace_back(option);
    }
  }
  std::vector<char*> pointers;
  for (std::string& argument : arguments) {
    pointers.push_back(argument.data());
  }
  pointers.push_back(nullptr);
  std::cout.flush();
  execv("/proc/self/exe", pointers.data());
}

}  // namespace

int run_command(const Arguments& arguments) {
  RunOptions options;
  if (parse(arguments, options)) {
    return kDone;
  }
  system::LoadedScenario loaded = system::load_scenario(options.scenario, options.overrides);
  if (options.report) {
    ask_for_page(loaded.scenario.stats);
  }
  type_inputs(options.console, loaded);
  system::check_firmware(loaded);
  system::check_technologies(loaded);
  const bool says_notes = !options.quiet && !options.no_notes;
  const std::string directory =
      options.directory.empty() ? "out/" + loaded.scenario.name : options.directory;
  if (options.replications) {
    check_replications(loaded, directory, *options.replications);
    if (options.report) {
      OutputFiles(system::input_files(loaded)).add("--report", report_path(directory));
    }
    if (says_notes) {
      print_notes(loaded.scenario);
      print_limits(loaded.scenario);
    }
    const int status = run_replications(loaded, directory, *options.replications, options.quiet);
    if (options.report && status == kDone) {
      write_report(groups_in(directory), report_path(directory));
    }
    return status;
  }
  const RunSettings settings = settings_of(options, directory);
  std::vector<system::InputFile> inputs = system::input_files(loaded);
  for (std::string& file : input_files(options.console)) {
    inputs.push_back({"the console input", std::move(file)});
  }
  check_output_files(settings, inputs);
  if (!settings.flent.empty()) {
    check_export(loaded.scenario, says_notes);
  }
  if (says_notes) {
    print_notes(loaded.scenario);
  }
  RunExtras extras;
  const std::optional<system::Results> results = run_once(loaded, settings, &extras);
  if (!results) {
    return stop_wanted() ? report_stop(stop_status()) : kInterrupted;
  }
  if (!settings.flent.empty()) {
    write_flent(*results, series_path(directory), settings.flent);
  }
  if (!settings.report.empty()) {
    write_report(groups_in(directory), settings.report,
                 {settings.packets, settings.timeline, extras.profile_json});
  }
  const bool is_told =
      options.watch_faults || options.no_rerun || options.gdb || options.console.console;
  // Standard input can be read only once.
  const bool may_run_again = !is_told && is_file(options.scenario);
  if (results->error && !results->cpus.empty() && may_run_again) {
    run_again_watched(arguments, options);
  }
  if (!options.quiet) {
    const system::Scenario all = system::modem_by_modem(loaded.scenario);
    std::cout << system::summary(*results, all, system::notes_on_limits(all)) << extras.flat_profile
              << "\n  " << results_path(directory) << "\n  " << series_path(directory) << "\n"
              << (options.report ? "  " + settings.report + "\n" : "");
  }
  if (results->error) {
    throw SimulationFailure(*results->error +
                            (results->fault ? "\n" + system::fault_text(*results->fault) : ""));
  }
  return extras.tlm_violations == 0 ? kDone : kNotMet;
}

}  // namespace docsis_vp::app
