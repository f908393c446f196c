#include "models/cmts/map_composer.h"

#include <gtest/gtest.h>

#include "tests/models/cmts/scheduler_parts.h"

namespace docsis_vp::cmts::map_composer_test {
namespace {

struct ComposerBench : SchedulerParts {
  explicit ComposerBench(std::size_t flows, unsigned channel_count = 1)
      : SchedulerParts(flows, channel_count),
        demand(config, channels, aggregates, counters.flows),
        composer(config, channels, demand, counters) {}

  docsis::Map compose(MapDraft& draft, const std::vector<FlowDemand>& demands,
                      TimePs answered_before = kNever) {
    return *composer.compose(draft, demands, answered_before, reservations)->map();
  }
  FairShare::Claim claim(UpstreamFlow flow, std::uint32_t minislots) const {
    FairShare::Claim claim;
    claim.flow = flow;
    claim.minislots = minislots;
    claim.iuc = channels[0].iuc_of(config.flows[flow]);
    return claim;
  }
  static FlowDemand asking(UpstreamFlow flow, std::uint64_t bytes, std::uint64_t granted = 0) {
    FlowDemand demand;
    demand.flow = flow;
    demand.bytes = bytes;
    demand.granted_bytes = granted;
    return demand;
  }

  UpstreamDemand demand;
  MapComposer composer;
  Reservations reservations;
};

struct Expected {
  std::uint16_t sid;
  std::uint8_t iuc;
  std::uint16_t offset;
};
void expect_elements(const docsis::Map& map, const std::vector<Expected>& expected) {
  ASSERT_EQ(map.elements.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(map.elements[i].sid, expected[i].sid) << i;
    EXPECT_EQ(map.elements[i].iuc, expected[i].iuc) << i;
    EXPECT_EQ(map.elements[i].offset, expected[i].offset) << i;
  }
}

constexpr std::uint8_t kData = docsis::kIucAdvancedLongData;

TEST(MapComposer, WritesRegionItemsIdleSpaceAndNull) {
  ComposerBench bench(2);
  MapDraft draft = bench.draft(20);
  draft.items.push_back({30, 5, Reservation::Kind::kUnsolicited, 1});
  draft.items.push_back({4, 1, Reservation::Kind::kPoll, 0});
  const docsis::Map map = bench.compose(draft, {});
  EXPECT_EQ(map.allocation_start, 320U);
  EXPECT_EQ(map.ack_time, 320U);  // nothing is outstanding
  expect_elements(map, {{docsis::kSidAllModems, docsis::kIucRequest, 0},
                        {1, docsis::kIucRequest, 4},
                        {docsis::kSidNone, kData, 5},
                        {2, kData, 30},
                        {docsis::kSidNone, kData, 35},
                        {docsis::kSidNone, docsis::kIucNull, 160}});
  EXPECT_EQ(bench.counters.channels[0].opportunities, 4U);
  EXPECT_EQ(bench.counters.flows[0].polls, 1U);
  EXPECT_EQ(bench.counters.flows[1].unsolicited_bytes, 240U);
  EXPECT_EQ(bench.counters.channels[0].granted_bytes, 240U);
}

TEST(MapComposer, KeepsAllocationsAsReservations) {
  ComposerBench bench(1);
  MapDraft draft = bench.draft(20);
  draft.items.push_back({30, 5, Reservation::Kind::kGrant, 0, 100});
  bench.compose(draft, {});
  const Reservation* region = bench.reservations.find(323);
  ASSERT_NE(region, nullptr);
  EXPECT_EQ(region->count, 4U);
  const Reservation* grant = bench.reservations.find(350);
  ASSERT_NE(grant, nullptr);
  EXPECT_EQ(grant->payload_bytes, 5U * 48 - 8);
  EXPECT_EQ(grant->reserved_bytes, 100U);
}

TEST(MapComposer, AGrantContinuesBehindWhatLiesInBetween) {
  ComposerBench bench(1);
  MapDraft draft = bench.draft(20);
  ASSERT_TRUE(draft.layout.place(10, 10, 6));
  std::vector<FlowDemand> demands = {bench.asking(0, 10'000)};
  FairShare::Claim claim = bench.claim(0, 20);
  claim.charged_bytes = 500;
  bench.composer.place_grants(draft, 2, {claim}, demands);
  // From minislot 6 to the item at 10, then behind it. The second header needs no more minislots:
  // the rest of 952 - 184 = 768 bytes takes 17 of them.
  ASSERT_EQ(draft.items.size(), 2U);
  EXPECT_EQ(draft.items[0].offset, 6U);
  EXPECT_EQ(draft.items[0].minislots, 4U);
  EXPECT_EQ(draft.items[0].reserved_bytes, 184U);
  EXPECT_EQ(draft.items[1].offset, 16U);
  EXPECT_EQ(draft.items[1].minislots, 17U);
  EXPECT_EQ(draft.items[1].reserved_bytes, 316U);
  EXPECT_EQ(demands[0].granted_bytes, 184U + 17 * 48 - 8);
  EXPECT_EQ(demands[0].reserved_bytes, 500U);
}

TEST(MapComposer, AckTimeLeavesOutRequestsWithoutAnswer) {
  ComposerBench bench(1);
  MapDraft draft = bench.draft(20);
  EXPECT_EQ(bench.compose(draft, {}, 2 * kPsPerMs).ack_time, 160U);
}

TEST(MapComposer, HoldsRestsByPriorityThenThoseWithoutAGrant) {
  ComposerBench bench(4);
  bench.config.flows[3].priority = 1;
  std::vector<FlowDemand> demands = {bench.asking(0, 900, 900), bench.asking(1, 900, 500),
                                     bench.asking(2, 900), bench.asking(3, 900, 500)};
  MapDraft draft = bench.draft(2);
  EXPECT_FALSE(bench.composer.hold_rests(draft, demands));
  const docsis::Map map = bench.compose(draft, demands);
  EXPECT_FALSE(demands[0].is_pending || demands[0].is_forgotten);  // nothing is left of it
  EXPECT_TRUE(demands[1].is_forgotten);
  expect_elements(map, {{docsis::kSidAllModems, docsis::kIucRequest, 0},
                        {docsis::kSidNone, kData, 4},
                        {docsis::kSidNone, docsis::kIucNull, 160},
                        {3, kData, 160},
                        {4, kData, 160}});
  EXPECT_EQ(bench.counters.channels[0].pendings, 2U);
}

TEST(MapComposer, AFlowThatAnotherChannelHoldsNeedsNoPending) {
  ComposerBench bench(1, 2);
  std::vector<FlowDemand> demands = {bench.asking(0, 900)};
  MapDraft other = bench.draft(20);
  other.channel = 1;
  EXPECT_TRUE(bench.composer.hold_rests(other, demands));
  bench.compose(other, demands);
  ++bench.counters.channels[1].maps;
  MapDraft draft = bench.draft(20);
  demands[0].is_pending = false;
  demands[0].leaves_room = true;
  EXPECT_TRUE(bench.composer.hold_rests(draft, demands));
  EXPECT_FALSE(demands[0].is_pending);
  ++bench.counters.channels[1].maps;  // without a pending; it acknowledged all before 4 ms
  EXPECT_TRUE(bench.composer.hold_rests(draft, demands));
  EXPECT_TRUE(demands[0].is_pending);
}

}  // namespace
}  // namespace docsis_vp::cmts::map_composer_test
