// A service flow that asks while its channels change.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "models/cm/queue_memory/queue_memory_config.h"
#include "platform/base/errors.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::channel_change_test {
namespace {

constexpr std::uint16_t kSid = 0x123;
constexpr unsigned kUnits = 377;  // 1500 bytes, 6 of a MAC header, in units of 4

// A packet waits; two channels offer opportunities, minislots of 12.5 us.
struct Bench {
  Bench()
      : memory("memory", memory_config()),
        shaper("shaper", {ShaperConfig{}}, memory),
        requests("requests", request_config(), sequencer, shaper, memory, air) {
    memory.set_listener(shaper);
    shaper.set_listener(requests);
    run_until(1);
  }
  static QueueMemoryConfig memory_config() {
    QueueMemoryConfig config;
    config.flows.assign(1, {UINT64_MAX, 300});
    return config;
  }
  static RequestEngineConfig request_config() {
    RequestEngineConfig config;
    config.channels = 2;
    RequestFlowConfig flow;
    flow.stream = "request/cm/us";
    flow.sids = {kSid, 0};
    config.flows.push_back(flow);
    return config;
  }

  // A region of so many opportunities that begins at a time.
  void offer(unsigned channel, TimePs at, std::uint32_t opportunities) {
    RequestRegion region;
    region.channel = channel;
    region.iuc = docsis::kIucRequest;
    region.first_minislot = geometry.at(at);
    region.opportunities = opportunities;
    region.geometry = &geometry;
    requests.on_request_region(region);
  }
  void acknowledge(unsigned channel, TimePs until) { requests.on_map_end({channel, until, 0, 0}); }
  void arrive() { memory.write(0, take_packet(pool, 1500), platform::now_ps()); }

  const docsis::ChannelGeometry geometry{docsis::ChannelParameters{}};
  platform::InstantSequencer sequencer{"sequencer"};
  PacketPool pool;
  BurstLog air;
  QueueMemory memory;
  Shaper shaper;
  RequestEngine requests;
};

// On the first channel at 1 ms; then the flow moves to the second.
void ask_and_move(Bench& bench) {
  bench.acknowledge(0, 0);
  bench.offer(0, kPsPerMs, 1);
  bench.arrive();
  run_until(kPsPerMs + 1);
  ASSERT_EQ(bench.air.bursts.size(), 1U);
  EXPECT_EQ(bench.air.bursts[0].burst.channel, 0U);
  EXPECT_EQ(bench.requests.ledger(0).outstanding(), 4 * kUnits);
  bench.requests.set_sids(0, {0, kSid});
}

TEST(ChannelChange, AForgottenRequestHealsWhenTheChannelsLeftHaveAcknowledgedItsTime) {
  Bench bench;
  ask_and_move(bench);
  bench.offer(1, 3 * kPsPerMs, 1);
  bench.acknowledge(1, kPsPerMs);  // not yet beyond it
  run_until(3 * kPsPerMs + 1);
  EXPECT_EQ(bench.requests.ledger(0).outstanding(), 4 * kUnits);
  ASSERT_EQ(bench.air.bursts.size(), 1U);
  bench.offer(1, 5 * kPsPerMs, 1);
  run_until(4 * kPsPerMs);
  bench.acknowledge(1, kPsPerMs + 1);
  EXPECT_EQ(bench.requests.ledger(0).outstanding(), 0U);
  run_until(5 * kPsPerMs + 1);
  ASSERT_EQ(bench.air.bursts.size(), 2U);
  const docsis::UpstreamBurst& again = bench.air.bursts[1].burst;
  EXPECT_EQ(again.channel, 1U);
  EXPECT_EQ(again.start, 5 * kPsPerMs);
  EXPECT_EQ(again.octets, bench.air.bursts[0].burst.octets);  // the same bytes, the same SID
  EXPECT_EQ(bench.requests.ledger(0).outstanding(), 4 * kUnits);
}

TEST(ChannelChange, AnAcknowledgmentOnTheChannelLeftNoLongerCounts) {
  Bench bench;
  ask_and_move(bench);
  bench.acknowledge(1, 0);
  bench.acknowledge(0, 2 * kPsPerMs);
  EXPECT_EQ(bench.requests.ledger(0).outstanding(), 4 * kUnits);
}

TEST(ChannelChange, APendingOnAChannelTakenAwayHoldsNothing) {
  Bench bench;
  bench.requests.set_sids(0, {kSid, kSid});
  bench.acknowledge(0, 0);
  bench.acknowledge(1, 0);
  bench.offer(0, kPsPerMs, 1);
  bench.arrive();
  run_until(2 * kPsPerMs);
  ASSERT_EQ(bench.air.bursts.size(), 1U);
  bench.requests.on_pending(0, 0);
  bench.acknowledge(0, 2 * kPsPerMs);
  bench.acknowledge(1, 2 * kPsPerMs);
  EXPECT_EQ(bench.requests.ledger(0).outstanding(), 4 * kUnits);  // held
  bench.requests.on_pending(0, 0);  // of a MAP that is still being read
  bench.requests.set_sids(0, {0, kSid});
  bench.requests.on_pending(0, 0);
  bench.acknowledge(1, 2 * kPsPerMs);
  EXPECT_EQ(bench.requests.ledger(0).outstanding(), 0U);
}

TEST(ChannelChange, AnOpportunityOnAChannelTakenAwayIsNotUsed) {
  Bench bench;
  bench.acknowledge(0, 0);
  bench.offer(0, 2 * kPsPerMs, 1);
  bench.arrive();
  run_until(kPsPerMs);
  EXPECT_TRUE(bench.requests.contending(0));
  bench.requests.set_sids(0, {0, kSid});
  bench.offer(1, 3 * kPsPerMs, 1);
  run_until(4 * kPsPerMs);
  ASSERT_EQ(bench.air.bursts.size(), 1U);
  EXPECT_EQ(bench.air.bursts[0].burst.channel, 1U);
  EXPECT_EQ(bench.air.bursts[0].burst.start, 3 * kPsPerMs);
  EXPECT_EQ(bench.requests.counters(0).lost_requests, 0U);
}

TEST(ChannelChange, APollOnAChannelTakenAwayIsNotAnswered) {
  Bench bench;
  bench.requests.set_sids(0, {kSid, kSid});
  for (const TimePs at : {2 * kPsPerMs, 3 * kPsPerMs}) {
    RequestRegion poll;
    poll.flow = 0;
    poll.iuc = docsis::kIucRequest;
    poll.first_minislot = bench.geometry.at(at);
    poll.opportunities = 1;
    poll.geometry = &bench.geometry;
    bench.requests.on_request_region(poll);  // known before the change, and learnt after it
    bench.requests.set_sids(0, {0, kSid});
  }
  bench.arrive();
  run_until(4 * kPsPerMs);
  EXPECT_TRUE(bench.air.bursts.empty());
  EXPECT_EQ(bench.requests.counters(0).polled_requests, 0U);
}

TEST(ChannelChange, AFlowKeepsAChannel) {
  Bench bench;
  EXPECT_THROW(bench.requests.set_sids(0, {0, 0}), InputError);
}

}  // namespace
}  // namespace docsis_vp::cm::channel_change_test
