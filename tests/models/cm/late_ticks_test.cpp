// A tick without a reader is computed late; nothing else may depend on that.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "models/cm/modem/modem.h"
#include "platform/base/random.h"
#include "tests/models/cm/support/upstream_loop.h"

namespace docsis_vp::cm::late_ticks_test {
namespace {

struct Discard : PacketSink {
  void push(PacketHandle) override {}
};

struct Verdicts : VerdictObserver {
  void judged(unsigned flow, const Packet& packet, aqm_verdict verdict, TimePs arrived) override {
    log.emplace_back(flow, packet.sequence, verdict, arrived);
  }
  std::vector<std::tuple<unsigned, std::uint64_t, aqm_verdict, TimePs>> log;
};

struct Commits : CommitObserver {
  void committed(unsigned, TimePs at) override {
    EXPECT_EQ(at, platform::now_ps());
    ++count;
  }
  unsigned count = 0;
};

// Two flows of 4 Mbit/s under one law; a head packet is given up soon.
DataPathConfig config_of(const std::string& algorithm, DelayBytes delay_bytes) {
  DataPathConfig config;
  config.channels.resize(1);
  config.tick_phase = 3 * kPsPerMs;
  config.aqm_engine.delay_bytes = delay_bytes;
  config.max_request_tries = 1;
  for (const unsigned sid : {0x100U, 0x101U}) {
    DataPathFlowConfig flow;
    flow.name = "us" + std::to_string(sid);
    flow.law.algorithm = algorithm;
    flow.law.settings = {10'000, 500'000, 500'000, 125'000, 0};
    flow.shaper = {4'000'000, 5'000, 4'000'000};
    flow.sids = {static_cast<std::uint16_t>(sid)};
    config.flows.push_back(flow);
  }
  return config;
}

struct Side {
  Side(const std::string& name, const DataPathConfig& config, const FlowTable& flows)
      : cmts((name + "_cmts").c_str(), UpstreamLoop::cmts_flows(config.flows.size())),
        modem(name.c_str(), config, flows, cmts, lan) {
    cmts.connect(modem);
    modem.aqm().observe(verdicts);
  }

  Discard lan;
  SmallCmts cmts;
  Modem modem;
  Verdicts verdicts;
};

struct Pair {
  explicit Pair(const DataPathConfig& config)
      : late("late", config, flows), timely("timely", config, flows) {
    timely.modem.aqm().observe_commits(commits);
    for (unsigned flow = 0; flow < config.flows.size(); ++flow) {
      ids.push_back(flows.add("flow" + std::to_string(flow), FlowKey{}));
      late.modem.assign(ids.back(), flow);
      timely.modem.assign(ids.back(), flow);
    }
  }
  void offer(unsigned flow, std::uint32_t bytes) {
    for (Side* const side : {&late, &timely}) {
      PacketHandle packet = take_packet(pool, bytes);
      packet->flow = ids[flow];
      packet->sequence = sequence;
      side->modem.lan().push(std::move(packet));
    }
    ++sequence;
  }
  // Both as seen from outside.
  void compare() {
    EXPECT_EQ(late.verdicts.log, timely.verdicts.log);
    AqmEngine& one = late.modem.aqm();
    AqmEngine& other = timely.modem.aqm();
    EXPECT_EQ(one.ticks(), other.ticks());
    EXPECT_EQ(one.tick_time(), other.tick_time());
    for (unsigned flow = 0; flow < ids.size(); ++flow) {
      const aqm_law law = one.flow(flow).law();
      const aqm_law same = other.flow(flow).law();
      EXPECT_EQ(law.drop_prob_q28, same.drop_prob_q28);
      EXPECT_EQ(law.qdelay_old_us, same.qdelay_old_us);
      EXPECT_EQ(law.burst_us, same.burst_us);
      EXPECT_EQ(law.status, same.status);
      EXPECT_EQ(law.generation, same.generation);
      EXPECT_EQ(law.measured, same.measured);
      EXPECT_EQ(one.counters(flow).updates, other.counters(flow).updates);
      EXPECT_EQ(one.counters(flow).commit_conflicts, other.counters(flow).commit_conflicts);
      EXPECT_EQ(one.flow(flow).update_latency_ps().count(),
                other.flow(flow).update_latency_ps().count());
      EXPECT_EQ(one.latched(flow).queue.bytes, other.latched(flow).queue.bytes);
      EXPECT_EQ(one.latched(flow).queue.msr_tokens, other.latched(flow).queue.msr_tokens);
      EXPECT_EQ(late.modem.statistics(flow).sent.packets,
                timely.modem.statistics(flow).sent.packets);
    }
    EXPECT_EQ(late.cmts.bursts.size(), timely.cmts.bursts.size());
  }

  FlowTable flows;
  PacketPool pool;
  std::vector<FlowId> ids;
  std::uint64_t sequence = 0;
  Side late;
  Side timely;
  Commits commits;
};

constexpr TimePs kTick = 16 * kPsPerMs;
constexpr TimePs kPhase = 3 * kPsPerMs;

// Stretches of overload and of silence; some packets arrive as a tick falls due, or 1 ps beside it.
void compare_over_random_traffic(const std::string& algorithm, DelayBytes delay_bytes,
                                 std::uint64_t seed) {
  Pair pair(config_of(algorithm, delay_bytes));
  RandomStream random(seed, "late ticks");
  run_until(1);
  for (int step = 0; step < 6'000 && !::testing::Test::HasFailure(); ++step) {
    const bool silence = step % 1'000 >= 700;
    TimePs next = platform::now_ps() +
                  (silence ? random.between(0, 40) * kPsPerMs : random.between(0, 3) * kPsPerMs);
    if (random.below(8) == 0) {
      next = next / kTick * kTick + kPhase + random.between(-1, 2);
    }
    run_until(std::max(next, platform::now_ps() + 1));
    for (std::uint64_t packets = random.below(6); packets > 0; --packets) {
      pair.offer(static_cast<unsigned>(random.below(2)), random.below(2) == 0 ? 1'500 : 200);
    }
    if (random.below(silence ? 3 : 100) == 0) {
      const auto lost = static_cast<unsigned>(random.below(6));
      pair.late.cmts.lose_requests(lost);
      pair.timely.cmts.lose_requests(lost);
    }
    if (random.below(20) == 0) {
      pair.late.modem.sample(0);  // to look changes nothing
      pair.late.modem.memory().depth_bytes(1, platform::now_ps());
    }
    if (silence || random.below(50) == 0) {
      run_until(platform::now_ps() + 5);  // what belongs to an instant happens behind it
      pair.compare();
    }
  }
  pair.compare();
  if (delay_bytes != DelayBytes::kUngranted) {  // this CMTS grants too early for that
    EXPECT_GT(pair.timely.modem.aqm().counters(0).aqm_drops.packets, 0U) << "nothing to compare";
  }
  EXPECT_GT(pair.timely.modem.requests().counters(0).giveup_drops, 0U);
  EXPECT_EQ(pair.commits.count, 2 * pair.timely.modem.aqm().ticks());
}

TEST(LateTicks, NobodyCanTellUnderDocsisPie) {
  compare_over_random_traffic("docsis_pie", DelayBytes::kAll, 1);
}

TEST(LateTicks, NobodyCanTellUnderPieThatMeasuresDepartures) {
  compare_over_random_traffic("pie", DelayBytes::kAll, 2);
}

TEST(LateTicks, NobodyCanTellUnderAdaptiveRed) {
  compare_over_random_traffic("ared", DelayBytes::kAll, 3);
}

TEST(LateTicks, NobodyCanTellWhereUnreleasedBytesCount) {
  compare_over_random_traffic("docsis_pie", DelayBytes::kUnreleased, 4);
}

TEST(LateTicks, NobodyCanTellWhereUngrantedBytesCount) {
  compare_over_random_traffic("docsis_pie", DelayBytes::kUngranted, 5);
}

// A late tick meets bytes on their way out of a slow memory, and a query of the queue at a later
// time.
TEST(LateTicks, ALookAtTheQueueComesBehindThem) {
  DataPathConfig config = config_of("pie", DelayBytes::kAll);
  config.queue_memory.port = {1, 10, true};
  for (DataPathFlowConfig& flow : config.flows) {
    const aqm_algorithm& pie = *aqm_find("pie");
    flow.law.options.resize(aqm_count_options(pie.options));
    aqm_initial_options(pie.options, flow.law.options.data());
    for (std::size_t option = 0; option < flow.law.options.size(); ++option) {
      if (std::string(pie.options[option].name) == "t_update_ms") {
        flow.law.options[option] = 15'030;  // ticks wander through the CMTS's interval
      }
    }
  }
  Pair pair(config);
  RandomStream random(6, "looks");
  run_until(1);
  while (platform::now_ps() < 20 * kPsPerSecond && !::testing::Test::HasFailure()) {
    pair.offer(0, 1'500);
    for (unsigned look = 0; look < 30; ++look) {
      run_until(platform::now_ps() + random.between(20, 120) * kPsPerUs);
      if (look % 2 == 0) {
        pair.late.modem.sample(0);
      } else {
        pair.late.modem.memory().depth_bytes(0, platform::now_ps());
      }
      ASSERT_EQ(pair.late.modem.aqm().latched(0).queue.bytes,
                pair.timely.modem.aqm().latched(0).queue.bytes);
    }
  }
  pair.compare();
}

// A silent modem needs no event of its own until a caller asks.
TEST(LateTicks, ASilentModemComputesThemWhenAsked) {
  Pair pair(config_of("docsis_pie", DelayBytes::kAll));
  run_until(kPsPerSecond);
  const AqmEngine& unasked = pair.late.modem.aqm();
  EXPECT_LE(unasked.computed_flow(0).counters().updates, 2U);
  EXPECT_EQ(pair.timely.modem.aqm().counters(0).updates, 63U);
  EXPECT_EQ(pair.late.modem.aqm().ticks(), 63U);
  EXPECT_EQ(unasked.computed_flow(0).counters().updates, 63U);
  EXPECT_EQ(pair.late.modem.aqm().tick_time(), kPhase + 62 * kTick);
}

TEST(LateTicks, WhoComesLaterToWatchSeesEachTickFromThenOn) {
  Pair pair(config_of("docsis_pie", DelayBytes::kAll));
  run_until(kPsPerSecond);
  Commits commits;
  pair.late.modem.aqm().observe_commits(commits);
  run_until(2 * kPsPerSecond);
  EXPECT_EQ(commits.count, 2 * 62U);
  pair.compare();
}

TEST(LateTicks, WhatComesFromOutsideComesBehindThem) {
  Pair pair(config_of("docsis_pie", DelayBytes::kAll));
  run_until(kPsPerSecond);
  for (Side* const side : {&pair.late, &pair.timely}) {
    side->modem.aqm().clear_interrupt(platform::now_ps());
    side->modem.aqm().commit(0, {1U << 26, 40'000, 0, DOCSIS_PIE_ACTIVE, 0, 0});
    EXPECT_FALSE(side->modem.aqm().interrupt_status());
    EXPECT_EQ(side->modem.aqm().flow(0).law().drop_prob_q28, 1U << 26);
  }
  run_until(2 * kPsPerSecond);
  pair.compare();
}

}  // namespace
}  // namespace docsis_vp::cm::late_ticks_test
