#include "testing/system_test.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "testing/recorder.h"
#include "testing/recording.h"

namespace docsis_vp::testing {

namespace {

std::unique_ptr<Recorder> recorder_if_ordered() {
  std::unique_ptr<Recorder> recorder;
  if (std::optional<RecordingOrder> order = recording_order()) {
    recorder = std::make_unique<Recorder>(std::move(*order));
  }
  return recorder;
}

}  // namespace

SystemTest::SystemTest() : recorder_(recorder_if_ordered()) {}

// A test may override TearDown().
SystemTest::~SystemTest() {
  if (recorder_) {
    recorder_->finish_if_possible();
  }
}

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
  system_ = std::make_unique<system::System>(std::move(loaded), nullptr,
                                             recorder_ ? recorder_->capture_file() : "");
  if (recorder_) {
    begin_trace();
    recorder_->begin(*system_, trace_);
  }
  const char* const check = std::getenv("DOCSIS_VP_CHECK_TLM");
  if (check != nullptr && std::string_view(check) == "1") {
    check_tlm();
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
  if (!holds) {
    throw std::invalid_argument("run_until(): expected a function that says what holds, got none");
  }
  if (step == sc_core::SC_ZERO_TIME) {
    throw std::invalid_argument("run_until(): expected a step longer than 0 s");
  }
  const sc_dt::uint64 begin = sc_core::sc_time_stamp().value();
  while (!holds()) {
    const auto gone = sc_core::sc_time::from_value(sc_core::sc_time_stamp().value() - begin);
    if (gone >= at_most || system().outcome().ended()) {
      return false;
    }
    run_for(std::min(step, at_most - gone));
  }
  return true;
}

const system::Results& SystemTest::results() {
  results_ = std::make_unique<const system::Results>(system().results());
  return *results_;
}

void SystemTest::keep_trace() {
  if (sc_core::sc_start_of_simulation_invoked()) {
    throw std::logic_error("keep_trace(): expected a call before the first run");
  }
  begin_trace();
  trace_is_kept_ = true;
}

void SystemTest::begin_trace() {
  if (!trace_is_written_) {
    system().write_time_series(trace_);
    trace_is_written_ = true;
  }
}

std::string SystemTest::trace() const {
  if (!trace_is_kept_) {
    throw std::logic_error("trace(): expected a call of keep_trace() before the first run");
  }
  return trace_.str();
}

void SystemTest::check_tlm() {
  system().check_tlm();
  tlm_is_judged_ = true;
}

void SystemTest::TearDown() {
  if (!system_) {
    return;
  }
  if (tlm_is_judged_) {
    for (const std::string& line : system_->tlm_violation_lines()) {
      ADD_FAILURE() << "TLM-2.0: " << line;
    }
  }
  const std::optional<std::string> error = system_->results().error;
  if (error && !error_is_foreseen_) {
    ADD_FAILURE() << "the run ended in an error: " << *error;
  }
  if (recorder_) {
    recorder_->finish();
  }
}

}  // namespace docsis_vp::testing
