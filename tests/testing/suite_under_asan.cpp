// A suite under AddressSanitizer with thread processes that end in the middle of the run.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <systemc>

#include "testing/lookup.h"
#include "testing/matchers.h"
#include "testing/system_test.h"
#include "tests/testing/short_scenario.h"

namespace docsis_vp::testing::suite_under_asan {
namespace {

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
  ThreadOfTheTest(const sc_core::sc_module_name& name, int turns) : sc_module(name), turns_(turns) {
    SC_HAS_PROCESS(ThreadOfTheTest);
    SC_THREAD(run);
  }

 private:
  const int turns_;

  void run() {
    throw_and_catch();
    for (int i = 0; i < turns_; ++i) {
      wait(1, sc_core::SC_MS);
      throw_and_catch();
    }
  }
};

class Sanitized : public SystemTest {
 protected:
  void run_with_thread() {
    const ThreadOfTheTest waiting("waiting", 20);
    // These end when they have begun, and the kernel goes on with the next.
    const ThreadOfTheTest first("first", 0);
    const ThreadOfTheTest second("second", 0);
    const ThreadOfTheTest other("other", 20);
    build_text(kShortScenario);
    run_for(10_ms);
    throw_and_catch();  // two processes wait
    run();
    throw_and_catch();  // all have ended
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
