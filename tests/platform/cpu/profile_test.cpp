// Cycle profiles as data.
#include <gtest/gtest.h>

#include <string>

#include "platform/base/errors.h"
#include "platform/cpu/profile_file.h"

namespace docsis_vp::platform::testing::profile_test {
namespace {

CycleProfile parse(const std::string& text) {
  return parse_profile("mine", text, "mine.profile", {cycle_profile("ibex-small")});
}

TEST(ProfileFile, AKeyThatIsNotGivenIsOneCycle) {
  const CycleProfile profile = parse("\n# a core\n  load = 4  # slow\n\tisa=rv32imc_zbb\r\n");
  EXPECT_EQ(profile.name, "mine");
  EXPECT_EQ(profile.isa, "rv32imc_zbb");
  EXPECT_EQ(profile.load, 4U);
  EXPECT_EQ(profile.store, 1U);
  EXPECT_EQ(profile.load_use, 0U);
  EXPECT_FALSE(profile.instantaneous);
}

TEST(ProfileFile, ExtendsAnother) {
  const CycleProfile profile = parse("extends = ibex-small\ndivide = 20\n");
  EXPECT_EQ(profile.name, "mine");
  EXPECT_EQ(profile.divide, 20U);
  EXPECT_EQ(profile.branch_taken, 3U);
}

TEST(ProfileFile, SaysFileLineAndExpectation) {
  static const char* const kCases[][2] = {
      {"load 3", "mine.profile:1: expected key = value, found 'load 3'"},
      {"\nload = 3\nload = 3", "mine.profile:3: 'load' is given twice"},
      {"load = 0", "mine.profile:1: load: expected a whole number from 1 to 500, found '0'"},
      {"load = 501", "mine.profile:1: load: expected a whole number from 1 to 500, found '501'"},
      {"load_use = -1",
       "mine.profile:1: load_use: expected a whole number from 0 to 500, found '-1'"},
      {"load =", "mine.profile:1: load: expected a whole number from 1 to 500, found ''"},
      {"isa = rv64gc",
       "mine.profile:1: isa 'rv64gc': expected rv32imc_zicsr_zifencei, optionally with _zba, _zbb, "
       "_zbs"},
      {"alu = 1\nextends = ibex-small", "mine.profile:2: 'extends' comes before all other keys"},
      {"extends = arm",
       "mine.profile:1: cycle profile 'arm' is unknown; expected one of ibex-small"},
      {"instantaneous = yes",
       "mine.profile:1: instantaneous: expected a whole number from 0 to 1, found 'yes'"},
  };
  for (const auto& each : kCases) {
    try {
      parse(each[0]);
      ADD_FAILURE() << each[0];
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(), each[1]);
    }
  }
}

TEST(ProfileFile, UnknownKeyNamesTheKnown) {
  try {
    parse("multiply = 3");
    FAIL();
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.rfind("mine.profile:1: 'multiply' is unknown; expected one of extends, isa", 0),
              0U);
    EXPECT_NE(text.find(", mul, "), std::string::npos);
  }
}

}  // namespace
}  // namespace docsis_vp::platform::testing::profile_test
