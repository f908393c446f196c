// Modems whose service flow has several queues, in closed loop with a small CMTS.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/cm/modem/modem.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_loop.h"
#include "tests/models/queue/bench.h"

namespace docsis_vp::cm::managed_modem_test {
namespace {

constexpr unsigned kFlows = 24;

struct Sink : PacketSink {
  void push(PacketHandle) override {}
};

struct Path {
  std::string manager;  // none: the plain queue
  std::uint32_t queues = 8;
  std::uint32_t stage_bytes = 0;
  ShaperConfig shaper{20'000'000, 20'000, 0};
  queue::FifoLimits limits{UINT64_MAX, 8'192};
  std::uint32_t buffer_bytes = 100'000;
};

DataPathConfig modem_config(const Path& path) {
  DataPathConfig config;
  config.channels.resize(1);
  config.burst_builder.costs.cycles_per_decision = 0;
  DataPathFlowConfig flow;
  flow.law.algorithm = "none";
  flow.law.settings.buffer_bytes = path.buffer_bytes;
  flow.shaper = path.shaper;
  flow.queue = path.limits;
  flow.sids = {0x100};
  if (!path.manager.empty()) {
    flow.manager.emplace();
    flow.manager->discipline = queue::plain(path.manager, path.buffer_bytes);
    const queue::Manager& manager = *queue::find_manager(path.manager);
    flow.manager->discipline.law.settings.latency_target_us =
        manager.target_us != 0 ? manager.target_us
                               : aqm_find(std::string(manager.law).c_str())->target_us;
    flow.manager->discipline.multi = {path.queues, 1'514, 0, 1};
    flow.manager->stage_bytes = path.stage_bytes;
  }
  config.flows = {flow};
  return config;
}

struct Bench {
  Bench(const std::string& name, const Path& path)
      : flows(queue::udp_flows(kFlows)),
        next(kFlows),
        cmts((name + "_cmts").c_str(), UpstreamLoop::cmts_flows(1)),
        modem(name.c_str(), modem_config(path), flows, cmts, lan) {
    cmts.connect(modem);
  }
  void offer(FlowId flow, std::uint32_t bytes) {
    PacketHandle packet = take_packet(pool, bytes);
    packet->flow = flow;
    packet->sequence = next[flow]++;
    modem.lan().push(std::move(packet));
  }

  PacketPool pool;
  FlowTable flows;
  std::vector<std::uint64_t> next;
  Sink lan;
  SmallCmts cmts;
  Modem modem;
};

void expect_order_within_flows(const Bench& bench) {
  std::map<FlowId, std::uint64_t> last;
  std::uint64_t packets = 0;
  for (const SentBurst& sent : bench.cmts.bursts) {
    for (const docsis::BurstRun& run : sent.burst.runs) {
      if (!run.packet) continue;
      const auto [found, first] = last.emplace(run.packet->flow, run.packet->sequence);
      ASSERT_TRUE(first || found->second < run.packet->sequence);
      found->second = run.packet->sequence;
      ++packets;
    }
  }
  EXPECT_EQ(packets, bench.modem.statistics(0).sent.packets);
  EXPECT_GT(packets, 1'000U);
  EXPECT_GT(last.size(), kFlows / 2);
}

struct Random {
  const char* manager;
  std::uint32_t stage_bytes;
};
void PrintTo(const Random& of, std::ostream* to) {
  *to << of.manager << " " << of.stage_bytes;
}

class EveryManager : public testing::TestWithParam<Random> {};

// In an overload of a third, with losses of MAPs and requests, and then until all has left.
TEST_P(EveryManager, LosesNoPacketFromSightAndKeepsTheOrderOfAFlow) {
  Path path;
  path.manager = GetParam().manager;
  path.stage_bytes = GetParam().stage_bytes;
  Bench bench("cm", path);
  RandomStream random(3, "packets");
  run_until(kPsPerUs);
  while (platform::now_ps() < 3 * kPsPerSecond) {
    bench.offer(static_cast<FlowId>(random.below(kFlows)),
                static_cast<std::uint32_t>(random.between(64, 1'518)));
    if (random.below(700) == 0) bench.cmts.lose_maps(1);
    if (random.below(700) == 0) bench.cmts.lose_requests(1);
    run_until(platform::now_ps() + random.between(10, 440) * kPsPerUs);
    const FlowStatistics now = bench.modem.statistics(0);
    ASSERT_TRUE(now.conserved());
    ASSERT_LE(now.queued.bytes, path.buffer_bytes + 8'000 + GetParam().stage_bytes);
  }
  run_until(4 * kPsPerSecond);
  const FlowStatistics end = bench.modem.statistics(0);
  EXPECT_TRUE(end.conserved());
  EXPECT_EQ(end.queued.packets, 0U);
  EXPECT_EQ(bench.modem.sample(0).queue_bytes, 0U);
  EXPECT_EQ(bench.modem.memory().occupied_bytes(platform::now_ps()), 0U);
  EXPECT_GT(end.aqm_drops.packets + end.buffer_drops.packets, 100U);
  EXPECT_NEAR(static_cast<double>(end.sent.bytes) * 8 / 3, 20e6, 0.4e6);
  expect_order_within_flows(bench);
}

INSTANTIATE_TEST_SUITE_P(Modem, EveryManager, testing::ValuesIn([] {
                           std::vector<Random> cases;
                           for (const queue::Manager& manager : queue::managers()) {
                             cases.push_back({manager.name.data(), 0});
                             cases.push_back({manager.name.data(), 10'000});
                           }
                           return cases;
                         }()),
                         [](const auto& of) {
                           return std::string(of.param.manager) +
                                  (of.param.stage_bytes > 0 ? "_ahead" : "_at_pull");
                         });

// One queue and tail drop are the plain queue, and so is one that works ahead into a FIFO that
// holds whatever may be granted.
void expect_equal(Path path, std::uint32_t least_bytes) {
  Bench plain("plain", path);
  path.manager = "drr";
  path.queues = 1;
  Bench one("one", path);
  path.stage_bytes = 1'000'000;
  Bench ahead("ahead", path);
  RandomStream random(5, "packets");
  run_until(kPsPerUs);
  while (platform::now_ps() < 2 * kPsPerSecond) {
    const auto flow = static_cast<FlowId>(random.below(kFlows));
    const auto bytes = static_cast<std::uint32_t>(random.between(least_bytes, 1'518));
    for (Bench* bench : {&plain, &one, &ahead}) bench->offer(flow, bytes);
    run_until(platform::now_ps() + random.between(10, 650) * kPsPerUs);
  }
  for (const Bench* bench : {&one, &ahead}) {
    ASSERT_EQ(plain.cmts.bursts.size(), bench->cmts.bursts.size());
    for (std::size_t i = 0; i < plain.cmts.bursts.size(); ++i) {
      ASSERT_EQ(plain.cmts.bursts[i].handed_over, bench->cmts.bursts[i].handed_over);
      ASSERT_EQ(plain.cmts.bursts[i].burst.start, bench->cmts.bursts[i].burst.start);
      ASSERT_EQ(plain.cmts.bursts[i].burst.octets, bench->cmts.bursts[i].burst.octets);
    }
    EXPECT_EQ(plain.modem.statistics(0).buffer_drops.bytes,
              bench->modem.statistics(0).buffer_drops.bytes);
    const Histogram& delay = bench->modem.builder().flow(0).queue_delay_ps;
    EXPECT_EQ(plain.modem.builder().flow(0).queue_delay_ps.max(), delay.max());
    EXPECT_EQ(plain.modem.builder().flow(0).queue_delay_ps.mean(), delay.mean());
    const Histogram& slack = bench->modem.builder().channel(0).deadline_slack_ps;
    EXPECT_EQ(plain.modem.builder().channel(0).deadline_slack_ps.min(), slack.min());
  }
  EXPECT_GT(plain.modem.statistics(0).buffer_drops.packets, 100U);
}

TEST(ManagedModem, WithOneQueueIsThePlainOneWithoutARate) {
  Path path;
  path.shaper = {0, 3'044, 0};
  path.limits.packets = 14;
  path.buffer_bytes = 1'000'000;
  expect_equal(path, 64);
}

TEST(ManagedModem, WithOneQueueIsThePlainOneAtARate) {
  Path path;
  path.shaper = {16'000'000, 10'000, 20'000'000};
  path.limits.packets = 60;
  path.buffer_bytes = 1'000'000;
  expect_equal(path, 1'518);
}

// The packet that would have gone is given up with its request.
TEST(ManagedModem, ARequestGivenUpCostsTheNextPacket) {
  Path path;
  path.manager = "fq_codel";
  DataPathConfig config = modem_config(path);
  config.max_request_tries = 0;
  FlowTable flows = queue::udp_flows(1);
  PacketPool pool;
  Sink lan;
  SmallCmts cmts("cmts", UpstreamLoop::cmts_flows(1));
  Modem modem("cm", config, flows, cmts, lan);
  cmts.connect(modem);
  cmts.lose_requests(1);
  run_until(kPsPerUs);
  for (int i = 0; i < 2; ++i) modem.lan().push(take_packet(pool, 1'000));
  run_until(100 * kPsPerMs);
  const FlowStatistics end = modem.statistics(0);
  EXPECT_TRUE(end.conserved());
  EXPECT_EQ(end.request_giveup_drops.packets, 1U);
  EXPECT_EQ(end.sent.packets, 1U);
}

}  // namespace
}  // namespace docsis_vp::cm::managed_modem_test
