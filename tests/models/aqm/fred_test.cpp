#include "models/aqm/fred/fred.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::fred_test {
namespace {

constexpr aqm_config kConfig{0, 0, 1'250'000, 0, 200};

fred_params params_of(std::initializer_list<std::pair<std::string_view, std::uint32_t>> values = {},
                      const aqm_config& config = kConfig) {
  fred_params params{};
  const OptionValues options = options_with(*aqm_find("fred"), values);
  EXPECT_STREQ(fred_params_init(&params, &config, options.data()), nullptr);
  return params;
}

fred_state initial_state() {
  fred_state state{};
  fred_state_init(&state);
  return state;
}

// The paper's figure in real numbers, with its extension to many flows.
struct FredOracle {
  struct Flow {
    unsigned packets = 0;
    unsigned strikes = 0;
  };
  std::array<Flow, 4> flows;
  double min = 10;
  double max = 20;
  double weight = 0.05;
  double max_p = 0.1;
  unsigned min_flow = 2;
  double packets_per_s = 1'000;

  double average = 0;
  double count = -1;
  double idle_since_s = 0;
  unsigned queue = 0;
  double margin = 1;  // of the last decision

  double share() const {
    const auto active =
        std::count_if(flows.begin(), flows.end(), [](const Flow& f) { return f.packets > 0; });
    return std::max(1.0, active > 0 ? average / static_cast<double>(active) : average);
  }
  void close_to(double a, double b) { margin = std::min(margin, std::abs(a - b)); }

  bool drops(Flow& flow, double uniform) {
    margin = 1;
    close_to(average, min);
    close_to(average, max);
    close_to(flow.packets, share());
    const bool many = average >= max;
    const double most = many ? 2 : min;
    if (flow.packets >= most || (many && flow.packets > 2 * share()) ||
        (flow.packets >= share() && flow.strikes > 1)) {
      ++flow.strikes;
      return true;
    }
    if (average < min || many) {
      count = many ? 0 : -1;
      return false;
    }
    ++count;
    if (flow.packets >= std::max<double>(min_flow, share())) {
      const double pb = max_p * (average - min) / (max - min);
      const double pa = count * pb < 1 ? pb / (1 - count * pb) : 1;
      close_to(uniform, pa);
      if (uniform < pa) {
        count = 0;
        return true;
      }
    }
    return false;
  }

  bool arrive(unsigned number, double at_s, double uniform) {
    if (queue == 0) {
      average *= std::pow(1 - weight, std::floor((at_s - idle_since_s) * packets_per_s + 1e-9));
      idle_since_s = at_s;
    }
    Flow& flow = flows.at(number);
    if (drops(flow, uniform)) {
      return false;
    }
    average += queue > 0 ? weight * (queue - average) : 0;
    ++flow.packets;
    ++queue;
    return true;
  }

