#include "models/cmts/series_placer.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/models/cmts/scheduler_parts.h"

namespace docsis_vp::cmts::series_placer_test {
namespace {

// A flow of each type. Series begin behind the request region of the MAP at 4 ms.
struct PlacerBench : SchedulerParts {
  explicit PlacerBench(const std::vector<docsis::SchedulingType>& types)
      : SchedulerParts(types.size()), demand(config, channels, aggregates, counters.flows) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      config.flows[i].scheduling.type = types[i];
      config.flows[i].scheduling.guaranteed_grant_rate_mbps = 8;
    }
  }

  // Places what is due in the next MAP.
  void place(MapDraft& draft) {
    if (!placer) {
      series.emplace(config, channels);
      placer.emplace(config, channels, *series, demand, counters.flows);
    }
    placer->place(draft, channels[0].start_time() - kPsPerMs);
    channels[0].next_start += 160;
  }

  UpstreamDemand demand;
  std::optional<UpstreamSeries> series;
  std::optional<SeriesPlacer> placer;
};

using docsis::SchedulingType;

TEST(SeriesPlacer, PlacesAGrantWhenItIsDue) {
  PlacerBench bench({SchedulingType::kUgs});
  MapDraft draft = bench.draft(20);
  bench.place(draft);
  ASSERT_EQ(draft.items.size(), 1U);
  EXPECT_EQ(draft.items[0].offset, 4U);
  EXPECT_EQ(draft.items[0].minislots, 5U);
  EXPECT_EQ(draft.items[0].kind, Reservation::Kind::kUnsolicited);
  EXPECT_EQ(draft.grantable, 151U);
  EXPECT_EQ(draft.elements_left, 19U);
  MapDraft next = bench.draft(20);
  bench.place(next);  // 2 ms later
  EXPECT_TRUE(next.items.empty());
}

TEST(SeriesPlacer, PollsTakeNothingFromOtherTraffic) {
  PlacerBench bench({SchedulingType::kRealTimePolling});
  MapDraft draft = bench.draft(20);
  draft.grantable = 0;
  bench.place(draft);
  ASSERT_EQ(draft.items.size(), 1U);
  EXPECT_EQ(draft.items[0].kind, Reservation::Kind::kPoll);
  EXPECT_EQ(draft.items[0].minislots, 1U);
}

TEST(SeriesPlacer, WhatHasTooFewMinislotsWaitsWhileTheySave) {
  PlacerBench bench({SchedulingType::kUgs});
  bench.config.flows[0].scheduling.tolerated_grant_jitter_us = 1'000;
  MapDraft draft = bench.draft(20);
  draft.grantable = 3;
  bench.place(draft);
  EXPECT_TRUE(draft.items.empty());
  EXPECT_EQ(draft.saved, 3U);
  EXPECT_EQ(draft.grantable, 0U);
  EXPECT_EQ(bench.counters.flows[0].beyond_jitter, 0U);
  MapDraft next = bench.draft(20);
  bench.place(next);
  ASSERT_EQ(next.items.size(), 1U);
  EXPECT_EQ(next.items[0].offset, 4U);
  EXPECT_EQ(bench.counters.flows[0].beyond_jitter, 1U);  // due 2 ms before
}

// Flow 0 is due in the first MAP, flow 1 in the second.
TEST(SeriesPlacer, WithTooFewElementsAHigherPriorityComesFirst) {
  PlacerBench bench({SchedulingType::kUgs, SchedulingType::kUgs});
  bench.config.flows[1].priority = 5;
  MapDraft none = bench.draft(1);
  bench.place(none);
  EXPECT_TRUE(none.items.empty());
  MapDraft one = bench.draft(2);
  bench.place(one);
  ASSERT_EQ(one.items.size(), 1U);
  EXPECT_EQ(one.items[0].flow, 1U);
  MapDraft many = bench.draft(20);
  bench.place(many);
  ASSERT_EQ(many.items.size(), 1U);
  EXPECT_EQ(many.items[0].flow, 0U);
  EXPECT_EQ(bench.counters.flows[0].beyond_jitter, 1U);
}

TEST(SeriesPlacer, ProactiveGrantsAnswerRequests) {
  PlacerBench bench({SchedulingType::kProactiveGrants});
  bench.demand.add(bench.request(0, 1'000, kPsPerMs));
  MapDraft draft = bench.draft(20);
  bench.place(draft);
  ASSERT_EQ(draft.items.size(), 1U);
  EXPECT_EQ(draft.items[0].kind, Reservation::Kind::kProactive);
  EXPECT_EQ(bench.demand.waiting_bytes(0), 0U);  // 2 ms of 8 Mbit/s are 2060 bytes with headers
}

}  // namespace
}  // namespace docsis_vp::cmts::series_placer_test
