#include "models/queue/dual_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "platform/base/errors.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::queue::dual_queue_test {
namespace {

constexpr std::uint64_t kRate = 50'000'000;
constexpr TimePs kMs = 1'000 * kPsPerUs;

// L4S by RFC 9331: ECT(1) and CE; and a flow as NQB would be.
struct ByEcn : PartClassifier {
  FlowId nqb = UINT32_MAX;
  Part part_of(const Packet& packet) const override {
    const bool is_l4s = packet.ecn == Ecn::kEct1 || packet.ecn == Ecn::kCe;
    return is_l4s || packet.flow == nqb ? Part::kLowLatency : Part::kClassic;
  }
};

struct Log : DualQueueListener {
  std::map<FlowId, std::uint64_t> dropped_of, marked_of, redirected_of;
  std::set<std::uint64_t> redirected_ids;
  TosOverwrite last_remark;

  void dropped(const Packet& packet, aqm_verdict, Shortage) override { ++dropped_of[packet.flow]; }
  void marked(const Packet& packet) override { ++marked_of[packet.flow]; }
  void redirected(const Packet& packet) override {
    ++redirected_of[packet.flow];
    redirected_ids.insert(packet.id);
    last_remark = packet.tos;
  }
};

DualQueueConfig usual(std::uint64_t amsr = kRate) {
  DualQueueConfig config;
  config.law.amsr_bits_per_s = amsr;
  config.law.classic_buffer_bytes = static_cast<std::uint32_t>(amsr / 8 / 4);  // 250 ms
  return config;
}

class Bench {
 public:
  explicit Bench(const DualQueueConfig& config)
      : flows(udp_flows(8)), queue(config, flows, classifier, log) {}

  void offer(FlowId flow, std::uint32_t bytes, Ecn ecn, TimePs now) {
    PacketHandle packet = pool.take();
    packet->flow = flow;
    packet->size_bytes = bytes;
    packet->ecn = ecn;
    packet->sequence = offered_of[flow]++;
    queue.enqueue(std::move(packet), now);
  }
  QueuedPacket send(TimePs now) {
    QueuedPacket entry = queue.dequeue(now);
    if (entry.packet) {
      ++sent_of[entry.packet->flow];
      bytes_of[entry.packet->flow] += entry.packet->size_bytes;
    }
    return entry;
  }

