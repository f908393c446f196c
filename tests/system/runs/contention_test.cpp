// Whole modems that contend for the opportunities of a channel, against chance.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "models/cmts/cmts.h"
#include "models/docsis/map.h"
#include "system/assembly/system.h"
#include "tests/models/cm/support/occupancy.h"

namespace docsis_vp::system::contention_test {
namespace {

// Every request in contention, by its opportunity.
using Taken = std::map<docsis::Minislot, unsigned>;

Taken run_and_watch(System& system) {
  Taken taken;
  system.on_burst([&](const docsis::UpstreamBurst& burst) {
    if (burst.iuc == docsis::kIucRequest) {
      ++taken[burst.first_minislot];
    }
  });
  system.run();
  return taken;
}

// Six modems have a packet each at the same instant, draw from a window of eight, and find eight
// opportunities in the next MAP: 1500 times.
TEST(ContentionRun, FreshRequestsCollideAsInTheOccupancyProblem) {
  constexpr unsigned kModems = 6;
  constexpr unsigned kWindow = 8;
  constexpr unsigned kRounds = 1'500;
  constexpr TimePs kRound = 200 * kPsPerMs;
  constexpr TimePs kMap = 2 * kPsPerMs;
  System system(load_scenario_text(R"({
    "duration_s": 300,
    "rf": {"request_opportunities": 8, "backoff_start": 3, "backoff_end": 6},
    "modems": [{"name": "cm", "count": 6}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 5, "aqm": "none"}],
    "flows": [{"name": "ping", "modem": "cm", "packet_bytes": 100, "interval_us": 200000,
               "phase_us": 50000, "packets": 1500}]})",
                                   "test"));
  const Taken taken = run_and_watch(system);

  // By round, the regions that were used; the first holds the fresh requests, and them alone.
  struct Round {
    TimePs first = kNever;
    unsigned requests = 0;
    unsigned collisions = 0;
  };
  const docsis::ChannelGeometry& channel = system.cmts().scheduler().geometry(0);
  std::vector<Round> rounds(kRounds);
  for (const auto& [minislot, requests] : taken) {
    const TimePs start = channel.start(minislot);
    Round& round = rounds.at(static_cast<std::size_t>((start - 50 * kPsPerMs) / kRound));
    round.first = std::min(round.first, start);
    if (start < round.first + kMap / 2) {
      round.requests += requests;
      round.collisions += requests > 1 ? 1 : 0;
    }
  }
  const std::vector<double> exact = cm::collision_distribution(kModems, kWindow);
  std::vector<unsigned> seen(exact.size());
  for (const Round& round : rounds) {
    ASSERT_EQ(round.requests, kModems);
    ++seen[round.collisions];
  }
  for (const double probability : exact) {
    ASSERT_GT(probability * kRounds, 5);
  }
  ASSERT_EQ(exact.size(), 4U);
  EXPECT_LT(cm::chi_square(seen, exact, kRounds), 11.34);  // exceeded once in a hundred times
  // In the end all packets have come, and the CMTS heard what did not collide.
  EXPECT_EQ(system.results().service_flows[0].sent.packets, kRounds);
}

// Sixty modems, a packet each now and then, a backoff that spreads them: of the opportunities a
// share of G exp(-G) has one request, G being the requests per opportunity.
TEST(ContentionRun, SuccessFollowsTheLoadAsInSlottedAloha) {
  System system(load_scenario_text(R"({
    "duration_s": 60,
    "rf": {"request_opportunities": 4, "backoff_start": 6, "backoff_end": 6},
    "modems": [{"name": "cm", "count": 60}],
    "service_flows": [{"name": "us", "modem": "cm", "max_sustained_rate_mbps": 5, "aqm": "none"}],
    "flows": [{"name": "ping", "modem": "cm", "packet_bytes": 100, "interval_us": 100000,
               "jitter_percent": 100}]})",
                                   "test"));
  const Taken taken = run_and_watch(system);
  const cmts::MapScheduler::ChannelCounters& counters = system.cmts().scheduler().counters(0);
  std::uint64_t attempts = 0;
  std::uint64_t alone = 0;
  std::uint64_t collided = 0;
  for (const auto& [minislot, requests] : taken) {
    attempts += requests;
    alone += requests == 1 ? 1 : 0;
    collided += requests > 1 ? 1 : 0;
  }
  const auto slots = static_cast<double>(counters.opportunities);
  const double load = static_cast<double>(attempts) / slots;
  const double success = static_cast<double>(alone) / slots;
  EXPECT_GT(load, 0.35);
  EXPECT_LT(load, 0.7);
  EXPECT_NEAR(success / (load * std::exp(-load)), 1.0, 0.05);
  // The CMTS saw the same, but for what was on the way at the end.
  EXPECT_NEAR(static_cast<double>(counters.successes), static_cast<double>(alone), 10);
  EXPECT_NEAR(static_cast<double>(counters.collisions), static_cast<double>(collided), 10);
}

}  // namespace
}  // namespace docsis_vp::system::contention_test
