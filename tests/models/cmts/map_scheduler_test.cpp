#include "models/cmts/map_scheduler.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "tests/models/cmts/scheduler_bench.h"

namespace docsis_vp::cmts::map_scheduler_test {
namespace {

using Bench = SchedulerBench;

void expect_exact_times(const char* profile) {
  CmtsConfig config = one_channel(profile);
  config.map_phase_ps = 0;
  Bench bench(config);
  run_until(20 * config.timing.map_interval_ps);
  const auto& maps = bench.plant.maps;
  ASSERT_GE(maps.size(), 18U);
  const TimePs first =
      bench.channel().start(bench.channel().at_or_after(config.timing.map_lead_ps));
  for (std::size_t n = 0; n < maps.size(); ++n) {
    const TimePs start = bench.channel().start(maps[n].first);
    ASSERT_EQ(start, first + static_cast<TimePs>(n) * config.timing.map_interval_ps);
    const TimePs serialisation = static_cast<TimePs>(maps[n].octets) * 8'000;  // at 1 Gbit/s
    ASSERT_EQ(maps[n].arrived, start - config.timing.map_lead_ps + config.timing.map_build_ps +
                                   serialisation + config.timing.downstream_latency_ps +
                                   config.timing.plant_delay_ps);
    ASSERT_LE(maps[n].arrived, start - config.channels[0].cm_map_proc_ps);
  }
}

TEST(MapScheduler, Docsis30MapsArriveWhenTheyShould) {
  expect_exact_times("docsis30");
}
TEST(MapScheduler, Docsis31MapsArriveWhenTheyShould) {
  expect_exact_times("docsis31");
}

TEST(MapScheduler, AnIdleMapDescribesItsWholeInterval) {
  CmtsConfig config = one_channel("docsis30");
  Bench bench(config);
  const docsis::Map& map = bench.map(3).map;
  EXPECT_EQ(map.version, 1);
  EXPECT_EQ(map.data_backoff_start, 2);
  EXPECT_EQ(map.data_backoff_end, 8);
  ASSERT_EQ(map.elements.size(), 3U);
  EXPECT_EQ(map.elements[0].sid, docsis::kSidAllModems);
  EXPECT_EQ(map.elements[0].iuc, docsis::kIucRequest);
  EXPECT_EQ(map.elements[0].length, 4);
  EXPECT_EQ(map.elements[1].sid, docsis::kSidNone);
  EXPECT_EQ(map.elements[1].length, 156);
  EXPECT_EQ(map.elements[2].iuc, docsis::kIucNull);
  EXPECT_EQ(map.elements[2].offset, 160);
}

// 1.5625 bytes in a minislot: 5 of them for the 7 octets of a request.
TEST(MapScheduler, OpportunitiesOfASlowChannelAreAsLongAsRequests) {
  CmtsConfig config = one_channel("docsis30", 1'000'000);
  Bench bench(config);
  EXPECT_EQ(bench.map(3).map.elements[0].length, 4 * 5);
  bench.send(request_burst(bench.channel(), bench.map(4), 3, 1, 5));
  bench.map(7);
  EXPECT_EQ(bench.cmts.scheduler().flow_counters(0).requests, 1U);
  EXPECT_EQ(bench.cmts.scheduler().counters(0).successes, 1U);
}

// 64 symbols, a minislot, in front of each burst, and 16 bytes behind each 80 of it: 1516 bytes and
// a segment header are 19.05 codewords.
TEST(MapScheduler, GrantsCoverTheOverheadOfABurst) {
  CmtsConfig config = one_channel("docsis30");
  config.channels[0].overhead = {56, 8, 5'120'000, 8, 80};
  Bench bench(config);
  bench.send(request_burst(bench.channel(), bench.map(4), 0, 1, 379));  // 1516 bytes
  bench.map(7);
  const auto answer = elements_of(bench.map(6).map, 1);
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_EQ(answer[0].length, 1 + 39);  // 1524 + 20 x 16 bytes
  EXPECT_TRUE(elements_of(bench.map(7).map, 1).empty());
  EXPECT_EQ(bench.map(3).map.elements[0].length, 4 * 2);  // 7 bytes and their parity
}

TEST(MapScheduler, TheSeedDrawsThePhase) {
  std::vector<std::unique_ptr<Bench>> benches;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CmtsConfig config = one_channel("docsis30");
    config.seed = seed;
    benches.push_back(std::make_unique<Bench>(config));
  }
  run_until(6 * kPsPerMs);
  std::set<docsis::Minislot> phases;
  for (const auto& bench : benches) {
    ASSERT_FALSE(bench->plant.maps.empty());
    const docsis::Minislot phase = bench->plant.maps[0].first - 160;  // 160: the lead
    EXPECT_LT(phase, 160U);
    phases.insert(phase);
  }
  EXPECT_GT(phases.size(), 15U);
}

TEST(MapScheduler, AContentionRequestIsAnsweredTwoMapsLater) {
  CmtsConfig config = one_channel("docsis30");
  config.grant_offset_ps = 500 * kPsPerUs;
  Bench bench(config);
  bench.send(request_burst(bench.channel(), bench.map(4), 0, 1, 379));  // 1516 bytes
  bench.map(7);
  EXPECT_TRUE(elements_of(bench.map(5).map, 1).empty());
  const auto answer = elements_of(bench.map(6).map, 1);
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_EQ(answer[0].offset, 40);  // 500 us
  EXPECT_EQ(answer[0].length, 32);  // 1516 + 8 bytes in minislots of 48
  EXPECT_TRUE(elements_of(bench.map(7).map, 1).empty());
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_EQ(flow.requests, 1U);
  EXPECT_EQ(flow.requested_bytes, 1516U);
  EXPECT_EQ(flow.granted_bytes, 1536U);
}

TEST(MapScheduler, AckTimeSaysWhatWasKnown) {
  CmtsConfig config = one_channel("docsis30");
  Bench bench(config);
  // MAP n is built at the allocation start of MAP n - 1, before any of that was heard.
  for (std::size_t n = 1; n < 6; ++n) {
    const auto& map = bench.map(n);
    EXPECT_EQ(map.map.ack_time, bench.channel().to_wire(bench.plant.maps[n - 1].first));
  }
}

TEST(MapScheduler, Docsis31NeedsTwelveFramesFromMakingARequest) {
  CmtsConfig config = one_channel("docsis31");
  config.grant_offset_ps = 0;
  config.scheduler.request_opportunities =
      235 * 14;  // a request may be sent in every frame but one
  Bench bench(config);
  const TimePs frame = bench.channel().frame_ps();
  const ReceivedMap asked = bench.map(4);
  std::vector<TimePs> waits;
  for (unsigned in_map = 0; in_map < 14; ++in_map) {
    const ReceivedMap from = bench.map(4 + in_map * 4);
    bench.send(request_burst(bench.channel(), from, in_map * 235, 1, 100));
    for (std::size_t n = 4 + in_map * 4 + 1;; ++n) {
      const ReceivedMap to = bench.map(n);
      if (elements_of(to.map, 1).empty()) continue;
      const docsis::Minislot sent = from.first + in_map * 235;
      waits.push_back((bench.channel().start(to.first) - bench.channel().start(sent)) / frame + 1);
      break;
    }
  }
  // The first frame that is too late for a MAP waits for the next, 15 frames on.
  EXPECT_EQ(*std::min_element(waits.begin(), waits.end()), 12);
  EXPECT_EQ(*std::max_element(waits.begin(), waits.end()), 26);
}

TEST(MapScheduler, WhatDoesNotFitIsGrantedInPartAndPending) {
  CmtsConfig config = one_channel("docsis30");
  Bench bench(config);
  bench.send(request_burst(bench.channel(), bench.map(4), 1, 1, 5'000));  // 20000 bytes
  std::uint64_t granted = 0;
  const std::uint32_t capacity = 156;
  for (std::size_t n = 6; n <= 8; ++n) {
    const auto found = elements_of(bench.map(n).map, 1);
    const bool last = n == 8;
    ASSERT_EQ(found.size(), last ? 1U : 2U) << n;
    EXPECT_EQ(found[0].length, last ? 106 : capacity);
    if (!last) {
      EXPECT_EQ(found[1].length, 0);
      EXPECT_EQ(found[1].offset, 160);
    }
    granted += bench.channel().bytes_in(found[0].length) - docsis::kSegmentHeaderBytes;
  }
  EXPECT_GE(granted, 20'000U);
  EXPECT_LT(granted, 20'000U + 48);
  EXPECT_TRUE(elements_of(bench.map(9).map, 1).empty());
}

TEST(MapScheduler, OldestRequestFirst) {
  CmtsConfig config = one_channel("docsis30");
  config.scheduler.sharing = Sharing::kOldestFirst;
  config.flows.resize(3);
  config.flows[1].sid = 2;
  config.flows[2].sid = 3;
  Bench bench(config);
  const ReceivedMap map = bench.map(4);
  bench.send(request_burst(bench.channel(), map, 2, 2, 1'000));
  bench.send(request_burst(bench.channel(), map, 0, 3, 1'000));
  bench.send(request_burst(bench.channel(), map, 1, 1, 1'000));
  const docsis::Map answer = bench.map(6).map;
  EXPECT_EQ(elements_of(answer, 3)[0].length, 84);
  EXPECT_EQ(elements_of(answer, 1)[0].length, 72);  // what is left
  ASSERT_EQ(elements_of(answer, 1).size(), 2U);     // pending
  ASSERT_EQ(elements_of(answer, 2).size(), 1U);
  EXPECT_EQ(elements_of(answer, 2)[0].length, 0);
  EXPECT_EQ(bench.cmts.scheduler().counters(0).pendings, 2U);
}

// The ACK time belongs to everybody: what cannot be held is forgotten, least of all what has
// priority.
TEST(MapScheduler, WhatNoElementHoldsIsForgotten) {
  CmtsConfig config = one_channel("docsis30");
  config.max_elements = 6;  // one grant with what is pending of it, or a grant and a pending
  config.flows.resize(4);
  for (UpstreamFlow flow = 0; flow < 4; ++flow) {
    config.flows[flow].sid = static_cast<std::uint16_t>(flow + 1);
  }
  config.flows[3].priority = 1;
  Bench bench(config);
  const ReceivedMap asked = bench.map(4);
  for (std::uint16_t sid = 1; sid <= 4; ++sid) {
    bench.send(request_burst(bench.channel(), asked, sid - 1U, sid, sid == 4 ? 20'000U : 100U));
  }
  const ReceivedMap answer = bench.map(6);
  ASSERT_EQ(elements_of(answer.map, 4).size(), 2U);
  EXPECT_EQ(elements_of(answer.map, 4)[1].length, 0);
  for (std::uint16_t sid = 1; sid <= 3; ++sid) {
    EXPECT_TRUE(elements_of(answer.map, sid).empty()) << sid;
    EXPECT_EQ(bench.cmts.scheduler().flow_counters(sid - 1U).forgotten_bytes, 400U)
        << sid;  // in units of 4
    EXPECT_EQ(bench.cmts.scheduler().waiting_bytes(sid - 1U), 0U) << sid;
  }
  EXPECT_EQ(answer.map.ack_time, bench.channel().to_wire(bench.plant.maps[5].first));
}

TEST(MapScheduler, TwoRequestsInOneOpportunityCollide) {
  CmtsConfig config = one_channel("docsis30");
  config.flows.resize(2);
  config.flows[1].sid = 2;
  Bench bench(config);
  const ReceivedMap map = bench.map(4);
  bench.send(request_burst(bench.channel(), map, 3, 1, 100));
  bench.send(request_burst(bench.channel(), map, 3, 2, 100));
  bench.map(8);
  EXPECT_EQ(bench.cmts.scheduler().counters(0).collisions, 1U);
  EXPECT_EQ(bench.cmts.scheduler().counters(0).grants, 0U);
  EXPECT_EQ(bench.cmts.receiver().counters().requests, 0U);
}

// A modem with a grant asks in it; one without would have to contend.
TEST(MapScheduler, WhoHasAGrantIsHeldAfterThoseWhoHaveNone) {
  CmtsConfig config = one_channel("docsis30");
  config.max_elements = 7;  // a grant, and two pendings
  config.flows.resize(3);
  for (UpstreamFlow flow = 0; flow < 3; ++flow) {
    config.flows[flow].sid = static_cast<std::uint16_t>(flow + 1);
  }
  Bench bench(config);
  const ReceivedMap asked = bench.map(4);
  for (std::uint16_t sid = 1; sid <= 3; ++sid) {
    bench.send(request_burst(bench.channel(), asked, sid - 1U, sid, 5'000));
  }
  const ReceivedMap answer = bench.map(6);
  unsigned granted = 0;
  for (std::uint16_t sid = 1; sid <= 3; ++sid) {
    const auto elements = elements_of(answer.map, sid);
    ASSERT_EQ(elements.size(), 1U) << sid;
    const bool has_grant = elements[0].length > 0;
    granted += has_grant ? 1 : 0;
    EXPECT_EQ(bench.cmts.scheduler().flow_counters(sid - 1U).forgotten_bytes > 0, has_grant) << sid;
  }
  EXPECT_EQ(granted, 1U);
}

// A window as wide as the region, within the limits: 2^n opportunities, or less.
TEST(MapScheduler, TheFirstBackoffWindowGrowsWithTheRegion) {
  CmtsConfig config = one_channel("docsis30");
  config.scheduler.request_opportunities = 2;
  config.scheduler.max_request_opportunities = 40;
  config.scheduler.backoff_start = 1;
  config.scheduler.backoff_end = 4;
  config.flows.resize(2);
  config.flows[1].sid = 2;
  Bench bench(config);
  const auto opportunities = [](const ReceivedMap& map) { return map.map.elements[0].length; };
  for (std::size_t number = 4; number < 30; ++number) {
    const ReceivedMap map = bench.map(number);
    const unsigned window = 1U << map.map.data_backoff_start;
    EXPECT_TRUE(window == 16 || 2 * window > opportunities(map)) << number;
    EXPECT_TRUE(window == 2 || window <= opportunities(map)) << number;
    EXPECT_EQ(map.map.data_backoff_end, 4);
    for (unsigned i = 0; i < opportunities(map); ++i) {
      bench.send(request_burst(bench.channel(), map, i, 1, 100));
      bench.send(request_burst(bench.channel(), map, i, 2, 100));
    }
  }
  EXPECT_EQ(bench.map(4).map.data_backoff_start, 1);
  EXPECT_EQ(opportunities(bench.map(30)), 40);
  EXPECT_EQ(bench.map(30).map.data_backoff_start, 4);
}

// To hear more would only cost the channel the region.
TEST(MapScheduler, TheRegionIsSmallWhileElementsAreShort) {
  CmtsConfig config = one_channel("docsis30");
  config.max_elements = 6;  // two grants
  config.scheduler.request_opportunities = 4;
  config.scheduler.max_request_opportunities = 40;
  config.flows.resize(4);
  for (UpstreamFlow flow = 0; flow < 4; ++flow) {
    config.flows[flow].sid = static_cast<std::uint16_t>(flow + 1);
  }
  Bench bench(config);
  const auto opportunities = [&bench](std::size_t number) {
    return bench.map(number).map.elements[0].length;
  };
  for (std::size_t number = 4; number < 20; ++number) {
    const unsigned all = opportunities(number);
    for (unsigned i = 0; i < all; ++i) {
      bench.send(request_burst(bench.channel(), bench.map(number), i, 1, 100));
      bench.send(request_burst(bench.channel(), bench.map(number), i, 2, 100));
    }
  }
  const ReceivedMap asked = bench.map(20);
  for (std::uint16_t sid = 1; sid <= 4; ++sid) {
    bench.send(request_burst(bench.channel(), asked, sid - 1U, sid, 100));
  }
  EXPECT_EQ(opportunities(22), 40U);
  EXPECT_EQ(elements_of(bench.map(22).map, 2).size(), 1U);
  EXPECT_TRUE(elements_of(bench.map(22).map, 3).empty());
  EXPECT_EQ(opportunities(23), 4U);
  EXPECT_GT(opportunities(24), 20U);
}

TEST(MapScheduler, BondedChannelsShareTheRequests) {
  CmtsConfig config = one_channel("docsis30");
  config.channels.push_back(config.channels[0]);
  config.channels[1].name = "second";
  config.channels[1].channel_id = 2;
  config.map_phase_ps = 0;
  Bench bench(config);
  run_until(10 * kPsPerMs + 1);
  const std::size_t before = bench.plant.maps.size();
  ReceivedMap map = bench.plant.maps[before - 2];
  ASSERT_EQ(map.channel, 0U);
  bench.send(request_burst(bench.channel(), map, 0, 1, 3'000));
  run_until(30 * kPsPerMs);
  EXPECT_EQ(bench.cmts.scheduler().counters(0).grants, 1U);
  EXPECT_EQ(bench.cmts.scheduler().counters(1).grants, 1U);
  const auto& flow = bench.cmts.scheduler().flow_counters(0);
  EXPECT_GE(flow.granted_bytes, flow.requested_bytes + 16);
  EXPECT_LT(flow.granted_bytes, flow.requested_bytes + 16 + 2 * 48);
}

TEST(MapScheduler, RefusesTimesThatDoNotFit) {
  const auto build = [](const std::function<void(CmtsConfig&)>& change) {
    CmtsConfig config = one_channel("docsis30");
    change(config);
    Bench bench(config);
  };
  EXPECT_THROW(build([](auto& c) { c.timing.map_interval_ps = 2'001 * kPsPerUs; }), InputError);
  EXPECT_THROW(build([](auto& c) { c.timing.map_lead_ps = 1'500 * kPsPerUs; }), InputError);
  EXPECT_THROW(build([](auto& c) { c.scheduler.request_opportunities = 160; }), InputError);
  EXPECT_THROW(build([](auto& c) { c.max_elements = 241; }), InputError);
  EXPECT_THROW(build([](auto& c) { c.flows.push_back(c.flows[0]); }), InputError);
  EXPECT_THROW(build([](auto& c) { c.timing.map_lead_ps = 60 * kPsPerMs; }), InputError);
}

}  // namespace
}  // namespace docsis_vp::cmts::map_scheduler_test
