// Many modems in one request region: collisions as chance has them.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "tests/models/cm/support/occupancy.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::contention_test {
namespace {

constexpr TimePs kInterval = 2 * kPsPerMs;

// A modem's way to ask: one packet waits for ever, every request is lost.
struct Asker {
  Asker(const std::string& name, std::uint16_t sid, BurstLog& air, std::uint32_t policy = 0)
      : sequencer((name + "_sequencer").c_str()),
        memory((name + "_memory").c_str(), memory_config()),
        shaper((name + "_shaper").c_str(), {ShaperConfig{}}, memory),
        requests((name + "_requests").c_str(), request_config(name, sid, policy), sequencer, shaper,
                 memory, air) {
    memory.set_listener(shaper);
    shaper.set_listener(requests);
  }
  static QueueMemoryConfig memory_config() {
    QueueMemoryConfig config;
    config.flows.assign(1, {UINT64_MAX, 300});
    return config;
  }
  static RequestEngineConfig request_config(const std::string& name, std::uint16_t sid,
                                            std::uint32_t policy) {
    RequestEngineConfig config;
    config.max_tries = UINT32_MAX - 1;
    RequestFlowConfig flow;
    flow.stream = "request/" + name;
    flow.sids = {sid};
    flow.policy = policy;
    config.flows.push_back(flow);
    return config;
  }

  platform::InstantSequencer sequencer;
  QueueMemory memory;
  Shaper shaper;
  RequestEngine requests;
};

// Counts what happened in each region of so many opportunities.
class Region {
 public:
  Region(unsigned askers, std::uint32_t opportunities, std::uint8_t exponent)
      : opportunities_(opportunities), exponent_(exponent) {
    for (unsigned i = 0; i < askers; ++i) {
      askers_.push_back(std::make_unique<Asker>("asker" + std::to_string(i),
                                                static_cast<std::uint16_t>(i + 1), air_));
    }
  }

