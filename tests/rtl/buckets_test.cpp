// Both buckets in gates in place of their model: the same answers, at any instant.
#include "rtl/buckets.h"

#include <BucketGates.h>
#include <BucketGates___024root.h>
#include <gtest/gtest.h>

#include "models/cm/shaper/release_process.h"
#include "tests/rtl/vectors.h"

namespace docsis_vp::rtl::buckets_test {
namespace {

constexpr std::uint32_t kEvents = 400;  // of a flow's life

class Both {
 public:
  explicit Both(const cm::ShaperConfig& config)
      : model_(config),
        gates_({config.max_sustained_rate_bps, config.max_burst_bytes, config.peak_rate_bps}) {}

  void write(std::uint32_t bytes, TimePs at) {
    model_.write(bytes, at);
    gates_.write(bytes, at);
  }
  void take(std::uint64_t bytes) {
    model_.take(bytes);
    gates_.take(bytes);
  }
  void drop(std::uint64_t bytes, TimePs at) {
    model_.drop(bytes, at);
    gates_.drop(bytes, at);
  }
  std::uint64_t eligible(TimePs at) const { return model_.eligible(at); }
  std::uint64_t queued(TimePs at) const { return model_.eligible(at) + model_.unreleased(at); }
  std::uint64_t next_byte() const { return model_.next_byte(); }

  void compare(TimePs at) {
    ASSERT_EQ(gates_.released(at), model_.released(at));
    ASSERT_EQ(gates_.eligible(at), model_.eligible(at));
    ASSERT_EQ(gates_.unreleased(at), model_.unreleased(at));
  }
  void compare_tokens(TimePs at) {
    ASSERT_EQ(gates_.sustained_tokens(at), model_.sustained_tokens(at));
    ASSERT_EQ(gates_.peak_tokens(at), model_.peak_tokens(at));
  }
  TimePs compare_byte(std::uint64_t n) {
    const TimePs wanted = model_.release_instant(n);
    EXPECT_EQ(gates_.next_byte(), model_.next_byte());
    EXPECT_EQ(gates_.release_instant(n), wanted);
    return wanted;
  }

 private:
  cm::ReleaseProcess model_;
  Buckets<BucketGates> gates_;
};

std::uint64_t draw_rate(Vectors& drawn, std::uint64_t most) {
  return drawn.one_in(6) ? 0 : 1000 + drawn.of_any_width(static_cast<std::uint32_t>(most - 1000));
}

cm::ShaperConfig draw_config(Vectors& drawn, std::uint64_t scale) {
  cm::ShaperConfig config;
  config.max_sustained_rate_bps = scale * draw_rate(drawn, 1'000'000'000);
  config.peak_rate_bps =
      drawn.one_in(4) ? config.max_sustained_rate_bps : scale * draw_rate(drawn, 1'000'000'000);
  config.max_burst_bytes = 1522 + (drawn.one_in(2) ? drawn.up_to(1522) : drawn.up_to(20'000));
  return config;
}

// Questions about the present, and ahead of it, among writes, takes and drops.
TEST(Buckets, AnswerAsTheModelDoes) {
  Vectors drawn("answers");
  std::uint32_t takes = 0;
  std::uint32_t ahead = 0;
  for (std::uint32_t life = 0; life < 80; ++life) {
    const cm::ShaperConfig config = draw_config(drawn, drawn.one_in(4) ? 1000 : 1);
    const std::uint64_t fastest =
        std::max<std::uint64_t>({config.max_sustained_rate_bps, config.peak_rate_bps, 1000});
    const auto byte_ps = static_cast<TimePs>(8 * kPsPerSecond / fastest + 1);
    Both both(config);
    TimePs now = 0;
    for (std::uint32_t i = 0; i < kEvents; ++i) {
      if (!drawn.one_in(4)) now += byte_ps * drawn.of_any_width(2000) + drawn.up_to(3);
      both.compare(now);
      if (drawn.one_in(8)) both.compare_tokens(now);
      const std::uint64_t queued = both.queued(now);
      if (drawn.one_in(2) && queued > 0) {
        const TimePs instant = both.compare_byte(both.next_byte() + drawn.up_to(queued - 1));
        ahead += instant > now;
        if (instant > now && drawn.one_in(2)) both.compare(instant - drawn.up_to(1));
      }
      ASSERT_EQ(both.compare_byte(both.next_byte() + queued), kNever);
      if (drawn.one_in(3) && queued < 100'000) {
        both.write(1 + drawn.up_to(1521), now);
      } else if (drawn.one_in(3) && both.eligible(now) > 0) {
        both.take(drawn.up_to(both.eligible(now)));
        ++takes;
      } else if (drawn.one_in(8) && queued > 0) {
        both.drop(drawn.up_to(queued), now);
      }
      both.compare(now);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "life " << life << ", event " << i;
    }
  }
  EXPECT_GT(takes, 1000U);
  EXPECT_GT(ahead, 1000U);
}

// A byte takes no whole number of picoseconds, and at 999 Gbit/s nearly two come in one clock.
TEST(Buckets, AreExactAtRatesBeyondAnyBlock) {
  for (const std::uint64_t rate :
       {UINT64_C(999'999'999'999), UINT64_C(1'000'000'000'000), UINT64_C(7'777'777'777)}) {
    Both both({rate, 1522, 0});
    both.write(60'000, 0);
    for (std::uint64_t n = 1; n <= 60'000; n += 7) {
      both.compare(both.compare_byte(n));
      ASSERT_FALSE(::testing::Test::HasFailure()) << rate << " bit/s, byte " << n;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::rtl::buckets_test
