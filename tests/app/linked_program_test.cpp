// A program that links the platform shows an error that it does not catch as the commands do.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "platform/base/read_file.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app::linked_program_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Said {
  int status;
  std::string out;
  std::string err;
};

Said run_linked(const std::string& scenario, const std::string& what = "") {
  const TemporaryFolder folder;
  std::ofstream(folder.file("s.json")) << scenario;
  const std::string command = DOCSIS_VP_LINKED_PROGRAM " " + folder.file("s.json") + " " + what +
                              " >" + folder.file("out") + " 2>" + folder.file("err");
  const int status = std::system(command.c_str());
  return {WEXITSTATUS(status), contents_of(folder.file("out")).value_or(""),
          contents_of(folder.file("err")).value_or("")};
}

std::string short_quickstart() {
  const std::string folder = std::filesystem::current_path() / "scenarios";
  return R"({"extends": ")" + folder + R"(/quickstart.json", "name": "s", "duration_s": 0.1})";
}

TEST(LinkedProgram, ShowsAnUncaughtErrorAsTheCommandsDo) {
  const Said said = run_linked(R"({"modems": [{"name": "cm0", "colour": 1}]})");
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.err, StartsWith("docsis-vp: "));
  EXPECT_THAT(said.err, HasSubstr("s.json:1: modems[0].colour: "));
  EXPECT_THAT(said.err + said.out, Not(HasSubstr("E549")));
}

TEST(LinkedProgram, ShowsErrorsOfScenariosThatItMadeItself) {
  const Said said = run_linked(short_quickstart(), "structs");
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.err, StartsWith("docsis-vp: scenario: "));
  EXPECT_THAT(said.err + said.out, Not(HasSubstr("E549")));
}

TEST(LinkedProgram, LeavesErrorsOfOthersToSystemC) {
  const Said said = run_linked("{}", "foreign");
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.err + said.out, HasSubstr("uncaught exception: not ours"));
}

TEST(LinkedProgram, SaysNothingIfNothingIsWrong) {
  const Said said = run_linked(short_quickstart());
  EXPECT_EQ(said.status, 0) << said.err << said.out;
}

}  // namespace
}  // namespace docsis_vp::app::linked_program_test
