// Declares the test fixture that runs a scenario.
#pragma once

// clang-format off: language.h comes first, because it checks the C++ standard that others need.
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
#include "system/scenario/read/load.h"

namespace docsis_vp::testing {

class Recorder;

// Owns one System per process, because SystemC elaborates once; run_suite() gives each test its own
// process. A failed test is repeated, and capture.pcapng, waves.vcd, timeseries.csv and
// results.json are kept in failed-tests/SUITE.NAME (docs/regression-suites.md).
//
// Wrong scenarios throw InputError, wrong calls std::logic_error. Either fails the test with one
// line.
class SystemTest : public ::testing::Test {
 public:
  SystemTest();
  ~SystemTest() override;

 protected:
  // Build the system of this test; a second call throws std::logic_error. Overrides act like --case
  // and --set of the command line. Extensions register algorithms, hosts and blocks that the
  // scenario may name (docs/extending.md).
  system::System& build(const std::string& scenario_file, const system::Overrides& overrides = {},
                        const system::Extensions& extensions = {});
  system::System& build_text(std::string_view json, const system::Overrides& overrides = {},
                             const system::Extensions& extensions = {});
  // Builds the system of a scenario structure. Fills in defaults and checks all values as for a
  // file.
  system::System& build_scenario(system::Scenario scenario,
                                 const system::Extensions& extensions = {});

  // Returns the built system; throws std::logic_error if there is none.
  system::System& system();
  void run();  // to the end of the scenario
  void run_for(const sc_core::sc_time& duration);
  // Calls `holds` before the run and after each step, and returns true as soon as `holds` returns
  // true. Returns false if at_most passes, or the run ends, before that. Throws
  // std::invalid_argument for an empty function or a step of 0.
  bool run_until(const std::function<bool()>& holds, const sc_core::sc_time& at_most,
                 const sc_core::sc_time& step = {1, sc_core::SC_MS});
  // Returns the results so far. They, and the parts found by lookup.h, are valid until the next
  // call of results().
  const system::Results& results();

  // Records the contents of timeseries.csv: a row per service flow every stats.queue_interval_s (10
  // ms by default), and a row per flow with open TCP connections every stats.tcp_interval_s. Call
  // it before the first run; later it throws std::logic_error.
  void keep_trace();
  // Returns the trace so far. Throws std::logic_error if none is recorded.
  std::string trace() const;

  // Checks the base protocol at the sockets of the buses. Call it after build and before the first
  // run. A violation fails the test and prints a line (docs/tlm.md). DOCSIS_VP_CHECK_TLM=1 in the
  // environment, or the suite's option --check-tlm, checks all tests. A test that inspects
  // violations itself calls system().check_tlm() instead; then a violation does not fail the test.
  void check_tlm();

  // Lets the run end in an error; without this call, such an end fails the test. A run without an
  // error passes, too: check results().error if the error must come. An exit of firmware with
  // status 0 is no error; use EndsWell() to detect it.
  void foresee_error() { error_is_foreseen_ = true; }

  void TearDown() override;

 private:
  system::System& build_loaded(system::LoadedScenario loaded);
  void begin_trace();

  std::ostringstream trace_;
  bool trace_is_kept_ = false;                // requested by the test
  bool trace_is_written_ = false;             // into trace_
  const std::unique_ptr<Recorder> recorder_;  // null: this run is not recorded
  std::unique_ptr<system::System> system_;
  std::unique_ptr<const system::Results> results_;  // last return value of results()
  bool error_is_foreseen_ = false;
  bool tlm_is_judged_ = false;
};

}  // namespace docsis_vp::testing
