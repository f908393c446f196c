#include "models/aqm/choke/choke.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "platform/base/random.h"
#include "tests/models/aqm/law_bench.h"
#include "tests/models/aqm/window_flows.h"

namespace docsis_vp::aqm::choke_test {
namespace {

constexpr aqm_config kConfig{0, 0, 125'000, 0, 300};

choke_params params_of(std::initializer_list<std::pair<std::string_view, std::uint32_t>> values,
                       const aqm_config& config = kConfig) {
  choke_params params{};
  const OptionValues options = options_with(*aqm_find("choke"), values);
  EXPECT_STREQ(choke_params_init(&params, &config, options.data()), nullptr);
  return params;
}

choke_state initial_state() {
  choke_state state{};
  choke_state_init(&state);
  return state;
}

// The paper's figure, in real numbers: RED of Floyd and Jacobson 1993, and the comparison. The
// queue is a list that can be searched; what is condemned stays in it.
struct ChokeOracle {
  struct Queued {
    std::uint32_t hash;
    bool condemned;
  };
  std::deque<Queued> queue;
  double average = 0;
  double count = 0;
  bool in_band = false;
  double min = 5;
  double max = 15;
  double max_p = 0.1;
  double weight = 0.002;
  double margin = 1;  // of the last decision by chance

  std::size_t live() const {
    return static_cast<std::size_t>(
        std::count_if(queue.begin(), queue.end(), [](const Queued& q) { return !q.condemned; }));
  }

  bool red_drops(double fraction) {
    const auto length = static_cast<double>(live());
    average += weight * (length - average);
    count += 1;
    if (average < min || length <= 1) {
      in_band = false;
      return false;
    }
    if (average >= max) {
      count = 0;
      return true;
    }
    if (!in_band) {
      in_band = true;
      count = 1;
      return false;
    }
    const double pb = max_p * (average - min) / (max - min);
    const double pa = count * pb < 1 ? pb / (1 - count * pb) : 1;
    margin = std::abs(fraction - pa);
    if (fraction >= pa) {
      return false;
    }
    count = 0;
    return true;
  }

  bool drops(std::uint32_t hash, double draw) {
    margin = 1;
    const double place = draw * static_cast<double>(queue.size());
    bool dropped = red_drops(queue.empty() ? draw : place - std::floor(place));
    if (!queue.empty() && average >= min) {
      auto from_tail = static_cast<std::size_t>(place);
      for (int i = 1; i < 4 && queue[queue.size() - 1 - from_tail].condemned; ++i) {
        from_tail = (from_tail + 1) % queue.size();
      }
      Queued& drawn = queue[queue.size() - 1 - from_tail];
      if (drawn.hash == hash && !drawn.condemned) {
        margin = 1;
        drawn.condemned = true;
        dropped = true;
      }
    }
    return dropped;
  }
};

TEST(Choke, FollowsThePapersFigureInRealNumbers) {
  const choke_params params = params_of({});
  choke_state state = initial_state();
  ChokeOracle oracle;
  RandomStream random(1, "test/choke");
  const std::uint32_t hashes[4] = {2, 4, 0xFFFF'0000, 0x1234'5678};
  unsigned drops = 0;
  unsigned condemned = 0;
  for (std::uint32_t i = 0; i < 60'000; ++i) {
    // Between 6 and 26 packets, mostly.
    const bool arrives =
        oracle.queue.size() < 3 || random.uniform() < (i / 3'000 % 2 == 0 ? 0.56 : 0.48);
    aqm_queue queue{};
    queue.packets = static_cast<std::uint32_t>(oracle.queue.size());
    if (arrives && queue.packets < 300) {
      const std::uint32_t hash = hashes[std::min<std::uint64_t>(random.below(6), 3)];
      const std::uint32_t word = random.next_u32();
      const aqm_packet packet{1'000, i * 1'000, AQM_NOT_ECT, hash};
      const aqm_verdict verdict = choke_enqueue(&state, &params, &queue, &packet, word);
      const bool dropped = oracle.drops(hash, word * 0x1p-32);
      if (oracle.margin < 1e-5) {
        return;  // the law may decide otherwise from here on
      }
      ASSERT_EQ(verdict, dropped ? AQM_DROP : AQM_ACCEPT) << i;
      ASSERT_NEAR(static_cast<double>(state.red.average_q32) * 0x1p-32, oracle.average, 1e-4);
      drops += dropped ? 1 : 0;
      if (!dropped) {
        oracle.queue.push_back({hash, false});
      }
      continue;
    }
    queue.packets -= 1;
    const aqm_packet packet{1'000, 0, AQM_NOT_ECT, oracle.queue.front().hash};
    const bool dropped = oracle.queue.front().condemned;
    ASSERT_EQ(choke_dequeue(&state, &params, &queue, &packet, i * 1'000),
              dropped ? AQM_DROP : AQM_ACCEPT)
        << i;
    condemned += dropped ? 1 : 0;
    oracle.queue.pop_front();
    ASSERT_EQ(state.condemned, oracle.queue.size() - oracle.live());
  }
  EXPECT_GT(drops, 1'000U);
  EXPECT_GT(condemned, 500U);
}

// Fills the queue with packets of flow 2, and lets the average rise above the thresholds.
void fill(choke_state& state, const choke_params& params, std::uint32_t packets) {
  for (std::uint32_t i = 0; i < packets; ++i) {
    aqm_queue queue{};
    queue.packets = i;
    const aqm_packet packet{1'000, i, AQM_NOT_ECT, 2};
    ASSERT_EQ(choke_enqueue(&state, &params, &queue, &packet, UINT32_MAX), AQM_ACCEPT);
  }
  state.red.average_q32 = UINT64_C(10) << 32;
  state.red.in_band = 1;
}

TEST(Choke, DropsBothPacketsOfAFlowAndTheDrawnOneAtTheHead) {
  const choke_params params = params_of({});
  choke_state state = initial_state();
  fill(state, params, 4);
  aqm_queue queue{};
  queue.packets = 4;
  const aqm_packet same{1'000, 10, AQM_NOT_ECT, 2};
  const aqm_packet other{1'000, 10, AQM_NOT_ECT, 4};
  // The quarters of the word draw from the youngest on; the second oldest here.
  EXPECT_EQ(choke_enqueue(&state, &params, &queue, &same, 0xBFFF'FFFF), AQM_DROP);
  EXPECT_EQ(choke_enqueue(&state, &params, &queue, &other, 0x3FFF'FFFF), AQM_ACCEPT);
  EXPECT_EQ(state.condemned, 1U);
  const aqm_verdict expected[5] = {AQM_ACCEPT, AQM_DROP, AQM_ACCEPT, AQM_ACCEPT, AQM_ACCEPT};
  for (const aqm_verdict verdict : expected) {
    EXPECT_EQ(choke_dequeue(&state, &params, &queue, &same, 20), verdict);
  }
  EXPECT_EQ(state.condemned, 0U);
}

TEST(Choke, MarksAPacketThatIsOfTheFlowDrawn) {
  const choke_params params = params_of({{"ecn", 1}});
  choke_state state = initial_state();
  fill(state, params, 4);
  aqm_queue queue{};
  queue.packets = 4;
  const aqm_packet same{1'000, 10, AQM_ECT0, 2};
  EXPECT_EQ(choke_enqueue(&state, &params, &queue, &same, 0xFFFF'FFFF), AQM_MARK);
  EXPECT_EQ(state.condemned, 0U);
  EXPECT_EQ(state.accepted, 5U);
}

TEST(Choke, ForgetsACondemnedPacketWhoseEntryIsOverwritten) {
  const aqm_config config{0, 0, 125'000, 0, 5'000};
  const choke_params params =
      params_of({{"min_packets", 1'000'000}, {"max_packets", 3'000'000}}, config);
  choke_state state = initial_state();
  fill(state, params, 10);
  state.red.average_q32 = UINT64_C(1'500) << 32;
  aqm_queue queue{};
  queue.packets = 10;
  const aqm_packet same{1'000, 10, AQM_NOT_ECT, 2};
  EXPECT_EQ(choke_enqueue(&state, &params, &queue, &same, UINT32_MAX), AQM_DROP);  // the oldest
  EXPECT_EQ(state.condemned, 1U);
  state.red.average_q32 = 0;
  for (std::uint32_t i = 10; i < 1'030; ++i) {
    queue.packets = i;
    EXPECT_EQ(choke_enqueue(&state, &params, &queue, &same, UINT32_MAX), AQM_ACCEPT);
  }
  EXPECT_EQ(state.condemned, 0U);
  for (std::uint32_t i = 0; i < 1'030; ++i) {
    EXPECT_EQ(choke_dequeue(&state, &params, &queue, &same, 20), AQM_ACCEPT);
  }
}

// The paper's simulation: 32 TCP flows and one that sends 2 Mbit/s over a link of 1 Mbit/s, with
// thresholds of 100 and 200 packets. RED leaves the flow nearly all of the link, CHOKe about a
// quarter; the model of Tang, Wang and Low 2004 says at most 1 / (e + 1), 26.9 %.
TEST(Choke, LeavesAnUnresponsiveFlowAQuarterOfTheLink) {
  WindowFlowsConfig traffic;
  traffic.flows = 32;
  traffic.rate_bytes_per_s = 125'000;
  traffic.unresponsive_bytes_per_s = 250'000;
  const aqm_config config{0, 0, traffic.rate_bytes_per_s, 0, 300};
  const aqm_algorithm& law = *aqm_find("choke");
  const auto thresholds = {std::pair<std::string_view, std::uint32_t>{"min_packets", 100'000},
                           {"max_packets", 200'000}};
  WindowFlows choke(law, config, options_with(law, thresholds), traffic);
  const aqm_algorithm& red_law = *aqm_find("red");
  WindowFlows red(red_law, config, options_with(red_law, thresholds), traffic);
  choke.run(100);
  red.run(100);
  choke.run(200);
  red.run(200);
  const auto share = [](const WindowFlows& flows) {
    return static_cast<double>(flows.unresponsive_sent) / static_cast<double>(flows.sent);
  };
  RecordProperty("choke", std::to_string(share(choke)));
  RecordProperty("red", std::to_string(share(red)));
  EXPECT_GT(share(red), 0.8);
  EXPECT_NEAR(share(choke), 0.25, 0.05);
  EXPECT_GT(choke.utilization(), 0.95);
}

}  // namespace
}  // namespace docsis_vp::aqm::choke_test
