// CoDel at the head of a modem's queue: which packets go, and when.
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "models/cm/aqm_engine/aqm_engine.h"
#include "models/cm/burst_builder/burst_builder.h"
#include "models/cm/modem/queue_status.h"
#include "models/cm/queue_memory/queue_memory_config.h"
#include "tests/models/cm/support/upstream_fakes.h"

namespace docsis_vp::cm::head_drop_test {
namespace {

struct NoAccount : GrantAccount {
  std::uint16_t piggyback(unsigned, TimePs) override { return 0; }
  void grant_over(unsigned, std::uint64_t) override {}
};

// Queue state from the memory, as in QueueStatus, without requests.
struct Queues : QueueState {
  explicit Queues(QueueMemory& of) : memory(of) {}
  aqm_queue snapshot(unsigned flow, TimePs at) override {
    aqm_queue queue{};
    queue.bytes = static_cast<std::uint32_t>(memory.depth_bytes(flow, at));
    queue.packets = memory.queued_packets(flow);
    return queue;
  }
  QueueMemory& memory;
};

struct Drops : VerdictObserver {
  void judged(unsigned, const Packet& packet, aqm_verdict verdict, TimePs at) override {
    if (verdict == AQM_DROP) {
      seen.emplace_back(at / kPsPerMs, packet.sequence);
      EXPECT_EQ(at % kPsPerMs, 0);
    }
  }
  std::vector<std::pair<TimePs, std::uint64_t>> seen;  // ms, number
};

QueueMemoryConfig one_queue() {
  QueueMemoryConfig config;
  config.flows.resize(1);
  return config;
}
AqmEngineConfig codel() {
  AqmEngineConfig config;
  config.flows = {{"codel", {5'000, 0, 1'000'000, 1'000'000, 0}, "aqm/cm0/us0/0"}};
  return config;
}
BurstBuilderConfig builder_config(Sojourn sojourn) {
  BurstBuilderConfig config;
  config.build_units = {BuildUnitKind::kGrant};
  config.sojourn = sojourn;
  return config;
}

// A hundred packets of 1000 bytes come at 0; a grant for one of them is pulled every 10 ms.
struct Bench {
  Bench(const ShaperConfig& rate, Sojourn sojourn)
      : memory("memory", one_queue()),
        shaper("shaper", {rate}, memory),
        queues(memory),
        engine("engine", codel(), sequencer, queues, memory),
        builder("builder", builder_config(sojourn), channels, sequencer, memory, shaper, account,
                engine, rf) {
    memory.set_listener(shaper);
    engine.observe(drops);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    for (std::uint64_t i = 0; i < 100; ++i) {
      PacketHandle packet = take_packet(pool, 1'000);
      packet->sequence = i;
      memory.write(0, std::move(packet), 0);
    }
  }
  void run(int pulls) {
    for (int k = 1; k <= pulls; ++k) {
      Grant grant;
      grant.bytes = 8 + 6 + 1'000;
      grant.start = k * 10 * kPsPerMs + 650 * kPsPerUs;  // cm_map_proc after the pull
      grant.end = grant.start + 300 * kPsPerUs;
      grant.first_minislot = static_cast<docsis::Minislot>(k) * 1000;
      grant.minislots = 22;
      run_until(grant.start - kPsPerMs);
      builder.on_grant(grant);
    }
    run_until((pulls + 1) * 10 * kPsPerMs);
  }

  PacketPool pool;
  std::vector<docsis::ChannelGeometry> channels{
      docsis::ChannelGeometry(docsis::ChannelParameters{})};
  platform::InstantSequencer sequencer{"sequencer"};
  NoAccount account;
  BurstLog rf;
  QueueMemory memory;
  Shaper shaper;
  Queues queues;
  AqmEngine engine;
  Drops drops;
  BurstBuilder builder;
};

using Table = std::vector<std::pair<TimePs, std::uint64_t>>;

// Above 5 ms since the pull at 10 ms, so the first drop is at 110; the next are due 100 ms later,
// then 100 / sqrt(count) after one another: 210, 280.7, 338.4, 388.4, 433.2, 474.0, 511.8. Each
// comes with the first pull from then on and takes the packet that would have gone.
TEST(HeadDrop, ByCodelFollowsItsControlLaw) {
  Bench bench({0, 3'044, 0}, Sojourn::kWhole);
  bench.run(54);
  EXPECT_EQ(
      bench.drops.seen,
      (Table{
          {110, 10}, {210, 21}, {290, 30}, {340, 36}, {390, 42}, {440, 48}, {480, 53}, {520, 58}}));
  EXPECT_EQ(bench.engine.counters(0).head_drops.packets, 8U);
  EXPECT_EQ(bench.engine.counters(0).head_drops.bytes, 8'000U);
  EXPECT_EQ(bench.builder.flow(0).head_drops, 8U);
  EXPECT_EQ(bench.rf.bursts.size(), 54U);  // a dropped packet does not cost its grant
  EXPECT_EQ(bench.memory.queued_packets(0), 100U - 54 - 8);
}

// At 1 byte per us and with 1522 in the bucket, packet n has left the shaper at n - 0.522 ms:
// number 6 is the first above 5 ms, pulled at 70.
TEST(HeadDrop, ByCodelMayLookAtTheShapersQueueAlone) {
  Bench bench({8'000'000, 1'522, 0}, Sojourn::kShaper);
  bench.run(30);
  EXPECT_EQ(bench.drops.seen, (Table{{170, 16}, {270, 27}}));
}

TEST(HeadDrop, ByCodelLooksAtTheWholeWaitElse) {
  Bench bench({8'000'000, 1'522, 0}, Sojourn::kWhole);
  bench.run(30);
  EXPECT_EQ(bench.drops.seen, (Table{{110, 10}, {210, 21}, {290, 30}}));
}

// Packets that wait for grants only do not wait for the shaper.
TEST(HeadDrop, NothingIsDroppedForAWaitThatDoesNotCount) {
  Bench bench({0, 3'044, 0}, Sojourn::kShaper);
  bench.run(54);
  EXPECT_EQ(bench.drops.seen, Table{});
}

}  // namespace
}  // namespace docsis_vp::cm::head_drop_test
