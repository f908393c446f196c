#include "app/live/series_window.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "platform/base/errors.h"

namespace docsis_vp::app::series_window_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsNan;

const std::string kHead = "time_s,modem,service_flow,flow,x\n";

std::string row(double time_s, const std::string& flow, double value) {
  return std::to_string(time_s) + ",cm0," + flow + ",," + std::to_string(value) + "\n";
}

TEST(SeriesWindow, KeepsAllOfAShortRunInWhateverPiecesItComes) {
  SeriesWindow window;
  window.add(kHead);
  window.add(row(0, "a", 1) + row(0, "b", 2));
  window.add(row(1, "b", 3));
  window.add(row(2, "c", 4) + row(2, "a", 5) + row(3, "a", 6));
  const Series series = window.series();
  EXPECT_THAT(series.times_s, ElementsAre(0, 1, 2, 3));
  ASSERT_EQ(series.lines.size(), 3U);
  EXPECT_EQ(series.lines[0].service_flow, "a");
  EXPECT_THAT(series.lines[0].values, ElementsAre(1, IsNan(), 5, 6));
  EXPECT_THAT(series.lines[1].values, ElementsAre(2, 3, IsNan(), IsNan()));
  EXPECT_THAT(series.lines[2].values, ElementsAre(IsNan(), IsNan(), 4, IsNan()));
}

// Peaks of one sample at any place stay, however long the run is.
TEST(SeriesWindow, KeepsEveryPeakOfALongRunInBoundedMemory) {
  SeriesWindow window;
  window.add(kHead);
  constexpr int kSamples = 300'000;
  std::string rows;
  for (int i = 0; i < kSamples; ++i) {
    rows += row(i, "a", i % 77'777 == 5 ? 1e6 + i : i % 66'666 == 3 ? -1e6 - i : i % 7);
    if (i % 997 == 0 || i + 1 == kSamples) {
      window.add(rows);
      rows.clear();
      EXPECT_LE(window.series().times_s.size(), SeriesWindow::kMostSamples + 64);
    }
  }
  const Series series = window.series();
  EXPECT_GE(series.times_s.size(), SeriesWindow::kMostSamples / 2);
  EXPECT_TRUE(std::is_sorted(series.times_s.begin(), series.times_s.end()));
  std::vector<double> high;
  std::vector<double> low;
  for (const double value : series.lines[0].values) {
    if (std::abs(value) > 1e5) {
      (value > 0 ? high : low).push_back(value);
    }
  }
  EXPECT_THAT(high, ElementsAre(1'000'005, 1'077'782, 1'155'559, 1'233'336));
  EXPECT_THAT(low, ElementsAre(-1'000'003, -1'066'669, -1'133'335, -1'200'001, -1'266'667));
  // Parts are equally wide, but for the newest samples, at most 64 of them beside 1024 parts or
  // more: a time lies no further from its place.
  for (std::size_t i = 0; i < series.times_s.size(); ++i) {
    const double place = static_cast<double>(i) / static_cast<double>(series.times_s.size());
    EXPECT_NEAR(series.times_s[i] / kSamples, place, 0.05) << i;
  }
}

TEST(SeriesWindow, RefusesWhatIsNoSeries) {
  SeriesWindow window;
  EXPECT_THROW(window.add("no such head\n"), InputError);
}

}  // namespace
}  // namespace docsis_vp::app::series_window_test
