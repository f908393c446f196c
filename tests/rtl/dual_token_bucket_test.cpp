#include <BucketGates.h>
#include <BucketGates___024root.h>
#include <BucketSilicon.h>
#include <BucketSilicon___024root.h>
#include <gtest/gtest.h>

#include "models/cm/shaper/release_process.h"
#include "rtl/clocked.h"
#include "tests/rtl/vectors.h"

namespace docsis_vp::rtl::dual_token_bucket_test {
namespace {

constexpr std::uint32_t kClocks = 2000;                     // of a flow's life
constexpr std::uint64_t kUnitsPerByte = 8'000'000'000'000;  // bit/s x ps

// Clocks at which a backlog waited for a bucket, or its last bytes were released.
struct Bound {
  std::uint32_t by_sustained = 0;
  std::uint32_t by_peak = 0;
  std::uint32_t by_backlog = 0;
};

void expect_often(const Bound& bound) {
  EXPECT_GT(bound.by_sustained, kVectors / 20);
  EXPECT_GT(bound.by_peak, kVectors / 20);
  EXPECT_GT(bound.by_backlog, kVectors / 100);
}

// A flow at both: gates at every clock, the model where it is asked. `unit_ps`: of the increment.
template <typename Gates>
class Pair {
 public:
  Pair(const cm::ShaperConfig& config, TimePs clock_ps, TimePs unit_ps)
      : model_(config), clock_ps_(clock_ps) {
    const auto units = static_cast<std::uint64_t>(clock_ps / unit_ps);
    drive(gates_->sustained_increment, config.max_sustained_rate_bps * units);
    drive(gates_->peak_increment, config.peak_rate_bps * units);
    gates_->sustained_unlimited = config.max_sustained_rate_bps == 0;
    gates_->peak_unlimited = config.peak_rate_bps == 0;
    drive(gates_->max_burst_bytes, config.max_burst_bytes);
    // The bucket's size is known now.
    gates_.reset();
    gates_.settle();
  }

  // Eligible and unreleased bytes, as the model has them at this clock.
  std::uint64_t eligible() const { return model_.eligible(now_); }
  std::uint64_t queued() const { return eligible() + model_.unreleased(now_); }

  void write(std::uint32_t bytes) {
    model_.write(bytes, now_);
    drive(gates_->write_bytes, bytes);
    gates_->write = 1;
  }
  void take(std::uint32_t bytes) {
    model_.take(bytes);
    drive(gates_->take_bytes, bytes);
    gates_->take = 1;
  }
  void drop(std::uint32_t bytes) {
    model_.drop(bytes, now_);
    drive(gates_->drop_bytes, bytes);
    gates_->drop = 1;
  }

  void compare() {
    ASSERT_EQ(gates_->unreleased - gates_->releasing, model_.unreleased(now_));
    ASSERT_EQ(gates_->eligible + gates_->releasing, model_.eligible(now_));
    ASSERT_EQ(gates_->sustained_tokens, model_.sustained_tokens(now_));
    ASSERT_EQ(gates_->peak_tokens, model_.peak_tokens(now_));
  }
  void count(Bound& bound) {
    if (gates_->unreleased > gates_->releasing) {
      bound.by_sustained += gates_->sustained_tokens == 0;
      bound.by_peak += gates_->peak_tokens == 0;
    } else {
      bound.by_backlog += gates_->unreleased > 0;
    }
  }
  void clock() {
    gates_.clock();
    now_ += clock_ps_;
    gates_->write = gates_->take = gates_->drop = 0;
  }

