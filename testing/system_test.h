// The fixture of tests that run a scenario.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <systemc>

#include "system/assembly/system.h"
#include "system/scenario/load.h"

namespace docsis_vp::testing {

// Owns one System per process, as SystemC elaborates once; the main of docsis_vp::testing gives
// each test a process. If a test fails it is run once more, and capture.pcapng, waves.vcd,
// timeseries.csv and results.json stay in failed-tests/SUITE.NAME (DOCSIS_VP_TEST_RECORDINGS names
// another folder than failed-tests).
//
// What will not do throws InputError, one line, which ends the test as a failure.
class SystemTest : public ::testing::Test {
 public:
  SystemTest();
  ~SystemTest() override;

 protected:
  // Build the system of this test; a second one throws std::logic_error.
  // extensions: what the scenario may name beside the platform's own (docs/extending.md).
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
  // Until it holds, looked at after each step; false if it did not within that duration.
  bool run_until(const std::function<bool()>& holds, const sc_core::sc_time& at_most,
                 const sc_core::sc_time& step = {1, sc_core::SC_MS});
  system::Results results();

  // Before the first run: keeps what timeseries.csv would hold, a row every 10 ms.
  void keep_trace();
  // So far.
  std::string trace() const { return trace_.str(); }

  // A run that ends in an error fails its test unless it was foreseen. Firmware that exits with 0
  // is none: EndsWell() tells a run that was cut short so.
  void foresee_error() { error_is_foreseen_ = true; }

  void TearDown() override;

 private:
  system::System& build_loaded(system::LoadedScenario loaded);
  void leave_recording();

  const std::optional<std::string> recording_;
  std::ostringstream trace_;
  bool trace_is_kept_ = false;
  std::ofstream waves_;
  std::unique_ptr<system::System> system_;
  bool error_is_foreseen_ = false;
};

}  // namespace docsis_vp::testing
