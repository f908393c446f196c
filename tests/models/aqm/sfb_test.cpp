#include "models/aqm/sfb/sfb.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/q28.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::sfb_test {
namespace {

constexpr aqm_config kConfig{0, 0, 1'250'000, 0, 200};

sfb_params params_of(std::initializer_list<std::pair<std::string_view, std::uint32_t>> values = {},
                     const aqm_config& config = kConfig) {
  sfb_params params{};
  const OptionValues options = options_with(*aqm_find("sfb"), values);
  EXPECT_STREQ(sfb_params_init(&params, &config, options.data()), nullptr);
  return params;
}

sfb_state initial_state() {
  sfb_state state{};
  sfb_state_init(&state);
  return state;
}

// The figure "SFB algorithm" of the paper, in real numbers.
struct SfbOracle {
  struct Bin {
    unsigned packets = 0;
    double p = 0;
  };
  std::array<std::array<Bin, 23>, 2> bins;
  double increment = 0.0005;
  double decrement = 0.00005;
  unsigned bin_size = 13;

  Bin& bin(std::uint32_t hash, unsigned level) {
    const double part = (level == 0 ? hash % 65'536 : hash / 65'536) / 65'536.0;
    return bins.at(level).at(static_cast<std::size_t>(part * 23));
  }
  // The least probability, or more than 1 where a bin is too full.
  double arrive(std::uint32_t hash) {
    double least = 1;
    bool over = false;
    for (unsigned level = 0; level < 2; ++level) {
      Bin& b = bin(hash, level);
      if (b.packets > bin_size) {
        b.p = std::min(1.0, b.p + increment);
        over = true;
      } else if (b.packets == 0) {
        b.p = std::max(0.0, b.p - decrement);
      }
      least = std::min(least, b.p);
    }
    return over ? 2 : least;
  }
  void add(std::uint32_t hash, int count) {
    for (unsigned level = 0; level < 2; ++level) {
      bin(hash, level).packets += static_cast<unsigned>(count);
    }
  }
};

// Five flows; one sends most. A departure follows each accepted packet with probability 0.95.
TEST(Sfb, FollowsThePapersFigureInRealNumbers) {
  const sfb_params params = params_of();
  EXPECT_EQ(params.bin_packets, 13U);  // of 200 packets, as in the paper
  sfb_state state = initial_state();
  SfbOracle oracle;
  RandomStream random(1, "test/sfb");
  std::array<std::uint32_t, 5> hashes{};
  for (std::uint32_t& hash : hashes) {
    hash = random.next_u32();
  }
  std::deque<std::uint32_t> queued;
  double most = 0;
  unsigned drops = 0;
  for (std::uint32_t i = 0; i < 30'000; ++i) {
    const std::uint32_t hash = hashes[random.below(2) == 0 ? 0 : random.below(5)];
    const std::uint32_t word = random.next_u32();
    aqm_queue queue{};
    queue.packets = static_cast<std::uint32_t>(queued.size());
    const aqm_packet packet{1'000, i * 1'000, AQM_NOT_ECT, hash};
    const double p = oracle.arrive(hash);
    const aqm_verdict verdict = sfb_enqueue(&state, &params, &queue, &packet, word);
    for (unsigned level = 0; level < 2; ++level) {
      const double p_bin = oracle.bin(hash, level).p;
      ASSERT_NEAR(real(state.bins[level][sfb_bin_of(hash, level)].p_q28), p_bin, (i + 1) / kOneQ28);
      most = std::max(most, p_bin);
    }
    if (std::abs(word * 0x1p-32 - p) > 1e-3) {
      ASSERT_EQ(verdict, word * 0x1p-32 < p ? AQM_DROP : AQM_ACCEPT) << i;
    }
    if (verdict == AQM_ACCEPT) {
      oracle.add(hash, 1);
      queued.push_back(hash);
    }
    drops += verdict == AQM_DROP ? 1 : 0;
    if (!queued.empty() && random.uniform() < 0.95) {
      const aqm_packet left{1'000, 0, AQM_NOT_ECT, queued.front()};
      sfb_departed(&state, &params, &left);
      oracle.add(queued.front(), -1);
      queued.pop_front();
    }
  }
  EXPECT_GT(most, 0.01);
  EXPECT_GT(drops, 500U);
}

// Tokens come at the penalty rate, however long nothing comes, and across the wrap of time.
TEST(Sfb, LetsFlowsOfProbabilityOneSendAtThePenaltyRate) {
  const sfb_params params =
      params_of({{"penalty_packets_per_s", 10}, {"penalty_burst_packets", 3}});
  for (const std::uint32_t start_us : {5'000'000U, UINT32_MAX - 1'000'000}) {
    sfb_state state = initial_state();
    state.debt_at_us = start_us;
    for (auto& level : state.bins) {
      level[0] = {1, SFB_ONE_Q28};
    }
    unsigned accepted = 0;
    for (std::uint32_t i = 0; i <= 3'000; ++i) {
      const aqm_queue queue{};
      const aqm_packet packet{1'000, start_us + i * 1'000, AQM_ECT0, 0};
      if (sfb_enqueue(&state, &params, &queue, &packet, UINT32_MAX) == AQM_ACCEPT) {
        ++accepted;
        sfb_departed(&state, &params, &packet);
      }
    }
    EXPECT_EQ(accepted, 3U + 30U);
  }
}

TEST(Sfb, CountsPacketsInBothBinsAndForgetsThemAsTheyLeave) {
  const sfb_params params = params_of({{"ecn", 1}, {"exclude_ce", 1}});
  sfb_state state = initial_state();
  const std::uint32_t hash = 0x8000'4000;
  const aqm_queue queue{};
  aqm_packet packet{1'000, 0, AQM_ECT0, hash};
  EXPECT_EQ(sfb_enqueue(&state, &params, &queue, &packet, 0), AQM_ACCEPT);
  EXPECT_EQ(state.bins[0][5].packets, 1U);   // 0x4000 / 65536 * 23
  EXPECT_EQ(state.bins[1][11].packets, 1U);  // 0x8000 / 65536 * 23
  sfb_departed(&state, &params, &packet);
  EXPECT_EQ(state.bins[0][5].packets, 0U);
  packet.ecn = AQM_CE;
  EXPECT_EQ(sfb_enqueue(&state, &params, &queue, &packet, 0), AQM_ACCEPT);
  EXPECT_EQ(state.bins[1][11].packets, 0U) << "CE does not count";
  sfb_departed(&state, &params, &packet);
  EXPECT_EQ(state.bins[1][11].packets, 0U);
}

TEST(Sfb, WantsALimitOrABinsSize) {
  sfb_params params{};
  const aqm_config unlimited{0, 0, 1'250'000, 0, 0};
  const aqm_algorithm& law = *aqm_find("sfb");
  EXPECT_STREQ(sfb_params_init(&params, &unlimited, options_of(law).data()),
               "buffer_bytes: expected a limit in bytes or in packets");
  const OptionValues options = options_with(law, {{"bin_packets", 5}});
  EXPECT_STREQ(sfb_params_init(&params, &unlimited, options.data()), nullptr);
  EXPECT_EQ(params.bin_packets, 5U);
}

// The paper's first experiment: TCP flows and one flow that does not respond, at 2 of 45 Mbit/s and
// then at all of it. SFB holds the flow to the penalty rate and leaves the link to TCP; with one
// probability for all, here BLUE's, the flow takes nearly its whole rate. Scaled to a tenth, with
// 40 flows instead of 400.
TEST(Sfb, HoldsAnUnresponsiveFlowAtThePenaltyRate) {
  WindowFlowsConfig traffic;
  traffic.flows = 40;
  traffic.rate_bytes_per_s = 562'500;
  for (const std::uint32_t rate : {traffic.rate_bytes_per_s / 4, traffic.rate_bytes_per_s}) {
    traffic.unresponsive_bytes_per_s = rate;
    const aqm_config config{0, 0, traffic.rate_bytes_per_s, 0, 200};
    const aqm_algorithm& law = *aqm_find("sfb");
    WindowFlows sfb(law, config, options_of(law), traffic);
    const aqm_algorithm& blue_law = *aqm_find("blue");
    WindowFlows blue(blue_law, config, options_of(blue_law), traffic);
    sfb.run(60);
    blue.run(60);
    sfb.run(60);
    blue.run(60);
    const double offered = 60.0 * rate / traffic.packet_bytes;
    EXPECT_LT(static_cast<double>(sfb.unresponsive_sent), 0.15 * static_cast<double>(sfb.sent));
    EXPECT_GT(static_cast<double>(blue.unresponsive_sent), 0.7 * offered);
    EXPECT_GT(sfb.utilization(), 0.9);
    RecordProperty(
        "sfb_share_" + std::to_string(rate),
        std::to_string(static_cast<double>(sfb.unresponsive_sent) / static_cast<double>(sfb.sent)));
    RecordProperty("blue_share_" + std::to_string(rate),
                   std::to_string(static_cast<double>(blue.unresponsive_sent) /
                                  static_cast<double>(blue.sent)));
    RecordProperty("sfb_use_" + std::to_string(rate), std::to_string(sfb.utilization()));
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::sfb_test
