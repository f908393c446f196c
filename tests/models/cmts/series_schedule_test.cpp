// Earliest deadline first with a search behind it, against all orders of a few jobs.
#include "models/cmts/series_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "platform/base/random.h"

namespace docsis_vp::cmts::series_schedule_test {
namespace {

using Starts = std::optional<std::vector<std::uint32_t>>;

Starts schedule(const std::vector<SeriesJob>& jobs, const SeriesHorizon& horizon,
                unsigned steps = 100'000) {
  return SeriesSchedule::of(jobs, horizon, steps);
}

// Minislot by minislot: whether the job may lie there.
bool may_lie(const SeriesJob& job, std::uint32_t at, const SeriesHorizon& horizon) {
  const std::uint32_t map = at / horizon.interval;
  const std::uint32_t within = at % horizon.interval;
  return map < 2 && within >= horizon.region && within + job.length <= horizon.interval &&
         at >= job.from && at <= job.latest;
}

// Every order, each job as early as it can be behind the one before. A job that may lie behind the
// horizon is tried without a place as well.
bool exists(const std::vector<SeriesJob>& jobs, const SeriesHorizon& horizon) {
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), 0U);
  do {
    for (std::size_t placed = 0; placed <= jobs.size(); ++placed) {
      std::uint32_t time = 0;
      bool holds = true;
      for (std::size_t i = 0; i < jobs.size() && holds; ++i) {
        const SeriesJob& job = jobs[order[i]];
        if (i >= placed) {
          holds = job.latest >= horizon.end();
          continue;
        }
        std::uint32_t at = std::max(time, job.from);
        while (at <= job.latest && !may_lie(job, at, horizon)) ++at;
        holds = at <= job.latest;
        time = at + job.length;
      }
      if (holds) return true;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

void expect_valid(const std::vector<SeriesJob>& jobs, const std::vector<std::uint32_t>& starts,
                  const SeriesHorizon& horizon) {
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (starts[i] == SeriesSchedule::kBehind) {
      EXPECT_GE(jobs[i].latest, horizon.end());
      continue;
    }
    EXPECT_TRUE(may_lie(jobs[i], starts[i], horizon)) << i << " at " << starts[i];
    for (std::size_t k = 0; k < i; ++k) {
      if (starts[k] == SeriesSchedule::kBehind) continue;
      EXPECT_TRUE(starts[k] + jobs[k].length <= starts[i] ||
                  starts[i] + jobs[i].length <= starts[k]);
    }
  }
}

TEST(SeriesSchedule, FindsAScheduleWhereverThereIsOne) {
  RandomStream random(1, "series");
  int found = 0;
  int searched = 0;
  for (int round = 0; round < 4'000; ++round) {
    const SeriesHorizon horizon{static_cast<std::uint32_t>(12 + random.below(30)),
                                static_cast<std::uint32_t>(random.below(5))};
    std::vector<SeriesJob> jobs(1 + random.below(6));
    for (SeriesJob& job : jobs) {
      job.from = static_cast<std::uint32_t>(random.below(horizon.end()));
      job.latest = job.from + static_cast<std::uint32_t>(random.below(14));
      job.length = 1 + static_cast<std::uint32_t>(random.below(9));
    }
    const Starts starts = schedule(jobs, horizon);
    ASSERT_EQ(starts.has_value(), exists(jobs, horizon)) << round;
    if (!starts) continue;
    expect_valid(jobs, *starts, horizon);
    ++found;
    searched += schedule(jobs, horizon, 0).has_value() ? 0 : 1;
  }
  EXPECT_GT(found, 1'000);
  EXPECT_GT(searched, 20) << "earliest deadline first alone does not find them";
}

// The long one may begin 24 minislots late, the short one not.
TEST(SeriesSchedule, ALongJobWaitsForAShortOneThatComesLater) {
  const std::vector<SeriesJob> jobs = {{10, 34, 32}, {12, 36, 5}};
  const Starts starts = schedule(jobs, {160, 4});
  ASSERT_TRUE(starts);
  EXPECT_EQ((*starts)[1], 12U);
  EXPECT_EQ((*starts)[0], 17U);
}

TEST(SeriesSchedule, AJobAtTheEndOfAMapWaitsBehindTheNextRegion) {
  const std::vector<SeriesJob> jobs = {{155, 170, 10}};
  const Starts starts = schedule(jobs, {160, 4});
  ASSERT_TRUE(starts);
  EXPECT_EQ((*starts)[0], 164U);
  EXPECT_FALSE(schedule({{155, 163, 10}}, {160, 4}));
}

TEST(SeriesSchedule, OrderOfTheJobsDoesNotMatter) {
  RandomStream random(2, "orders");
  for (int round = 0; round < 200; ++round) {
    std::vector<SeriesJob> jobs(20);
    for (SeriesJob& job : jobs) {
      job.from = static_cast<std::uint32_t>(random.below(280));
      job.latest = job.from + static_cast<std::uint32_t>(random.below(60));
      job.length = 4 + static_cast<std::uint32_t>(random.below(12));
    }
    const bool holds = schedule(jobs, {160, 4}).has_value();
    std::reverse(jobs.begin(), jobs.end());
    EXPECT_EQ(schedule(jobs, {160, 4}).has_value(), holds) << round;
  }
}

TEST(SeriesSchedule, TheSearchEndsWithItsSteps) {
  std::vector<SeriesJob> jobs;
  for (std::uint32_t i = 0; i < 30; ++i) jobs.push_back({10 + i % 7, 100 + 3 * i, 5 + i % 5});
  jobs.push_back({11, 12, 100});
  unsigned steps = 500;
  EXPECT_FALSE(SeriesSchedule::of(jobs, {300, 4}, steps));
  EXPECT_LE(steps, 500U);
}

}  // namespace
}  // namespace docsis_vp::cmts::series_schedule_test
