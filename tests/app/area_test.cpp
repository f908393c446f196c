#include <gmock/gmock.h>

#include "tests/app/program.h"

namespace docsis_vp::app {
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
  for (const char* row : {"\n65nm ", "\n7nm ", "\nservice flows ", "\ndescriptors ", "\nburst "}) {
    EXPECT_THAT(outcome.out, HasSubstr(row));
  }
}

TEST(Area, BadTechnologiesAreOneLineAndStatusTwo) {
  for (const char* command : {"area", "run", "check"}) {
    const Outcome outcome =
        run_program(std::string(command) +
                    " scenarios/quickstart.json --set modems.cm0.technology_file=LICENSE");
    EXPECT_EQ(outcome.status, 2) << command;
    EXPECT_THAT(outcome.err, HasSubstr("LICENSE:2: ")) << command;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << command;
  }
}

}  // namespace
}  // namespace docsis_vp::app
