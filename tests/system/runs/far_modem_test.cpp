// A modem far away, and nothing said about the MAPs' lead.
#include <gtest/gtest.h>

#include <string>

#include "tests/system/runs/run.h"

namespace docsis_vp::system::far_modem_test {
namespace {

const std::string kFar = "scenarios/quickstart.json --duration 2 --set modems.cm0.plant_delay_us=";

TEST(FarModem, GetsItsMapsInTime) {
  for (const char* delay : {"900", "1000"}) {
    const JsonNode results = run_results(kFar + delay);
    EXPECT_GT(number(results, "mac.grants"), 500) << delay;
    EXPECT_EQ(number(results, "mac.grants_late"), 0) << delay;
    EXPECT_EQ(number(results, "mac.grants_missed"), 0) << delay;
  }
}

}  // namespace
}  // namespace docsis_vp::system::far_modem_test
