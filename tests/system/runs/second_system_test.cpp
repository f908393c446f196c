#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "system/assembly/system.h"

namespace docsis_vp::system::second_system_test {
namespace {

LoadedScenario scenario() {
  return load_scenario("scenarios/isolated-packet.json");
}

std::string refusal() {
  try {
    System second(scenario());
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

TEST(SecondSystem, IsRefusedBesideTheFirstAndAfterIt) {
  const std::string expected =
      "a second System in one process: SystemC elaborates once, give each scenario a process";
  {
    System first(scenario());
    EXPECT_EQ(refusal(), expected);
    first.run_for(sc_core::sc_time(1, sc_core::SC_MS));
    EXPECT_EQ(refusal(), expected);
  }
  EXPECT_EQ(refusal(), expected);
}

}  // namespace
}  // namespace docsis_vp::system::second_system_test