  // Constant loads, in bit/s, of packets of 1500 bytes; a link of kRate. A flow sends ECT(1) unless
  // it is the first one.
  void run(const std::vector<double>& loads, TimePs begin, TimePs end,
           std::map<FlowId, std::vector<TimePs>>* sojourns = nullptr) {
    std::vector<double> next(loads.size(), static_cast<double>(begin));
    TimePs free_at = begin;
    while (true) {
      const auto soonest = std::min_element(next.begin(), next.end());
      const auto arrival = static_cast<TimePs>(*soonest);
      if (queue.packets() > 0 && free_at <= arrival) {
        const QueuedPacket entry = send(free_at);
        if (sojourns != nullptr) {
          (*sojourns)[entry.packet->flow].push_back(free_at - entry.enqueued);
        }
        free_at += static_cast<TimePs>(entry.packet->size_bytes * 8e12 / kRate);
        continue;
      }
      if (arrival >= end) {
        return;
      }
      const auto flow = static_cast<FlowId>(soonest - next.begin());
      free_at = std::max(free_at, queue.packets() == 0 ? arrival : free_at);
      offer(flow, 1'500, flow == 0 ? Ecn::kNotEct : Ecn::kEct1, arrival);
      *soonest += 1'500 * 8e12 / loads[flow];
    }
  }

  PacketPool pool;
  FlowTable flows;
  ByEcn classifier;
  Log log;
  DualQueue queue;
  std::map<FlowId, std::uint64_t> offered_of, sent_of, bytes_of;
};

TEST(WeightedPair, SharesByWeightWithinAPacketOfEach) {
  for (const std::uint32_t weight : {1U, 26U, 128U, 230U, 255U}) {
    WeightedPair pair(weight);
    pair.first_became_busy();
    pair.second_became_busy();
    std::int64_t first = 0;
    std::int64_t second = 0;
    for (std::uint32_t i = 0; i < 20'000; ++i) {
      const std::uint32_t bytes = 64 + i * 977 % 1'459;
      if (pair.is_turn_of_first()) {
        pair.first_sent(bytes);
        first += bytes;
      } else {
        pair.second_sent(bytes);
        second += bytes;
      }
      ASSERT_LE(std::abs(first * (256 - weight) - second * weight), 256 * 1'522) << weight;
    }
  }
}

TEST(WeightedPair, SavesNothingUpWhileOneIsEmpty) {
  WeightedPair pair(128);
  pair.first_became_busy();
  pair.second_became_busy();
  pair.second_sent(1'000'000);  // alone in earnest, but counted
  pair.second_became_busy();
  EXPECT_TRUE(pair.is_turn_of_first());
  pair.first_became_busy();
  pair.first_sent(64);
  EXPECT_FALSE(pair.is_turn_of_first());
}

TEST(DualQueueDiscipline, SharesTheLinkAsTheWeightSays) {
  for (const std::uint32_t weight : {26U, 128U, 230U}) {
    DualQueueConfig config = usual();
    config.law.weight = weight;
    config.law.protect = 0;
    config.law.overload_drops = 0;  // neither load yields
    Bench bench(config);
    bench.run({100e6, 100e6}, 0, 500 * kMs);  // fills both
    const std::uint64_t classic = bench.bytes_of[0];
    const std::uint64_t low_latency = bench.bytes_of[1];
    bench.run({100e6, 100e6}, 500 * kMs, 2'500 * kMs);
    const auto c = static_cast<double>(bench.bytes_of[0] - classic);
    const auto l = static_cast<double>(bench.bytes_of[1] - low_latency);
    EXPECT_NEAR(l / (l + c), weight / 256.0, 0.001);
    EXPECT_NEAR((l + c) * 8 / 2, kRate, 0.001 * kRate);
  }
}

TEST(DualQueueDiscipline, SendsLowLatencyFirstWhenBothBecomeBusy) {
  Bench bench(usual());
  bench.offer(0, 1'500, Ecn::kNotEct, 0);
  bench.offer(1, 1'500, Ecn::kEct1, 0);
  EXPECT_EQ(bench.send(0).packet->flow, 1U);
  EXPECT_EQ(bench.send(0).packet->flow, 0U);
  EXPECT_FALSE(bench.send(0).packet);
}

TEST(DualQueueDiscipline, GivesEachQueueItsOwnGrants) {
  Bench bench(usual());
  bench.offer(0, 1'000, Ecn::kNotEct, 0);
  bench.offer(1, 500, Ecn::kEct1, 0);
  EXPECT_EQ(bench.queue.bytes_of(Part::kClassic), 1'000U);
  EXPECT_EQ(bench.queue.bytes_of(Part::kLowLatency), 500U);
  EXPECT_EQ(bench.queue.dequeue_from(Part::kClassic, kMs).packet->flow, 0U);
  EXPECT_FALSE(bench.queue.dequeue_from(Part::kClassic, kMs).packet);
  EXPECT_EQ(bench.queue.dequeue_from(Part::kLowLatency, kMs).packet->flow, 1U);
  EXPECT_EQ(bench.queue.bytes(), 0U);
  EXPECT_EQ(bench.queue.packets(), 0U);
}

// Classic is overloaded, low latency sends 5 Mbit/s: its packets are marked all the same.
TEST(DualQueueDiscipline, MarksLowLatencyForClassicsQueue) {
  Bench bench(usual());
  bench.run({60e6, 5e6}, 0, 10'000 * kMs);
  EXPECT_GT(bench.queue.coupled_probability(), 0.1);
  EXPECT_GT(bench.log.marked_of[1], 100U);
  EXPECT_EQ(bench.log.redirected_of[1], 0U);
  EXPECT_LT(bench.queue.quantile(Part::kLowLatency, 990'000), kMs);

  Bench alone(usual());
  alone.run({20e6, 5e6}, 0, 10'000 * kMs);
  EXPECT_EQ(alone.queue.coupled_probability(), 0);
  EXPECT_EQ(alone.log.marked_of[1], 0U);
}

TEST(DualQueueDiscipline, ProtectsLowLatencyFromAFlowThatDoesNotYield) {
  std::map<FlowId, std::vector<TimePs>> protected_sojourns, open_sojourns, calm_sojourns;
  DualQueueConfig config = usual();
  Bench bench(config);
  bench.run({1e6, 60e6, 1e6, 1e6}, 0, 5'000 * kMs, &protected_sojourns);
  Bench calm(config);
  calm.run({1e6, 1e6, 1e6, 1e6}, 0, 5'000 * kMs, &calm_sojourns);
  config.law.protect = 0;
  Bench open(config);
  open.run({1e6, 60e6, 1e6, 1e6}, 0, 5'000 * kMs, &open_sojourns);

  EXPECT_GT(bench.log.redirected_of[1], 1'000U);
  EXPECT_EQ(bench.log.redirected_of[2] + bench.log.redirected_of[3], 0U);
  EXPECT_EQ(open.log.redirected_of[1], 0U);
  const auto p99 = [](std::vector<TimePs> all) {
    std::sort(all.begin(), all.end());
    return all[all.size() * 99 / 100];
  };
  // Nothing is sanctioned below CRITICALqL, 1.164 ms.
  EXPECT_LT(p99(protected_sojourns[2]), p99(calm_sojourns[2]) + 1'500 * kPsPerUs);
  EXPECT_GT(p99(open_sojourns[2]), p99(calm_sojourns[2]) + 5 * kMs);
}

TEST(DualQueueDiscipline, RemarksWhatItRedirects) {
  DualQueueConfig config = usual();
  config.law.remark_dscp = 10;
  config.law.remark_ecn = 0;
  Bench bench(config);
  bench.run({1e6, 80e6}, 0, 500 * kMs);
  ASSERT_GT(bench.log.redirected_of[1], 0U);
  // Redirected packets are marked before: CE stays.
  EXPECT_EQ(bench.log.last_remark.of(0xB5U), 10U << 2 | 1U);
}

TEST(DualQueueDiscipline, LosesNoPacketUncountedAndReordersOnlyRedirectedFlows) {
  for (const std::uint32_t estimate : {DUAL_QUEUE_DELAY_L, DUAL_QUEUE_DELAY_V}) {
    DualQueueConfig config = usual();
    config.law.estimate = estimate;
    Bench bench(config);
    bench.classifier.nqb = 3;
    bench.run({40e6, 60e6, 2e6, 1e6}, 0, 2'000 * kMs);
    std::uint64_t queued = bench.queue.packets();
    EXPECT_EQ(queued,
              bench.queue.packets_of(Part::kClassic) + bench.queue.packets_of(Part::kLowLatency));
    std::uint64_t offered = 0;
    std::uint64_t ended = 0;
    for (FlowId flow = 0; flow < 4; ++flow) {
      offered += bench.offered_of[flow];
      ended += bench.sent_of[flow] + bench.log.dropped_of[flow];
    }
    EXPECT_EQ(offered, ended + queued);
    const dual_queue_counters& l = bench.queue.counters(Part::kLowLatency);
    EXPECT_EQ(l.arrived, offered - bench.offered_of[0]);
    EXPECT_EQ(l.sanctioned, bench.log.redirected_ids.size());
    EXPECT_EQ(bench.queue.counters(Part::kClassic).arrived, bench.offered_of[0] + l.sanctioned);
    while (bench.send(2'000 * kMs).packet) {
    }
    EXPECT_EQ(bench.queue.bytes(), 0U);
  }
}

TEST(DualQueueDiscipline, AlignsTheVirtualQueueWithWhatWaits) {
  DualQueueConfig config = usual();
  config.law.estimate = DUAL_QUEUE_DELAY_V;
  config.law.protect = 0;
  config.law.vq_lg_ewma = 0;
  Bench bench(config);
  bench.queue.sample_loop(kMs, 0);  // explains 6250 bytes
  for (int i = 0; i < 20; ++i) {    // 240 us of the link every ms
    bench.offer(1, 1'500, Ecn::kEct1, i * kMs);
  }
  // Never granted, so 30 000 bytes wait, 3.8 ms more than explained: above MAXTH.
  EXPECT_GT(bench.log.marked_of[1], 5U);
  bench.queue.set_unsent(Part::kLowLatency, {}, 20 * kMs);
  while (bench.queue.dequeue_from(Part::kLowLatency, 21 * kMs).packet) {
  }
  const auto marked = bench.log.marked_of[1];
  for (int i = 0; i < 20; ++i) {
    bench.offer(1, 1'500, Ecn::kEct1, (30 + i) * kMs);
    bench.queue.dequeue_from(Part::kLowLatency, (30 + i) * kMs);
  }
  EXPECT_LE(bench.log.marked_of[1], marked + 1);
}

TEST(DualQueueDiscipline, SharesByWeightWhatIsTakenFromEachQueue) {
  Bench bench(usual());
  for (int i = 0; i < 400; ++i) {
    bench.offer(0, 1'000, Ecn::kNotEct, i * kMs);
    bench.offer(1, 60, Ecn::kEct1, i * kMs);
  }
  std::int64_t low_latency = 0;
  std::int64_t classic = 0;
  while (bench.queue.head(Part::kLowLatency) != nullptr &&
         bench.queue.head(Part::kClassic) != nullptr) {
    const Part part = bench.queue.turn();
    const std::uint32_t size = bench.queue.head(part)->size_bytes;
    (part == Part::kLowLatency ? low_latency : classic) += size;
    EXPECT_EQ(bench.queue.dequeue_from(part, 400 * kMs).packet->size_bytes, size);
    ASSERT_LE(std::abs(low_latency * 26 - classic * 230), 256 * 1'000);
  }
  EXPECT_EQ(low_latency, 400 * 60);
  EXPECT_GT(classic, 1'000);
}

TEST(DualQueueDiscipline, SeesWhatWasTakenAndNotYetSentAsQueued) {
  Bench bench(usual());
  bench.queue.set_unsent(Part::kClassic, {100, 100'000}, 0);
  // 100 000 bytes at 50 Mbit/s, nothing having arrived for low latency, as the update at 16 ms saw.
  EXPECT_EQ(bench.queue.sample(17 * kMs).predicted_delay, 16 * kMs);
  bench.offer(0, 1'500, Ecn::kNotEct, 17 * kMs);
  EXPECT_EQ(bench.log.dropped_of[0], 0U);
  bench.queue.set_unsent(Part::kClassic, {1'041, 1'561'500}, 18 * kMs);
  bench.offer(0, 1'500, Ecn::kNotEct, 18 * kMs);
  EXPECT_EQ(bench.log.dropped_of[0], 1U);
}

TEST(DualQueueDiscipline, JudgesAFullQueueIfAMemoryBehindItHasNoRoom) {
  struct NoRoom : Log {
    Part of = Part::kClassic;
    Shortage last = Shortage::kNone;
    Shortage shortage(Part part, const Packet&) override {
      return part == of ? Shortage::kPackets : Shortage::kNone;
    }
    void dropped(const Packet& packet, aqm_verdict verdict, Shortage shortage) override {
      EXPECT_EQ(verdict, AQM_DROP_FULL);
      last = shortage;
      Log::dropped(packet, verdict, shortage);
    }
  } log;
  const FlowTable flows = udp_flows(2);
  ByEcn classifier;
  PacketPool pool;
  DualQueue queue(usual(), flows, classifier, log);
  for (const Part part : {Part::kClassic, Part::kLowLatency}) {
    log.of = part;
    for (const Ecn ecn : {Ecn::kNotEct, Ecn::kEct1}) {
      PacketHandle packet = pool.take();
      packet->flow = ecn == Ecn::kEct1 ? 1 : 0;
      packet->size_bytes = 1'500;
      packet->ecn = ecn;
      queue.enqueue(std::move(packet), kMs);
    }
    EXPECT_EQ(log.last, Shortage::kPackets);
  }
  EXPECT_EQ(log.dropped_of[0], 1U);
  EXPECT_EQ(log.dropped_of[1], 1U);
  EXPECT_EQ(queue.packets(), 2U);
}

TEST(DualQueueDiscipline, CountsSojournsOfBothQueues) {
  Bench bench(usual());
  bench.offer(0, 1'000, Ecn::kNotEct, 0);
  bench.offer(1, 1'000, Ecn::kEct1, 0);
  bench.send(3 * kMs);
  bench.send(7 * kMs);
  EXPECT_EQ(bench.queue.histogram(Part::kLowLatency).max_ns, 3'000'000U);
  EXPECT_EQ(bench.queue.histogram(Part::kClassic).max_ns, 7'000'000U);
  EXPECT_EQ(bench.queue.quantile(Part::kClassic, 1'000'000), 7 * kMs);
}

TEST(DualQueueDiscipline, TellsFlowsApart) {
  std::set<std::uint64_t> identities;
  const FlowTable flows = udp_flows(200);
  for (FlowId flow = 0; flow < flows.size(); ++flow) {
    identities.insert(flow_identity_of(flows.key(flow), 0, 0));
    identities.insert(flow_identity_of(flows.key(flow), 1, 0));
  }
  FlowKey frame;
  frame.ip_version = 0;
  identities.insert(flow_identity_of(frame, 0, 0));
  frame.ether_type = 0x88cc;
  identities.insert(flow_identity_of(frame, 0, 0));
  EXPECT_EQ(identities.size(), 402U);
  EXPECT_NE(flow_identity_of(flows.key(0), 0, 0), flow_identity_of(flows.key(0), 0, 1));
}

TEST(DualQueueDiscipline, SaysWhatClassicIsFullOf) {
  struct Shortages : Log {
    std::vector<Shortage> seen;
    void dropped(const Packet&, aqm_verdict, Shortage shortage) override {
      seen.push_back(shortage);
    }
  };
  DualQueueConfig config = usual();
  config.law.classic_buffer_packets = 2;
  config.law.classic_buffer_bytes = 4'000;
  PacketPool pool;
  const FlowTable flows = udp_flows(1);
  const ByEcn classifier;
  Shortages log;
  DualQueue queue(config, flows, classifier, log);
  for (const std::uint32_t bytes : {1'000U, 2'000U, 100U, 1'500U}) {
    PacketHandle packet = pool.take();
    packet->size_bytes = bytes;
    queue.enqueue(std::move(packet), 0);
  }
  EXPECT_EQ(log.seen, (std::vector<Shortage>{Shortage::kPackets, Shortage::kBytes}));
}

TEST(DualQueueDiscipline, NamesTheKeyThatItRefuses) {
  const auto refused = [](const DualQueueConfig& config) {
    try {
      Bench bench(config);
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  DualQueueConfig config = usual();
  config.law.weight = 256;
  EXPECT_NE(refused(config).find("/aqm/weight"), std::string::npos) << refused(config);
  config = usual();
  config.vq_interval_us = 0;
  EXPECT_NE(refused(config).find("/aqm/vq_interval_us"), std::string::npos) << refused(config);
  config = usual();
  config.histogram.edges = 0;
  EXPECT_NE(refused(config).find("/aqm/edges"), std::string::npos) << refused(config);
}

}  // namespace
}  // namespace docsis_vp::queue::dual_queue_test
