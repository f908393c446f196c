#include "app/single_run.h"

#include <iostream>
#include <memory>

#include "app/command.h"
#include "app/live/live_page.h"
#include "app/stop_signals.h"
#include "platform/base/errors.h"
#include "platform/console/text_sink.h"
#include "platform/trace/background_stream.h"
#include "system/assembly/huge_pages.h"
#include "system/assembly/instruments/pace.h"
#include "system/assembly/system.h"
#include "system/results/progress.h"
#include "system/results/result_file.h"

namespace docsis_vp::app {

namespace {

// Lets the console's lines and the progress bar share a terminal.
class Screen : public platform::TextSink {
 public:
  Screen(const system::ProgressBar& bar, bool shown) : bar_(bar), shown_(shown) {}
  void write(std::string_view text) override {
    if (shown_) {
      bar_.wipe();
      std::cout << text << std::flush;
    }
  }

 private:
  const system::ProgressBar& bar_;
  bool shown_;
};

// Additional output files of a run.
class ExtraFiles {
 public:
  std::ostream& add(const std::string& path) {
    return files_.emplace_back(std::make_unique<system::ResultFile>(path))->stream();
  }
  // Written in a thread of its own, and compressed if its name says so.
  std::ostream& add_log(const std::string& path) {
    using platform::BackgroundStream;
    const std::string_view suffix = ".gz";
    const bool is_packed = path.size() >= suffix.size() &&
                           path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
    return *logs_.emplace_back(std::make_unique<BackgroundStream>(
        add(path), is_packed ? BackgroundStream::Format::kGzip : BackgroundStream::Format::kPlain));
  }

  // Call it after everything was written to the logs.
  void finish_logs() {
    for (const auto& log : logs_) {
      log->finish();
    }
  }
  void commit() {
    for (const auto& file : files_) {
      file->commit();
    }
  }

 private:
  std::vector<std::unique_ptr<system::ResultFile>> files_;
  std::vector<std::unique_ptr<platform::BackgroundStream>> logs_;
};

// Writes the additional output files.
class Instruments {
 public:
  Instruments(system::System& simulated, const RunSettings& settings)
      : simulated_(simulated), recordings_(simulated.modem_units()) {
    for (const CpuRecording& recording : settings.recordings) {
      record(recording, settings.trace);
    }
    if (settings.profile) {
      recordings_.profile("--profile", {});
    }
    if (settings.watch_faults) {
      simulated.watch_faults();
    }
    if (settings.check_tlm) {
      simulated.check_tlm();
    }
    if (!settings.waves.empty()) {
      simulated.write_waves(files_.add(settings.waves), settings.wave_patterns);
    }
    if (!settings.packets.empty()) {
      simulated.write_packets(files_.add_log(settings.packets), settings.packet_filters);
    }
    if (!settings.timeline.empty()) {
      simulated.write_timeline(files_.add_log(settings.timeline), settings.packet_filters);
    }
    for (const auto& [socket, file] : settings.transaction_logs) {
      simulated.log_transactions(socket, files_.add(file));
    }
  }
  Instruments(const Instruments&) = delete;
  Instruments& operator=(const Instruments&) = delete;
  // A run that was stopped or has failed still writes packets.
  ~Instruments() { simulated_.abandon_packets(); }

  void finish() {
    simulated_.finish_waves();
    simulated_.finish_packets();
    files_.finish_logs();
    recordings_.finish();
    files_.commit();
  }
  std::string flat_profile() const { return recordings_.flat_profile(); }
  std::string profile_json() const { return recordings_.profile_json(); }

 private:
  void record(const CpuRecording& recording, const system::TraceOptions& trace) {
    const auto& [option, modem, file] = recording;
    if (option == "--commit-log") {
      recordings_.commit_log(option, modem, files_.add(file));
    } else if (option == "--trace") {
      recordings_.trace(option, modem, files_.add(file), trace);
    } else if (option == "--callgrind") {
      recordings_.callgrind(option, modem, files_.add(file));
    } else {
      recordings_.coverage(option, modem, files_.add(file));
    }
  }

  system::System& simulated_;
  ExtraFiles files_;
  system::CpuRecordings recordings_;
};

// Tells them when the run is over, or has ended by an exception.
class ViolationsAtEnd {
 public:
  ViolationsAtEnd(const system::System& simulated, const system::ProgressBar& bar)
      : simulated_(simulated), bar_(bar) {}
  ViolationsAtEnd(const ViolationsAtEnd&) = delete;
  ViolationsAtEnd& operator=(const ViolationsAtEnd&) = delete;
  ~ViolationsAtEnd() {
    for (const std::string& line : simulated_.tlm_violation_lines()) {
      bar_.wipe();
      std::cerr << "docsis-vp: TLM-2.0: " << line << "\n";
    }
  }

