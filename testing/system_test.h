// The fixture of tests that run a scenario.
#pragma once

// clang-format off: before what needs the standard that it asks for.
#include "platform/base/language.h"
// clang-format on
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <systemc>

#include "system/assembly/system.h"
#include "system/scenario/load.h"

namespace docsis_vp::testing {

class Recorder;

// Owns one System per process, as SystemC elaborates once; run_suite() gives each test a process.
// If a test fails it is run once more, and capture.pcapng, waves.vcd, timeseries.csv and
// results.json stay in failed-tests/SUITE.NAME (docs/regression-suites.md).
//
// Scenarios that are wrong throw InputError, calls that are wrong std::logic_error. Either ends the
// test as a failure with one line.
class SystemTest : public ::testing::Test {
 public:
  SystemTest();
  ~SystemTest() override;

 protected:
  // Build the system of this test; a second one throws std::logic_error. Overrides act as --case
  // and --set of the command line do. Extensions are what the scenario may name beside the
  // platform's own (docs/extending.md).
  system::System& build(const std::string& scenario_file, const system::Overrides& overrides = {},
                        const system::Extensions& extensions = {});
  system::System& build_text(std::string_view json, const system::Overrides& overrides = {},
                             const system::Extensions& extensions = {});
  // Completed and checked as a file's is.
  system::System& build_scenario(system::Scenario scenario,
                                 const system::Extensions& extensions = {});

  // Of the system that was built; throws std::logic_error if there is none.
  system::System& system();
  void run();  // to the end of the scenario
  void run_for(const sc_core::sc_time& duration);
  // Until it holds, looked at after each step; false if it did not within that duration. Throws
  // std::invalid_argument if there is nothing to look at, or no time in a step.
  bool run_until(const std::function<bool()>& holds, const sc_core::sc_time& at_most,
                 const sc_core::sc_time& step = {1, sc_core::SC_MS});
  // The results so far. They, and the parts that lookup.h finds in them, stay until it is called
  // again.
  const system::Results& results();

  // Before the first run, or it throws std::logic_error: keeps what timeseries.csv would hold, a
  // row every 10 ms.
  void keep_trace();
  // So far. Throws std::logic_error if none is kept.
  std::string trace() const;

  // A run that ends in an error fails its test unless it was foreseen. Firmware that exits with 0
  // is none: EndsWell() tells a run that was cut short so.
  void foresee_error() { error_is_foreseen_ = true; }

  void TearDown() override;

 private:
  system::System& build_loaded(system::LoadedScenario loaded);
  void begin_trace();

  std::ostringstream trace_;
  bool trace_is_kept_ = false;                // as the test asked for
  bool trace_is_written_ = false;             // into trace_
  const std::unique_ptr<Recorder> recorder_;  // null: this run of the test is not recorded
  std::unique_ptr<system::System> system_;
  std::unique_ptr<const system::Results> results_;  // as results() gave them last
  bool error_is_foreseen_ = false;
};

}  // namespace docsis_vp::testing
