// PIE as Linux had it from 2014 on, until it followed RFC 8033.
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <string>

#include "platform/base/random.h"
#include "tests/models/aqm/linux_2014_oracle.h"
#include "tests/models/aqm/pie_flavour_bench.h"

namespace docsis_vp::aqm::pie_linux_2014_test {
namespace {

// 1500 bytes in 1.2 ms, with more than a threshold behind them.
void leave(FlavourBench& bench, int packets, std::uint32_t left = 60'000) {
  for (int i = 0; i < packets; ++i) {
    bench.now_us += 1'200;
    bench.depart(40'000, left);
  }
}

TEST(PieOfLinux2014, CountsItsBurstDownByWholeMeasurements) {
  FlavourBench bench(PIE_LINUX_2014);
  bench.arrive(60'000, 0);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U);
  leave(bench, 1);  // counts in the first measurement, which begins as it leaves
  bench.update(60'000);
  leave(bench, 5);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U) << "neither updates nor departures count";
  leave(bench, 1);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U - 6 * 1'200U) << "10500 bytes are complete";
  EXPECT_EQ(bench.state.law.measured, 10'500 * 10'000U / 72);
  bench.now_us += 20'000;
  leave(bench, 7);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U - 13 * 1'200U - 20'000U);
  EXPECT_EQ(bench.arrive(60'000, 0), AQM_ACCEPT);
  leave(bench, 8 * 7);
  EXPECT_EQ(bench.state.law.burst_us, 0U);
}

TEST(PieOfLinux2014, KeepsItsBurstWhileTheQueueIsTooShortToMeasure) {
  FlavourBench bench(PIE_LINUX_2014);
  bench.arrive(9'000, 0);
  leave(bench, 200, 9'999);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U);
  EXPECT_EQ(bench.state.law.measured, 0U);
  leave(bench, 7, 10'000);
  leave(bench, 200, 9'999);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U - 13 * 1'200U) << "what had begun is completed";
}

TEST(PieOfLinux2014, GoesOnMeasuringWhereNoTimeHasPassed) {
  FlavourBench bench(PIE_LINUX_2014);
  for (int i = 0; i < 20; ++i) {
    bench.depart(40'000, 60'000);
  }
  EXPECT_EQ(bench.state.law.measured, 0U);
  leave(bench, 1);
  EXPECT_EQ(bench.state.law.measured, 21 * 1'500 * 10'000U / 12);
}

TEST(PieOfLinux2014, BeginsAgainAfterTwoShortDelaysWithoutDrops) {
  FlavourBench bench(PIE_LINUX_2014);
  bench.arrive(60'000, 0);
  leave(bench, 200);
  ASSERT_EQ(bench.state.law.burst_us, 0U);
  bench.update(60'000);
  bench.update(1'000);
  EXPECT_EQ(bench.state.law.burst_us, 0U) << "the delay before was 48 ms";
  bench.state.law.drop_prob_q28 = 0;
  bench.update(1'000);
  EXPECT_EQ(bench.state.law.burst_us, 100'000U);
  bench.arrive(1'000, 0);
  EXPECT_EQ(bench.state.law.measured, 0U);
  EXPECT_FALSE(bench.state.meter.measuring);
  bench.update(1'000);
  EXPECT_EQ(bench.state.law.qdelay_old_us, 0U) << "without a rate";
}

// Where no rate is known a backlog says nothing, and p does not decay; its step is taken.
TEST(PieOfLinux2014, StepsButDoesNotDecayWhereTheDelayIsUnknown) {
  FlavourBench bench(PIE_LINUX_2014);
  bench.state.law.drop_prob_q28 = q28(0.5);
  bench.update(60'000);
  EXPECT_NEAR(bench.p(), 0.5 - 0.125 * 0.020, 1e-7);
  bench.state.law.drop_prob_q28 = q28(0.5);
  bench.update(0);
  EXPECT_NEAR(bench.p(), (0.5 - 0.125 * 0.020) * 0.98, 1e-7);
}

TEST(PieOfLinux2014, MarksUpToATenth) {
  FlavourBench bench(PIE_LINUX_2014, {{PIE_ECN, 1}, {PIE_MAX_BURST, 0}});
  bench.state.law.qdelay_old_us = 50'000;
  bench.state.law.drop_prob_q28 = 26'843'545;  // 0.1 less 2e-9
  EXPECT_EQ(bench.arrive(60'000, 0, AQM_ECT0), AQM_MARK);
  EXPECT_EQ(bench.arrive(60'000, 0, AQM_NOT_ECT), AQM_DROP);
  bench.state.law.drop_prob_q28 = 26'843'546;
  EXPECT_EQ(bench.arrive(60'000, 0, AQM_ECT0), AQM_DROP);
  FlavourBench any(PIE_LINUX_2014, {{PIE_ECN, 1}, {PIE_MAX_BURST, 0}, {PIE_MAX_ECNTH, 1'000'000}});
  any.state.law.qdelay_old_us = 50'000;
  any.state.law.drop_prob_q28 = q28(1);
  EXPECT_EQ(any.arrive(60'000, 0, AQM_ECT0), AQM_MARK);
}

TEST(PieOfLinux2014, RefusesWhatWouldLeaveItsBurstUncounted) {
  const aqm_algorithm& law = *aqm_find("pie_linux_2014");
  const aqm_config config{20'000, 1'250'000, 1'250'000, 0, 1'000};
  const auto refused = [&](int index, std::uint32_t value) {
    OptionValues options = options_of(law);
    options[static_cast<std::size_t>(index)] = value;
    pie_params params{};
    const char* says = law.params_init(&params, &config, options.data());
    return std::string(says != nullptr ? says : "");
  };
  EXPECT_EQ(refused(PIE_ESTIMATOR, PIE_BY_DEPARTURE_RATE), "");
  EXPECT_EQ(refused(PIE_ESTIMATOR, PIE_BY_TIMESTAMP),
            "estimator: expected departure_rate, measurements of it end the burst allowance");
  EXPECT_EQ(refused(PIE_ESTIMATOR, PIE_BY_TOKEN_BUCKET),
            "estimator: expected departure_rate, measurements of it end the burst allowance");
  EXPECT_EQ(refused(PIE_ACTIVE_AT_THIRD, 1),
            "active_at_third: expected false, the PIE of 2014 never sleeps");
}

// Packets come and go at random, in phases that fill the queue and empty it. After each step the
// oracle takes over what rounding made of p, rate and delay, and nothing else.
class RandomLockStep {
 public:
  explicit RandomLockStep(std::uint64_t seed) : random_(seed, "test/pie_linux_2014") {
    const std::uint32_t target = one_of(5'000, 20'000);
    const std::uint32_t threshold = one_of(1'500, 10'000);
    const std::uint32_t byte_mode = one_of(0, 1);
    OptionValues options = options_of(*aqm_find("pie_linux_2014"));
    options[PIE_DQ_THRESHOLD] = threshold;
    options[PIE_BYTE_MODE] = byte_mode;
    const aqm_config config{target, 0, 0, 0, 0};
    EXPECT_STREQ(pie_params_init(&params_, PIE_LINUX_2014, &config, options.data()), nullptr);
    pie_state_init(&state_);
    oracle_.target = target;
    oracle_.threshold = threshold;
    oracle_.byte_mode = byte_mode != 0;
  }

  void run(int steps) {
    arrive();  // which gives the law its first allowance
    for (int i = 0; i < steps && !testing::Test::HasFatalFailure(); ++i) {
      if (i % 2'000 == 0) {
        fills_ = 0.3 + 0.3 * random_.uniform();
        step_us_ = one_of(30, 600);
      }
      now_us_ += random_.below(4) == 0 ? 0 : random_.below(2 * step_us_);
      if (now_us_ >= next_update_us_) {
        update();
        next_update_us_ += 30'000;
      } else if (random_.uniform() < fills_) {
        arrive();
      } else if (!sizes_.empty()) {
        leave();
      }
      ASSERT_EQ(state_.law.burst_us, oracle_.burst) << i;
    }
  }

  int drops = 0;
  int measurements = 0;
  int beginnings = 0;
  int undecided = 0;

 private:
  std::uint32_t one_of(std::uint32_t a, std::uint32_t b) { return random_.below(2) == 0 ? a : b; }
  std::uint32_t now() const { return static_cast<std::uint32_t>(now_us_); }
  aqm_queue queue() const {
    aqm_queue queue{};
    queue.bytes = bytes_;
    queue.packets = static_cast<std::uint32_t>(sizes_.size());
    return queue;
  }

  void arrive() {
    const std::uint32_t size = random_.below(3) == 0 ? 64 : one_of(1'518, 2'000);
    const std::uint32_t word = random_.next_u32();
    const double uniform = word / 4294967296.0;
    const aqm_queue before = queue();
    const aqm_packet packet{size, now(), AQM_NOT_ECT, 0};
    const bool dropped = pie_enqueue(&state_, &params_, &before, &packet, word) == AQM_DROP;
    const double p = oracle_.byte_mode ? oracle_.p_of(size) : oracle_.p;
    if (std::abs(uniform - p) < 2e-8) {
      ++undecided;
    } else {
      ASSERT_EQ(dropped, oracle_.drops(size, bytes_, uniform));
    }
    drops += dropped;
    if (!dropped) {
      sizes_.push_back(size);
      bytes_ += size;
    }
  }

  void leave() {
    const std::uint32_t size = sizes_.front();
    sizes_.pop_front();
    bytes_ -= size;
    const aqm_queue behind = queue();
    const aqm_packet packet{size, now(), AQM_NOT_ECT, 0};
    pie_departed(&state_, &params_, &behind, &packet, now());
    measurements += oracle_.departed(size, bytes_, static_cast<double>(now_us_));
    ASSERT_EQ(state_.meter.measuring != 0, oracle_.measuring);
    ASSERT_NEAR(state_.law.measured, oracle_.rate * 1e6, 2);
    oracle_.rate = state_.law.measured * 1e-6;
  }

  void update() {
    const aqm_queue at = queue();
    const std::uint32_t delay_us = pie_queue_delay_us(&state_, &params_, &at);
    const bool forgets = (state_.law.status & PIE_RESTART) != 0;
    if (!forgets) {
      ASSERT_NEAR(delay_us, oracle_.delay(bytes_), 1 + 1e-6 * delay_us);
    }
    pie_update(&state_, &params_, &at, now());
    beginnings += oracle_.update(delay_us, bytes_);
    ASSERT_NEAR(state_.law.drop_prob_q28 / kOneQ28, oracle_.p, 2 / kOneQ28);
    oracle_.p = state_.law.drop_prob_q28 / kOneQ28;
  }

  RandomStream random_;
  Linux2014Oracle oracle_;
  pie_params params_{};
  pie_state state_{};
  std::deque<std::uint32_t> sizes_;
  std::uint32_t bytes_ = 0;
  std::uint64_t now_us_ = 4'294'000'000;  // the law's clock wraps a second later
  std::uint64_t next_update_us_ = now_us_ + 30'000;
  double fills_ = 0;
  std::uint32_t step_us_ = 0;
};

TEST(PieOfLinux2014, DoesAsInRealNumbers) {
  int drops = 0;
  int measurements = 0;
  int beginnings = 0;
  int undecided = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    RandomLockStep steps(seed);
    steps.run(20'000);
    ASSERT_FALSE(HasFatalFailure());
    drops += steps.drops;
    measurements += steps.measurements;
    beginnings += steps.beginnings;
    undecided += steps.undecided;
  }
  EXPECT_GT(drops, 10'000);
  EXPECT_GT(measurements, 10'000);
  EXPECT_GT(beginnings, 100);
  EXPECT_LT(undecided, 10);
}

}  // namespace
}  // namespace docsis_vp::aqm::pie_linux_2014_test