 private:
  Clocked<Gates> gates_;
  cm::ReleaseProcess model_;
  TimePs clock_ps_;
  TimePs now_ = 0;
};

struct Limits {
  std::uint32_t largest_burst;
  std::uint32_t largest_packet;
  std::uint64_t largest_backlog;
};

constexpr Limits kBrief = {0, 100, 300};  // backlogs that are over soon

// Backlogs that come, go and are cut short, with bursts of writes and long silences.
template <typename Gates>
void live(Vectors& drawn, Pair<Gates>& pair, const Limits& limits, Bound& bound) {
  std::uint32_t pause = 1 + drawn.of_any_width(300);
  for (std::uint32_t i = 0; i < kClocks; ++i) {
    if (drawn.one_in(200)) pause = 1 + drawn.of_any_width(300);
    pair.compare();
    pair.count(bound);
    ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "clock " << i;
    const std::uint64_t queued = pair.queued();
    if (drawn.one_in(pause) && queued < limits.largest_backlog) {
      pair.write(1 + drawn.up_to(limits.largest_packet - 1));
    } else if (drawn.one_in(8) && pair.eligible() > 0) {
      pair.take(drawn.up_to(pair.eligible()));
    } else if (drawn.one_in(16) && queued > 0) {
      pair.drop(drawn.up_to(std::min<std::uint64_t>(queued, limits.largest_packet)));
    }
    pair.clock();
  }
}

std::uint64_t draw_rate(Vectors& drawn, std::uint64_t most) {
  if (drawn.one_in(8)) return 0;
  if (drawn.one_in(8)) return most - drawn.up_to(1);
  return 1 + drawn.of_any_width(
                 static_cast<std::uint32_t>(std::min<std::uint64_t>(most - 1, UINT32_MAX)));
}

// A clock of 4 ns; rates up to a byte a clock.
TEST(DualTokenBucket, ReleasesAsTheModelDoesAtEveryClock) {
  Vectors drawn("buckets");
  Bound bound;
  const Limits limits = {(1U << 27) - 1, 2047, 1U << 20};
  for (std::uint32_t life = 0; life < kVectors / kClocks; ++life) {
    cm::ShaperConfig config;
    config.max_sustained_rate_bps = draw_rate(drawn, 2'000'000'000);
    config.peak_rate_bps =
        drawn.one_in(4) ? config.max_sustained_rate_bps : draw_rate(drawn, 2'000'000'000);
    config.max_burst_bytes = drawn.one_in(2)
                                 ? 1522 + drawn.up_to(1522)
                                 : 1522 + drawn.of_any_width(limits.largest_burst - 1522);
    // In units of bit/s x 4 ns.
    Pair<BucketSilicon> pair(config, 4000, 4000);
    live(drawn, pair, drawn.one_in(2) ? limits : kBrief, bound);
    ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "life " << life;
  }
  expect_often(bound);
}

// With all the model's widths, and clocks as long as the faster bucket needs for a byte or less: so
// that slow flows run through many backlogs.
TEST(DualTokenBucket, ReleasesAsTheModelDoesWithAllItsWidths) {
  Vectors drawn("wide buckets");
  Bound bound;
  const Limits limits = {UINT32_MAX, UINT16_MAX, UINT64_C(1) << 31};
  for (std::uint32_t life = 0; life < kVectors / kClocks; ++life) {
    constexpr std::uint64_t kFastest = 1'000'000'000'000;
    cm::ShaperConfig config;
    config.max_sustained_rate_bps = draw_rate(drawn, kFastest);
    config.peak_rate_bps =
        drawn.one_in(4) ? config.max_sustained_rate_bps : draw_rate(drawn, kFastest);
    config.max_burst_bytes = drawn.one_in(2)
                                 ? 1522 + drawn.up_to(1522)
                                 : 1522 + drawn.of_any_width(limits.largest_burst - 1522);
    const std::uint64_t faster =
        std::max<std::uint64_t>({config.max_sustained_rate_bps, config.peak_rate_bps, 1000});
    const auto byte_ps = static_cast<TimePs>(kUnitsPerByte / faster);
    const TimePs clock_ps = drawn.one_in(2) ? byte_ps : std::max<TimePs>(byte_ps / 3, 1);
    Pair<BucketGates> pair(config, clock_ps, 1);
    live(drawn, pair, drawn.one_in(2) ? limits : kBrief, bound);
    ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "life " << life;
  }
  expect_often(bound);
}

TEST(DualTokenBucket, BeginsAnewByReset) {
  Clocked<BucketSilicon> gates;
  gates->max_burst_bytes = 3000;
  gates->sustained_increment = gates->peak_increment = 1'000'000'000;
  gates.reset();
  gates->write_bytes = 2000;
  gates->write = 1;
  gates.clock();
  gates.clock();
  gates->write = 0;
  gates.clock();
  ASSERT_GT(gates->eligible, 0U);
  ASSERT_GT(gates->unreleased, 0U);
  ASSERT_LT(gates->sustained_tokens, 3000U);
  gates.reset();
  EXPECT_EQ(gates->eligible, 0U);
  EXPECT_EQ(gates->unreleased, 0U);
  EXPECT_EQ(gates->sustained_tokens, 3000U);
  EXPECT_EQ(gates->peak_tokens, 1522U);
}

}  // namespace
}  // namespace docsis_vp::rtl::dual_token_bucket_test
