#include <gmock/gmock.h>

#include <filesystem>

#include "system/json/node.h"
#include "tests/app/program.h"

namespace docsis_vp::app {
namespace {

using ::testing::HasSubstr;

TEST(Check, PrintsTheEffectiveConfiguration) {
  const Outcome outcome = run_program(
      "check scenarios/overload.json --set modems.cm0.control_law=hardware "
      "--set service_flows.us0.aqm.target_ms=5");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const system::JsonNode config = system::parse_json(outcome.out, "out");
  EXPECT_EQ(config.find("service_flows")->elements.at(0).find("aqm")->find("target_ms")->number, 5);
}

TEST(Check, AcceptsEveryScenarioOfTheTree) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator("scenarios")) {
    if (entry.path().extension() == ".json") {
      EXPECT_EQ(run_program("check " + entry.path().string()).err, "");
    }
  }
}

TEST(Check, SchemaNeedsNoScenario) {
  const Outcome outcome = run_program("check --schema");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NO_THROW(system::parse_json(outcome.out, "schema"));
}

TEST(Check, HelpIsNoError) {
  for (const char* arguments : {"--help", "check --help"}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("usage: docsis-vp"));
  }
}

}  // namespace
}  // namespace docsis_vp::app