 private:
  const system::System& simulated_;
  const system::ProgressBar& bar_;
};

void serve_gdb(system::System& simulated, system::GdbSettings settings) {
  settings.keep_waiting = [] { return !stop_wanted(); };
  const std::uint16_t port = simulated.serve_gdb(settings);
  std::cout << "gdb: port " << port << " of this machine"
            << (settings.wait ? ", the run waits for: " : ", at any time: ")
            << "target remote :" << port << std::endl;
}

constexpr const char* kHere = "stdio";

std::unique_ptr<system::ConsoleBench> serve_console(system::System& simulated,
                                                    system::ConsoleSettings settings) {
  settings.keep_waiting = [] { return !stop_wanted(); };
  auto console = std::make_unique<system::ConsoleBench>(simulated.modem_units(), settings);
  if (settings.where != kHere) {
    std::cout << "console of " << console->modem() << ": " << console->place() << std::endl;
  }
  return console;
}

std::unique_ptr<LivePage> serve_live(const RunSettings& settings) {
  if (!settings.live_port) {
    return nullptr;
  }
  try {
    auto page = std::make_unique<LivePage>(*settings.live_port, settings.directory);
    std::cout << "live: " << page->url() << std::endl;
    return page;
  } catch (const InputError& error) {
    throw InputError("--live: " + std::string(error.what()));
  }
}

std::unique_ptr<system::Pace> hold_back(const RunSettings& settings,
                                        const system::ConsoleBench* console) {
  const bool may_type = console != nullptr && console->is_live();
  const double pace = settings.pace.value_or(may_type ? 1 : 0);
  return pace > 0 ? std::make_unique<system::Pace>(pace) : nullptr;
}

}  // namespace

std::string results_path(const std::string& directory) {
  return directory + "/results.json";
}
std::string series_path(const std::string& directory) {
  return directory + "/timeseries.csv";
}

std::optional<system::Results> run_once(const system::LoadedScenario& loaded,
                                        const RunSettings& settings, RunExtras* extras) {
  remember_stop_signals();
  system::use_huge_pages();
  // With a user at the console there is no bar and no second copy of the output.
  const bool is_user_here = settings.user && settings.user->where == kHere;
  // The page is there while the scenario is built, and when a taken port is all that happens.
  const std::unique_ptr<LivePage> live = serve_live(settings);
  system::ProgressBar bar(loaded.scenario.name, settings.bar && !is_user_here);
  Screen screen(bar, settings.console && !is_user_here);
  system::System simulated(loaded, &screen, settings.capture);

  system::ResultFile results_file(results_path(settings.directory));
  system::ResultFile series_file(series_path(settings.directory));
  simulated.write_time_series(series_file.stream());
  if (live) {
    simulated.write_time_series(live->series());
  }

  Instruments instruments(simulated, settings);
  if (settings.gdb) {
    serve_gdb(simulated, *settings.gdb);
  }
  const auto console = settings.user ? serve_console(simulated, *settings.user) : nullptr;

  const auto pace = hold_back(settings, console.get());

  const ViolationsAtEnd violations(simulated, bar);
  simulated.on_progress([&](double fraction) {
    bar.update(fraction);
    if (live) {
      const double duration_s = loaded.scenario.duration_s;
      live->update(fraction * duration_s, duration_s, [&] { return simulated.results().json(); });
    }
    return !stop_wanted();
  });
  simulated.run();
  bar.wipe();
  if (console) {
    console->finish();
  }
  if (stop_wanted() || simulated.killed()) {
    simulated.finish_gdb(stop_wanted() ? stop_status() : kInterrupted);
    return {};
  }
  system::Results results = simulated.results();
  results_file.stream() << results.json();
  results_file.commit();
  series_file.commit();
  simulated.finish_capture();
  instruments.finish();
  if (extras != nullptr) {
    extras->flat_profile = instruments.flat_profile();
    extras->profile_json = instruments.profile_json();
    extras->tlm_violations = simulated.tlm_violation_lines().size();
  }
  simulated.finish_gdb(results.error ? kSimulationFailed : kDone);
  if (live) {
    live->finish(results.error.value_or(""));
  }
  return results;
}

}  // namespace docsis_vp::app
