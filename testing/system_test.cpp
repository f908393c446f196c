#include "testing/system_test.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "testing/recording.h"

namespace docsis_vp::testing {

SystemTest::SystemTest() : recording_(recording_folder()) {}
SystemTest::~SystemTest() = default;

system::System& SystemTest::build(const std::string& scenario_file,
                                  const system::Overrides& overrides,
                                  const system::Extensions& extensions) {
  return build_loaded(system::load_scenario(scenario_file, overrides, extensions));
}

system::System& SystemTest::build_text(std::string_view json, const system::Overrides& overrides,
                                       const system::Extensions& extensions) {
  return build_loaded(system::load_scenario_text(json, "the scenario", overrides, extensions));
}

system::System& SystemTest::build_scenario(system::Scenario scenario,
                                           const system::Extensions& extensions) {
  return build_loaded(system::load_scenario_structs(std::move(scenario), extensions));
}

system::System& SystemTest::build_loaded(system::LoadedScenario loaded) {
  const std::string capture = recording_ ? *recording_ + "/capture.pcapng" : "";
  system_ = std::make_unique<system::System>(std::move(loaded), nullptr, capture);
  if (recording_) {
    keep_trace();
    waves_.open(*recording_ + "/waves.vcd");
    system_->write_waves(waves_, {});
  }
  return *system_;
}

system::System& SystemTest::system() {
  if (!system_) {
    throw std::logic_error("the test has built no system yet");
  }
  return *system_;
}

void SystemTest::run() {
  system().run();
}

void SystemTest::run_for(const sc_core::sc_time& duration) {
  system().run_for(duration);
}

bool SystemTest::run_until(const std::function<bool()>& holds, const sc_core::sc_time& at_most,
                           const sc_core::sc_time& step) {
  const sc_core::sc_time end = sc_core::sc_time_stamp() + at_most;
  while (!holds()) {
    const sc_core::sc_time& now = sc_core::sc_time_stamp();
    if (now >= end || system().outcome().ended()) {
      return false;
    }
    run_for(std::min(step, end - now));
  }
  return true;
}

system::Results SystemTest::results() {
  return system().results();
}

void SystemTest::keep_trace() {
  if (!trace_is_kept_) {
    system().write_time_series(trace_);
    trace_is_kept_ = true;
  }
}

void SystemTest::TearDown() {
  if (!system_) {
    return;
  }
  const std::optional<std::string> error = system_->results().error;
  if (error && !error_is_foreseen_) {
    ADD_FAILURE() << "the run ended in an error: " << *error;
  }
  if (recording_) {
    leave_recording();
  }
}

void SystemTest::leave_recording() {
  system_->finish_capture();
  system_->finish_waves();
  std::ofstream(*recording_ + "/timeseries.csv") << trace();
  std::ofstream(*recording_ + "/results.json") << system_->results().json();
}

}  // namespace docsis_vp::testing
