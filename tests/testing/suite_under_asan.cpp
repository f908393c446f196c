// A suite under AddressSanitizer with a thread process, which ends in the middle of the run.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <systemc>

#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"

namespace docsis_vp::testing::suite_under_asan {
namespace {

constexpr const char* kScenario = R"({
  "duration_s": 0.1,
  "modems": [{"name": "cm0"}],
  "service_flows": [
    {"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10},
    {"name": "ds0", "modem": "cm0", "direction": "downstream", "max_sustained_rate_mbps": 50}],
  "flows": [{"name": "load", "modem": "cm0", "rate_mbps": 4}]
})";

// Leaves frames with guarded arrays by an exception.
void throw_from_below(unsigned frames) {
  std::array<volatile char, 200> here{};
  here[frames % here.size()] = 1;
  if (frames == 0) {
    throw std::runtime_error("from below");
  }
  throw_from_below(frames - 1);
  here[1] = 2;
}

void throw_and_catch() {
  EXPECT_THROW(throw_from_below(40), std::runtime_error);
}

class ThreadOfTheTest : public sc_core::sc_module {
 public:
  explicit ThreadOfTheTest(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(ThreadOfTheTest);
    SC_THREAD(run);
  }

 private:
  void run() {
    for (int i = 0; i < 20; ++i) {
      wait(1, sc_core::SC_MS);
      throw_and_catch();
    }
  }
};

class Sanitized : public SystemTest {
 protected:
  void run_with_thread() {
    ThreadOfTheTest thread("thread");
    build_text(kScenario);
    run_for(10_ms);
    throw_and_catch();  // the thread waits
    run();
    throw_and_catch();  // it has ended
  }
};

TEST_F(Sanitized, KnowsItsStack) {
  run_with_thread();
}

TEST_F(Sanitized, DISABLED_Leaks) {
  run_with_thread();
  std::array<char*, 1> place = {new char[1234]};
  place[0][1] = 1;
  EXPECT_EQ(place[0][1], 1);
}

}  // namespace
}  // namespace docsis_vp::testing::suite_under_asan
