#include "platform/trace/csv_writer.h"

#include <gmock/gmock.h>

#include <sstream>
#include <string>

namespace docsis_vp::platform::csv_writer_test {
namespace {

TEST(CsvWriter, WritesCellsAndRows) {
  std::ostringstream out;
  CsvWriter rows(out);
  rows.text("a");
  rows.empty();
  rows.integer(0);
  rows.integer(UINT64_MAX);
  rows.end_row();
  rows.empty();
  rows.text("b");
  rows.end_row();
  rows.finish();
  EXPECT_EQ(out.str(), "a,,0,18446744073709551615\n,b\n");
}

// Around every place where the number of digits, or the first of them, changes.
TEST(CsvWriter, WritesTimesToTheLastDigit) {
  std::ostringstream out;
  CsvWriter rows(out);
  std::string expected;
  const auto add = [&](TimePs at) {
    rows.time(at);
    rows.end_row();
    expected += std::to_string(at) + "\n";
  };
  for (TimePs power = 1; power <= kNever / 10; power *= 10) {
    for (const TimePs at : {power - 1, power, power + 1, 7 * power + 12'345'678, power}) {
      add(at);
    }
  }
  add(kNever);
  rows.finish();
  EXPECT_EQ(out.str(), expected);
}

TEST(CsvWriter, TakesRowsAndCellsOfAnyLength) {
  std::ostringstream out;
  CsvWriter rows(out);
  std::string expected;
  for (std::size_t size : {65'530u, 1u, 65'536u, 200'000u, 10u}) {
    rows.text(std::string(size, 'x'));
    rows.time(123'456'789'012);
    rows.end_row();
    expected += std::string(size, 'x') + ",123456789012\n";
  }
  rows.finish();
  EXPECT_EQ(out.str(), expected);
}

TEST(CsvWriter, QuotesWhatNeedsIt) {
  EXPECT_EQ(CsvWriter::quoted("us0"), "us0");
  EXPECT_EQ(CsvWriter::quoted("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvWriter::quoted("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(CsvWriter::quoted("=cmd"), "\"'=cmd\"");
}

}  // namespace
}  // namespace docsis_vp::platform::csv_writer_test
