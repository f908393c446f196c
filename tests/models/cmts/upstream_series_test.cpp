#include "models/cmts/upstream_series.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/models/cmts/scheduler_parts.h"

namespace docsis_vp::cmts::upstream_series_test {
namespace {

// Flow 0 has this type. Its first place is behind the request region of the MAP at 4 ms.
struct SeriesBench : SchedulerParts {
  explicit SeriesBench(docsis::SchedulingType type, unsigned channel_count = 1)
      : SchedulerParts(1, channel_count) {
    config.flows[0].scheduling.type = type;
    series.emplace(config, channels);
  }

  // Due times until `end`, polls as negative numbers.
  std::vector<TimePs> due_us(TimePs end, unsigned channel = 0) {
    std::vector<TimePs> due;
    for (const SeriesTimes::Due& each : series->times(channel).take_before(end)) {
      due.push_back(each.nominal / kPsPerUs * (each.poll ? -1 : 1));
    }
    return due;
  }

  std::optional<UpstreamSeries> series;
};

using Times = std::vector<TimePs>;

TEST(UpstreamSeries, GrantsAreDueOncePerInterval) {
  SeriesBench bench(docsis::SchedulingType::kUgs);
  EXPECT_EQ(bench.due_us(50 * kPsPerMs), (Times{4'050, 24'050, 44'050}));
  EXPECT_EQ(bench.series->length(bench.channels[0], 0, false), 5U);  // 232 + 8 bytes
  EXPECT_EQ(bench.series->length(bench.channels[0], 0, true), 1U);
}

TEST(UpstreamSeries, FlowsWithoutSeriesHaveNoDueTimes) {
  SeriesBench bench(docsis::SchedulingType::kBestEffort);
  EXPECT_EQ(bench.due_us(kPsPerSecond), Times{});
}

TEST(UpstreamSeries, PollsReplaceTheGrantsOfASilentFlowUntilItRequests) {
  SeriesBench bench(docsis::SchedulingType::kUgsActivityDetection);
  for (unsigned grant = 0; grant < 7; ++grant) bench.series->unused(0, false);
  bench.series->used(0);
  for (unsigned grant = 0; grant < 8; ++grant) bench.series->unused(0, false);
  EXPECT_EQ(bench.due_us(30 * kPsPerMs), (Times{-4'050, -24'050}));
  bench.channels[0].next_start = 2'400;  // 30 ms
  bench.series->requested(0);
  EXPECT_EQ(bench.due_us(50 * kPsPerMs), (Times{44'050}));
}

TEST(UpstreamSeries, AReportSaysThatBytesWaitBehindTheGrants) {
  SeriesBench bench(docsis::SchedulingType::kUgs);
  docsis::UgsStatus status;
  status.queue_indicator = true;
  bench.series->reported(0, status);
  EXPECT_EQ(bench.series->behind(), std::vector<UpstreamFlow>{0});
  EXPECT_TRUE(bench.series->gets_extra(0, 0));
  bench.series->unused(0, false);  // nothing waits
  EXPECT_TRUE(bench.series->behind().empty());
}

TEST(UpstreamSeries, ASeriesLeavesAChannelInStepWithItsTimes) {
  SeriesBench bench(docsis::SchedulingType::kUgs, 2);
  bench.series->assign(0, 0b11);  // it may stay
  EXPECT_EQ(bench.due_us(10 * kPsPerMs, 0), (Times{4'050}));
  bench.channels[0].next_start = 800;  // 10 ms
  bench.series->assign(0, 0b10);
  EXPECT_EQ(bench.due_us(50 * kPsPerMs, 0), Times{});
  EXPECT_EQ(bench.due_us(50 * kPsPerMs, 1), (Times{24'050, 44'050}));
}

}  // namespace
}  // namespace docsis_vp::cmts::upstream_series_test
