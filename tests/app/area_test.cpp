#include <gmock/gmock.h>

#include <cstdio>

#include "system/json/node.h"
#include "tests/app/program.h"

namespace docsis_vp::app::area_test {
namespace {

using ::testing::HasSubstr;

TEST(Area, ShowsATreeOfBlocksAndRunsNothing) {
  const Outcome outcome = run_program("area scenarios/quickstart.json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* block : {"aqm_engine", "docsis_pie", "derandomizer", "queue_memory", "shaper",
                            "map_parser", "burst_builder", "ibex-small, published"}) {
    EXPECT_THAT(outcome.out, HasSubstr(block));
  }
  const Outcome shallow = run_program("area scenarios/quickstart.json --depth 1");
  EXPECT_THAT(shallow.out, HasSubstr("aqm_engine"));
  EXPECT_THAT(shallow.out, testing::Not(HasSubstr("derandomizer")));
}

TEST(Area, SaysTheSameAsJson) {
  const Outcome outcome = run_program("area scenarios/quickstart.json --json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\"area\": ["));
  EXPECT_THAT(outcome.out, HasSubstr("\"total_kge\": {\"low\": "));
}

TEST(Area, ShowsEveryNodeAndWhatQuantitiesChange) {
  const Outcome outcome =
      run_program("area scenarios/quickstart.json --depth 0 --nodes --sensitivity");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* row : {"\n65nm ", "\n7nm ", "\nservice flows ", "\ndescriptors ", "\nburst ",
                          "\nSRAM periphery "}) {
    EXPECT_THAT(outcome.out, HasSubstr(row));
  }
}

TEST(Area, SaysOfNodesAndQuantitiesAsJsonWhatTheTextSays) {
  const std::string command = "area scenarios/quickstart.json --depth 0 --nodes --sensitivity";
  const Outcome text = run_program(command);
  const Outcome outcome = run_program(command + " --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const system::JsonNode root = system::parse_json(outcome.out, "area");
  const system::JsonNode& area = root.find("area")->elements.front();
  const auto nominal = [](const system::JsonNode& figures, const char* key) {
    return figures.find(key)->find("nominal")->number;
  };
  const auto said = [](const char* format, double number) {
    char digits[32];
    std::snprintf(digits, sizeof digits, format, number);
    return HasSubstr(digits);
  };
  ASSERT_EQ(area.find("nodes")->elements.size(), 5U);
  double above = 1e9;
  for (const system::JsonNode& node : area.find("nodes")->elements) {
    EXPECT_THAT(text.out, HasSubstr("\n" + node.find("technology")->text + " "));
    EXPECT_THAT(text.out, said("%.4f (", nominal(node, "mm2")));
    EXPECT_THAT(text.out, said("%.4f (", nominal(*node.find("with_cpu"), "mm2")));
    EXPECT_LT(nominal(node, "mm2"), above);
    above = nominal(node, "mm2");
    if (node.find("technology")->text == area.find("technology")->text) {
      EXPECT_EQ(nominal(node, "mm2"), nominal(area, "mm2"));
      EXPECT_EQ(nominal(node, "kge"), nominal(area, "total_kge"));
    }
  }
  ASSERT_EQ(area.find("sensitivity")->elements.size(), 6U);
  for (const system::JsonNode& each : area.find("sensitivity")->elements) {
    EXPECT_THAT(text.out, HasSubstr("\n" + each.find("quantity")->text + " "));
    EXPECT_THAT(text.out, said("%+.2f", nominal(*each.find("half"), "logic_kge")));
    EXPECT_THAT(text.out, said("%+.4f", nominal(*each.find("twice"), "mm2")));
  }
  EXPECT_THAT(run_program("area scenarios/quickstart.json --json").out,
              testing::Not(HasSubstr("sensitivity")));
}

TEST(Area, DepthIsANumberOfLevels) {
  for (const char* depth : {"-1", "4294967296"}) {
    const Outcome outcome =
        run_program(std::string("area scenarios/quickstart.json --depth ") + depth);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(
        outcome.err,
        std::string("docsis-vp: --depth: expected an integer from 0 to 100, got ") + depth + "\n");
  }
}

TEST(Area, BadTechnologiesAreOneLineAndStatusTwo) {
  for (const char* command : {"area", "run", "check"}) {
    const Outcome outcome =
        run_program(std::string(command) +
                    " scenarios/quickstart.json --set modems.cm0.technology_file=LICENSE");
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr("=LICENSE: modems[0].technology_file: LICENSE:2: "))
        << command;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << command;
  }
}

}  // namespace
}  // namespace docsis_vp::app::area_test