  void depart(unsigned number, double at_s) {
    Flow& flow = flows.at(number);
    --queue;
    --flow.packets;
    flow.strikes = flow.packets == 0 ? 0 : flow.strikes;
    average += weight * (queue - average);
    idle_since_s = at_s;
  }
};

// Four flows, the last of which sends half of the packets. Loads below and above the link's rate
// take turns.
TEST(Fred, FollowsThePapersFigureInRealNumbers) {
  const fred_params params = params_of({{"min_packets", 10},
                                        {"max_packets", 20},
                                        {"weight", 50'000'000},
                                        {"max_p", 100'000},
                                        {"min_flow_packets", 2}},
                                       {0, 0, 1'500'000, 0, 200});
  fred_state state = initial_state();
  FredOracle oracle;
  RandomStream random(1, "test/fred");
  std::deque<unsigned> queued;
  unsigned drops = 0;
  unsigned by_chance = 0;
  unsigned many = 0;
  unsigned skipped = 0;
  for (std::uint32_t i = 0; i < 40'000; ++i) {
    const std::uint32_t now_us = i * 500 + (i / 10'000) * 50'000;
    const bool arrives = random.uniform() < (i / 2'000 % 2 == 0 ? 0.75 : 0.45);
    aqm_queue queue{};
    queue.packets = static_cast<std::uint32_t>(queued.size());
    if (arrives) {
      const auto number = static_cast<unsigned>(std::min<std::uint64_t>(random.below(6), 3));
      const std::uint32_t word = random.next_u32();
      const aqm_packet packet{1'000, now_us, AQM_NOT_ECT, number << 24 | 0xFF'FFFF};
      many += oracle.average >= oracle.max ? 1 : 0;
      const double count = oracle.count;
      const bool taken = oracle.arrive(number, now_us * 1e-6, word * 0x1p-32);
      const fred_state before = state;
      const aqm_verdict verdict = fred_enqueue(&state, &params, &queue, &packet, word);
      if (oracle.margin < 1e-6 && (verdict == AQM_ACCEPT) != taken) {
        ++skipped;  // too close to tell: ends the comparison
        state = before;
        break;
      }
      ASSERT_EQ(verdict, taken ? AQM_ACCEPT : AQM_DROP) << i;
      by_chance += !taken && oracle.count == 0 && count >= 0 ? 1 : 0;
      drops += taken ? 0 : 1;
      if (taken) {
        queued.push_back(number);
      }
    } else if (!queued.empty()) {
      const aqm_packet packet{1'000, 0, AQM_NOT_ECT, queued.front() << 24};
      queue.packets -= 1;
      fred_departed(&state, &params, &queue, &packet, now_us);
      oracle.depart(queued.front(), now_us * 1e-6);
      queued.pop_front();
    }
    ASSERT_NEAR(static_cast<double>(state.average_q32) * 0x1p-32, oracle.average, 1e-5) << i;
    for (unsigned number = 0; number < 4; ++number) {
      ASSERT_EQ(state.flows[number].packets, oracle.flows.at(number).packets);
      ASSERT_EQ(state.flows[number].strikes, oracle.flows.at(number).strikes);
    }
  }
  EXPECT_EQ(skipped, 0U);
  EXPECT_GT(drops, 5'000U);
  EXPECT_GT(by_chance, 100U);
  EXPECT_GT(many, 100U);
}

TEST(Fred, TakesItsThresholdsFromTheBufferAndTheRoundTrip) {
  EXPECT_EQ(params_of().min_q32 >> 32, 50U);  // a quarter of 200 packets
  EXPECT_EQ(params_of().max_q32 >> 32, 100U);
  EXPECT_EQ(params_of({}, {0, 0, 1'250'000, 0, 1'000}).max_flow_packets, 83U);  // 100 ms
  EXPECT_EQ(params_of({}, {0, 0, 1'250'000, 0, 8}).max_flow_packets, 5U);
  EXPECT_EQ(params_of({{"rtt_ms", 20'000}}, {0, 0, 1'250'000, 0, 1'000}).max_flow_packets, 16U);
  fred_params params{};
  const aqm_algorithm& law = *aqm_find("fred");
  const OptionValues options = options_with(law, {{"min_packets", 10}, {"max_packets", 10}});
  EXPECT_STREQ(fred_params_init(&params, &kConfig, options.data()),
               "max_packets: expected more than min_packets");
}

TEST(Fred, MarksBelowTheUpperThresholdAndDropsAboveIt) {
  const fred_params params = params_of({{"ecn", 1}});
  fred_state state = initial_state();
  state.idle = 0;
  state.active = 1;
  state.flows[1] = {50, 0};
  aqm_queue queue{};
  queue.packets = 50;
  const aqm_packet packet{1'000, 0, AQM_ECT0, 1U << 24};
  state.average_q32 = params.max_q32 - 1;
  EXPECT_EQ(fred_enqueue(&state, &params, &queue, &packet, 0), AQM_MARK);
  EXPECT_EQ(state.flows[1].strikes, 1U);
  EXPECT_EQ(state.flows[1].packets, 51U);
  state.average_q32 = params.max_q32 + params.max_q32 / 2;
  EXPECT_EQ(fred_enqueue(&state, &params, &queue, &packet, 0), AQM_DROP);
}

TEST(Fred, DropsAllFromTheUpperThresholdOnWithoutTwoPackets) {
  for (const std::uint32_t two : {0U, 1U}) {
    const fred_params params = params_of({{"two_packets", two}});
    fred_state state = initial_state();
    state.idle = 0;
    state.average_q32 = params.max_q32;
    aqm_queue queue{};
    queue.packets = 150;
    const aqm_packet packet{1'000, 0, AQM_NOT_ECT, 1U << 24};
    EXPECT_EQ(fred_enqueue(&state, &params, &queue, &packet, UINT32_MAX),
              two != 0 ? AQM_ACCEPT : AQM_DROP);
  }
}

// The paper's case of a flow that does not adapt, beside TCP flows: RED leaves it what it sends,
// FRED not much more than its share.
TEST(Fred, HoldsAFlowThatDoesNotAdaptNearItsShare) {
  WindowFlowsConfig traffic;
  traffic.flows = 8;
  traffic.unresponsive_bytes_per_s = traffic.rate_bytes_per_s;
  const aqm_config config{0, 0, traffic.rate_bytes_per_s, 0, 200};
  const aqm_algorithm& law = *aqm_find("fred");
  const aqm_algorithm& red_law = *aqm_find("red");
  WindowFlows fred(law, config, options_of(law), traffic);
  WindowFlows red(red_law, config,
                  options_with(red_law, {{"min_packets", 50'000}, {"max_packets", 100'000}}),
                  traffic);
  fred.run(50);
  red.run(50);
  fred.run(100);
  red.run(100);
  const auto share = [](const WindowFlows& flows) {
    return static_cast<double>(flows.unresponsive_sent) / static_cast<double>(flows.sent);
  };
  RecordProperty("fred", std::to_string(share(fred)));
  RecordProperty("red", std::to_string(share(red)));
  RecordProperty("use", std::to_string(fred.utilization()));
  EXPECT_GT(share(red), 0.8);
  EXPECT_LT(share(fred), 2.0 / 9);
  EXPECT_GT(fred.utilization(), 0.95);
}

}  // namespace
}  // namespace docsis_vp::aqm::fred_test
