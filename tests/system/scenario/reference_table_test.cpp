#include "system/scenario/schema/reference_table.h"

#include <gmock/gmock.h>

#include <sstream>

#include "system/scenario/fields/fields.h"

namespace docsis_vp::system::reference_table_test {
namespace {

TEST(ReferenceTable, KeepsTextsInTheTableIfEachRowFits) {
  EXPECT_EQ(reference_table({{"seed", "integer", "", "`1`", "Seed of the run.", ""},
                             {"rtt_ms", "number", "ms", "`20`", "Round trip.", "RFC 1"}}),
            "| key | type | unit | default | meaning | source |\n"
            "| --- | --- | --- | --- | --- | --- |\n"
            "| `seed` | integer |  | `1` | Seed of the run. |  |\n"
            "| `rtt_ms` | number | ms | `20` | Round trip. | RFC 1 |\n");
}

TEST(ReferenceTable, MovesAllTextsBelowIfOneRowIsTooLong) {
  const std::string long_text(80, 'x');
  EXPECT_EQ(reference_table({{"seed", "integer | text", "", "`1`", "Seed of the run.", ""},
                             {"rtt_ms", "number", "ms", "`20`", long_text + " y.", "RFC 1"}}),
            "| key | type | unit | default |\n"
            "| --- | --- | --- | --- |\n"
            "| `seed` | integer \\| text |  | `1` |\n"
            "| `rtt_ms` | number | ms | `20` |\n"
            "\n"
            "- `seed`: Seed of the run.\n"
            "- `rtt_ms`: " +
                long_text + " y.\n  Source: RFC 1.\n");
}

TEST(ReferenceTable, MovesALongDefaultBelowAndThenALongType) {
  const std::string names(100, 'n');
  EXPECT_THAT(reference_table({{"a", "number", "", names, "A.", ""}}),
              ::testing::EndsWith("| `a` | number |  | see below |\n\n- `a`: A. Default:\n  " +
                                  names + ".\n"));
  const std::string type(101, 'n');
  EXPECT_THAT(
      reference_table({{"a", type, "", "`20`", "A.", ""}}),
      ::testing::EndsWith("| `a` | see below |  | `20` |\n\n- `a`: A. Type:\n  " + type + ".\n"));
}

TEST(ReferenceTable, CountsCharactersAndNotOctets) {
  std::string text;
  for (int i = 0; i < 70; ++i) {
    text += "\xC2\xB5";
  }
  EXPECT_THAT(reference_table({{"a", "number", "", "", text, ""}}),
              ::testing::HasSubstr(text + " |"));
}

TEST(ReferenceTable, StartsNoLineWithTheMarkOfAList) {
  const std::string word(97, 'x');
  EXPECT_EQ(paragraph(word + " - 5"), word + " -\n5\n");
  EXPECT_EQ(paragraph("see " + word + " 10. x"), "see\n" + word + " 10.\nx\n");
}

TEST(ReferenceTable, KeepsThePageOfTheScenarioNarrow) {
  std::istringstream page(scenario_reference());
  std::size_t lines = 0;
  for (std::string line; std::getline(page, line); ++lines) {
    EXPECT_LE(line.size(), !line.empty() && line.front() == '|' ? 120U : 100U) << line;
  }
  EXPECT_GT(lines, 1000U);
}

}  // namespace
}  // namespace docsis_vp::system::reference_table_test