  void start() {
    run_until(1);
    tell(0, -1);
    for (const auto& asker : askers_) {
      asker->memory.write(0, take_packet(pool_, 1'500), platform::now_ps());
    }
  }
  // Requests in each opportunity of the next region, all of which are then lost.
  std::vector<unsigned> next() {
    const TimePs begins = (turn_ + 1) * kInterval;
    run_until(begins + kInterval / 2);
    std::vector<unsigned> taken(opportunities_);
    const docsis::Minislot first = geometry_.at(begins);
    for (const SentBurst& sent : air_.bursts) {
      ++taken.at(sent.burst.first_minislot - first);
    }
    air_.bursts.clear();
    ++turn_;
    tell(turn_, begins + kInterval / 2);
    return taken;
  }

 private:
  void tell(TimePs turn, TimePs acknowledged) {
    RequestRegion region;
    region.iuc = 1;
    region.first_minislot = geometry_.at((turn + 1) * kInterval);
    region.opportunities = opportunities_;
    region.geometry = &geometry_;
    for (const auto& asker : askers_) {
      asker->requests.on_request_region(region);
      asker->requests.on_map_end({0, acknowledged, exponent_, exponent_});
    }
  }

  std::uint32_t opportunities_;
  std::uint8_t exponent_;
  const docsis::ChannelGeometry geometry_{docsis::ChannelParameters{}};
  PacketPool pool_;
  BurstLog air_;
  std::vector<std::unique_ptr<Asker>> askers_;
  TimePs turn_ = 0;
};

TEST(Contention, CollisionsOfFreshRequestsAreThoseOfTheOccupancyProblem) {
  constexpr unsigned kAskers = 8;
  constexpr unsigned kTrials = 8'000;
  Region region(kAskers, 16, 4);
  region.start();
  const std::vector<double> exact = collision_distribution(kAskers, 16);
  std::vector<unsigned> seen(exact.size());
  for (unsigned trial = 0; trial < kTrials; ++trial) {
    const std::vector<unsigned> taken = region.next();
    unsigned sum = 0;
    unsigned collisions = 0;
    for (const unsigned requests : taken) {
      sum += requests;
      collisions += requests > 1 ? 1 : 0;
    }
    ASSERT_EQ(sum, kAskers);
    ++seen[collisions];
  }
  for (const double probability : exact) {
    ASSERT_GT(probability * kTrials, 5);
  }
  // 4 degrees of freedom: 13.3 is exceeded once in a hundred times.
  EXPECT_EQ(exact.size(), 5U);
  EXPECT_LT(chi_square(seen, exact, kTrials), 13.3);
}

// Requests of a flow by kind: region for all, poll, grant.
struct Asked {
  std::uint64_t in_contention = 0;
  std::uint64_t in_polls = 0;
  std::uint64_t by_piggyback = 0;
};
Asked asked_with(std::uint32_t policy) {
  const docsis::ChannelGeometry geometry{docsis::ChannelParameters{}};
  PacketPool pool;
  BurstLog air;
  Asker asker("asker", 1, air, policy);
  run_until(1);
  asker.memory.write(0, take_packet(pool, 1'500), platform::now_ps());
  RequestRegion region;
  region.iuc = 1;
  region.first_minislot = geometry.at(kInterval);
  region.opportunities = 4;
  region.geometry = &geometry;
  asker.requests.on_request_region(region);
  asker.requests.on_map_end({0, -1, 0, 0});
  RequestRegion poll = region;
  poll.flow = 0;
  poll.first_minislot = geometry.at(2 * kInterval);
  poll.opportunities = 1;
  asker.requests.on_request_region(poll);
  run_until(3 * kInterval);
  asker.memory.write(0, take_packet(pool, 1'500), platform::now_ps());
  Grant grant;
  grant.bytes = 480;
  asker.requests.on_grant(grant);
  asker.requests.piggyback(0, platform::now_ps());
  const RequestEngine::FlowCounters& counters = asker.requests.counters(0);
  return {counters.contention_requests, counters.polled_requests, counters.piggyback_requests};
}

TEST(RequestEngine, BestEffortContendsAndRidesPiggyback) {
  const Asked asked = asked_with(0);
  EXPECT_EQ(asked.in_contention, 1U);
  EXPECT_EQ(asked.in_polls, 0U);  // it had asked already
  EXPECT_EQ(asked.by_piggyback, 1U);
}

TEST(RequestEngine, ARealTimeFlowWaitsForItsPoll) {
  const Asked asked =
      asked_with(docsis::default_request_policy(docsis::SchedulingType::kRealTimePolling));
  EXPECT_EQ(asked.in_contention, 0U);
  EXPECT_EQ(asked.in_polls, 1U);
  EXPECT_EQ(asked.by_piggyback, 0U);
}

TEST(RequestEngine, WithoutContentionPiggybackMayRemain) {
  const Asked asked = asked_with(docsis::kNoBroadcastRequests);
  EXPECT_EQ(asked.in_contention, 0U);
  EXPECT_EQ(asked.in_polls, 1U);
  EXPECT_EQ(asked.by_piggyback, 1U);
}

TEST(Contention, SuccessFollowsTheLoadAsInSlottedAloha) {
  constexpr std::uint32_t kOpportunities = 20;
  Region region(60, kOpportunities, 6);
  region.start();
  std::uint64_t attempts = 0;
  std::uint64_t successes = 0;
  constexpr unsigned kRegions = 1'500;
  for (unsigned n = 0; n < 100 + kRegions; ++n) {
    const std::vector<unsigned> taken = region.next();
    if (n < 100) continue;  // until the first draws are forgotten
    for (const unsigned requests : taken) {
      attempts += requests;
      successes += requests == 1 ? 1 : 0;
    }
  }
  const double slots = kRegions * double{kOpportunities};
  const double load = static_cast<double>(attempts) / slots;
  const double success = static_cast<double>(successes) / slots;
  EXPECT_GT(load, 0.5);
  EXPECT_LT(load, 2.0);
  EXPECT_NEAR(success / (load * std::exp(-load)), 1.0, 0.05);
}

}  // namespace
}  // namespace docsis_vp::cm::contention_test
