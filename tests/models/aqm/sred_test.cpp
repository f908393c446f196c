#include "models/aqm/sred/sred.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::sred_test {
namespace {

constexpr aqm_config kConfig{0, 0, 1'250'000, 600'000, 0};

sred_params params_of(std::initializer_list<std::pair<std::string_view, std::uint32_t>> values = {},
                      const aqm_config& config = kConfig) {
  sred_params params{};
  const OptionValues options = options_with(*aqm_find("sred"), values);
  EXPECT_STREQ(sred_params_init(&params, &config, options.data()), nullptr);
  return params;
}

// The paper's formulas in real numbers.
struct SredOracle {
  double p = 0;
  std::array<std::uint32_t, 1'000> zombies{};
  std::size_t known = 0;
  double flows = 256;
  bool full = true;

  double arrive(std::uint32_t hash, double draw, double queue_part) {
    bool hit = false;
    if (known < zombies.size()) {
      zombies.at(known++) = hash;
    } else {
      const double place = draw * 1'000;
      std::uint32_t& zombie = zombies.at(static_cast<std::size_t>(place));
      hit = zombie == hash;
      if (!hit && place - std::floor(place) < 0.25) {
        zombie = hash;
      }
      p += 0.25 / 1'000 * ((hit ? 1 : 0) - p);
    }
    const double step = queue_part < 1 / 6.0 ? 0 : queue_part < 1 / 3.0 ? 0.15 / 4 : 0.15;
    const double few = p > 1 / flows ? 1 / (flows * p) : 1;
    return step * few * few * (full && hit ? 1 + 1 / p : 1);
  }
};

TEST(Sred, FollowsThePapersFormulasInRealNumbers) {
  for (const std::uint32_t flows : {1U, 16U, 256U}) {
    for (const bool full : {false, true}) {
      const sred_params params = params_of({{"flows", flows}, {"full", full}});
      sred_state state{};
      sred_state_init(&state);
      SredOracle oracle;
      oracle.flows = flows;
      oracle.full = full;
      RandomStream random(flows, "test/sred");
      unsigned compared = 0;
      unsigned drops = 0;
      for (std::uint32_t i = 0; i < 60'000; ++i) {
        const auto hash = static_cast<std::uint32_t>(1 + random.below(1 + i / 500));
        aqm_queue queue{};
        queue.bytes = static_cast<std::uint32_t>(random.below(590'000));
        const std::uint32_t word = random.next_u32();
        const aqm_packet packet{1'000, 0, AQM_NOT_ECT, hash};
        const aqm_verdict verdict = sred_enqueue(&state, &params, &queue, &packet, word);
        const double bar = oracle.arrive(hash, word * 0x1p-32, queue.bytes / 600'000.0);
        ASSERT_NEAR(state.hits_q32 * 0x1p-32, oracle.p, 1e-5) << i;
        // As the law mixes its word.
        const double draw = word * 1'000U * 2'654'435'761U * 0x1p-32;
        if (std::abs(draw - bar) > 0.05 * bar) {
          ASSERT_EQ(verdict, draw < bar ? AQM_DROP : AQM_ACCEPT) << i << " " << draw << " " << bar;
          ++compared;
        }
        drops += verdict == AQM_DROP ? 1 : 0;
      }
      EXPECT_GT(compared, 58'000U);
      EXPECT_GT(drops, 50U);
    }
  }
}

// The paper: the inverse of the hit frequency estimates the number of flows.
TEST(Sred, EstimatesTheNumberOfFlows) {
  const sred_params params = params_of();
  RandomStream random(1, "test/sred/flows");
  for (const unsigned flows : {4U, 20U, 100U}) {
    sred_state state{};
    sred_state_init(&state);
    double sum = 0;
    for (std::uint32_t i = 0; i < 100'000; ++i) {
      const aqm_queue queue{};
      const aqm_packet packet{1'000, 0, AQM_NOT_ECT,
                              static_cast<std::uint32_t>(7 + random.below(flows))};
      sred_enqueue(&state, &params, &queue, &packet, random.next_u32());
      sum += i >= 50'000 ? state.hits_q32 * 0x1p-32 / 50'000 : 0;
    }
    EXPECT_NEAR(1 / sum, flows, 0.1 * flows);
  }
}

TEST(Sred, MeasuresABufferOfPackets) {
  const sred_params params = params_of({}, {0, 0, 1'250'000, 0, 600});
  sred_state state{};
  sred_state_init(&state);
  aqm_queue queue{};
  const aqm_packet packet{1'000, 0, AQM_NOT_ECT, 1};
  for (const auto& [packets, verdict] : {std::pair{99U, AQM_ACCEPT}, {100U, AQM_DROP}}) {
    queue.packets = packets;
    EXPECT_EQ(sred_enqueue(&state, &params, &queue, &packet, 0), verdict);
  }
}

// The paper's figures of buffer occupation: it depends little on the number of flows. With 10, 100
// and 300 flows the queue stays a little above 200 packets, the third of the buffer from which on
// all of max_p applies.
TEST(Sred, KeepsTheQueueWithinItsStepsWhateverTheNumberOfFlows) {
  for (const unsigned flows : {10U, 100U, 300U}) {
    WindowFlowsConfig traffic;
    traffic.flows = flows;
    traffic.rate_bytes_per_s = 5'625'000;
    const aqm_config config{0, 0, traffic.rate_bytes_per_s, 600'000, 0};
    const aqm_algorithm& law = *aqm_find("sred");
    WindowFlows sred(law, config, options_of(law), traffic);
    sred.run(30);
    sred.run(30);
    RecordProperty("packets_" + std::to_string(flows), std::to_string(sred.mean_packets()));
    RecordProperty("use_" + std::to_string(flows), std::to_string(sred.utilization()));
    EXPECT_NEAR(sred.mean_packets(), 245, 25) << flows;
    EXPECT_GT(sred.utilization(), 0.98) << flows;
  }
}

}  // namespace
}  // namespace docsis_vp::aqm::sred_test
