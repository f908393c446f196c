#include <gmock/gmock.h>

#include "models/aqm/registry.h"
#include "models/queue/managers.h"
#include "tests/app/program.h"

namespace docsis_vp::app::aqm_test {
namespace {

using ::testing::HasSubstr;

TEST(Aqm, ListsEveryLawOfTheRegistry) {
  const Outcome outcome = run_program("aqm");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const aqm_algorithm* const* law = aqm_algorithms; *law != nullptr; ++law) {
    EXPECT_THAT(outcome.out, HasSubstr(std::string("\n") + (*law)->name + " "));
  }
}

TEST(Aqm, ListsEveryManager) {
  const Outcome outcome = run_program("aqm");
  for (const queue::Manager& manager : queue::managers()) {
    EXPECT_THAT(outcome.out, HasSubstr("\n" + std::string(manager.name) + " "));
  }
}

TEST(Aqm, TakesNoArguments) {
  EXPECT_EQ(run_program("aqm pie").status, 2);
}

}  // namespace
}  // namespace docsis_vp::app::aqm_test
