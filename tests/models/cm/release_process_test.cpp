#include "models/cm/shaper/release_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/random.h"

namespace docsis_vp::cm::release_process_test {
namespace {

__extension__ using Wide = __int128;

ShaperConfig rates(std::uint64_t sustained, std::uint64_t burst, std::uint64_t peak) {
  return {sustained, burst, peak};
}

TEST(ReleaseProcess, AFullBucketReleasesAtOnce) {
  ReleaseProcess shaper(rates(8'000'000, 3044, 0));
  shaper.write(2000, 100);
  EXPECT_EQ(shaper.eligible(100), 2000U);
  EXPECT_EQ(shaper.sustained_tokens(100), 1044U);
}

TEST(ReleaseProcess, ReleasesByteByByteToThePicosecond) {
  // 8 Mbit/s: a byte each microsecond once the 3044 bytes of the bucket are spent.
  ReleaseProcess shaper(rates(8'000'000, 3044, 0));
  shaper.write(3050, 0);
  EXPECT_EQ(shaper.eligible(0), 3044U);
  EXPECT_EQ(shaper.eligible(kPsPerUs - 1), 3044U);
  EXPECT_EQ(shaper.eligible(kPsPerUs), 3045U);
  EXPECT_EQ(shaper.eligible(6 * kPsPerUs), 3050U);
  EXPECT_EQ(shaper.eligible_instant(3046), 2 * kPsPerUs);
  EXPECT_EQ(shaper.eligible_instant(3051), kNever);
}

TEST(ReleaseProcess, GoesFromPeakToSustainedRateWhenTheBucketIsEmpty) {
  // P = 16 Mbit/s, R = 8 Mbit/s, B = 10000: from 1522 + 2t to 10000 + t at t = 8478 us.
  ReleaseProcess shaper(rates(8'000'000, 10'000, 16'000'000));
  shaper.write(100'000, 0);
  EXPECT_EQ(shaper.eligible(0), 1522U);
  EXPECT_EQ(shaper.eligible(1000 * kPsPerUs), 3522U);
  EXPECT_EQ(shaper.eligible(8478 * kPsPerUs), 18'478U);
  EXPECT_EQ(shaper.eligible(9478 * kPsPerUs), 19'478U);
  EXPECT_EQ(shaper.sustained_tokens(9478 * kPsPerUs), 0U);
  EXPECT_EQ(shaper.peak_tokens(9478 * kPsPerUs), 1000U);
  EXPECT_EQ(shaper.peak_tokens(20'000 * kPsPerUs), 1522U);
}

TEST(ReleaseProcess, APeakRateBelowTheSustainedOneRules) {
  ReleaseProcess shaper(rates(16'000'000, 3044, 8'000'000));
  shaper.write(100'000, 0);
  EXPECT_EQ(shaper.eligible(5000 * kPsPerUs), 6522U);
  EXPECT_EQ(shaper.eligible(50'000 * kPsPerUs), 51'522U);
  EXPECT_EQ(shaper.sustained_tokens(50'000 * kPsPerUs), 3044U);
}

TEST(ReleaseProcess, UnlimitedRatesReleaseEverything) {
  ReleaseProcess shaper(rates(0, 3044, 0));
  for (TimePs at = 0; at < 10; ++at) {
    shaper.write(9000, at);
    EXPECT_EQ(shaper.unreleased(at), 0U);
  }
  EXPECT_EQ(shaper.sustained_tokens(10), 3044U);
}

TEST(ReleaseProcess, BucketsFillAgainToTheirDepthsWhileIdle) {
  ReleaseProcess shaper(rates(8'000'000, 3044, 8'000'000));
  shaper.write(1522, 0);
  shaper.take(1522);
  EXPECT_EQ(shaper.sustained_tokens(0), 1522U);
  EXPECT_EQ(shaper.sustained_tokens(100 * kPsPerUs), 1622U);
  EXPECT_EQ(shaper.sustained_tokens(kPsPerSecond), 3044U);
  shaper.write(5000, kPsPerSecond);
  EXPECT_EQ(shaper.eligible(kPsPerSecond), 1522U);
}

TEST(ReleaseProcess, ADropPassesItsEligibilityToTheBytesBehind) {
  ReleaseProcess shaper(rates(8'000'000, 3044, 0));
  shaper.write(3000, 0);
  shaper.write(3000, 0);
  EXPECT_EQ(shaper.eligible(0), 3044U);
  shaper.drop(3000, 0);
  EXPECT_EQ(shaper.eligible(0), 3000U);  // of 3044: the queue holds no more
  EXPECT_EQ(shaper.sustained_tokens(0), 0U);
  shaper.write(100, 0);
  EXPECT_EQ(shaper.eligible(0), 3000U);  // the 44 are not refunded
  EXPECT_EQ(shaper.eligible(50 * kPsPerUs), 3050U);
}

TEST(ReleaseProcess, KnowsWhenEachByteWasReleased) {
  ReleaseProcess shaper(rates(8'000'000, 1522, 0));
  shaper.write(1522, 0);             // at once
  shaper.write(100, 10 * kPsPerUs);  // 10 tokens, then a byte each microsecond
  EXPECT_EQ(shaper.release_instant(1), 0);
  EXPECT_EQ(shaper.release_instant(1522), 0);
  EXPECT_EQ(shaper.release_instant(1532), 10 * kPsPerUs);
  EXPECT_EQ(shaper.release_instant(1533), 11 * kPsPerUs);
  EXPECT_EQ(shaper.release_instant(1622), 100 * kPsPerUs);
  EXPECT_EQ(shaper.release_instant(1623), kNever);
  shaper.take(1540);
  EXPECT_EQ(shaper.release_instant(shaper.next_byte()), 19 * kPsPerUs);
}

// One case of the property test, named by its rates.
struct Rates {
  std::uint64_t sustained;
  std::uint64_t burst;
  std::uint64_t peak;
};

// One byte, as release_instant() tells it.
struct Release {
  TimePs at;
  std::uint64_t first;  // bytes released before it
  std::uint64_t last;
};

// Tx(t1, t2) <= rate (t2 - t1) / 8 + depth for every pair: the running minimum of
// released - rate t finds the worst interval that ends at each release.
void expect_shaped(const std::vector<Release>& releases, std::uint64_t rate, std::uint64_t depth,
                   const char* which) {
  constexpr Wide kUnit = Wide{8} * kPsPerSecond;
  Wide lowest = Wide{1} << 120;
  for (const Release& release : releases) {
    lowest = std::min(lowest, static_cast<Wide>(release.first) * kUnit - Wide{rate} * release.at);
    const Wide here = static_cast<Wide>(release.last) * kUnit - Wide{rate} * release.at;
    ASSERT_LE(here - lowest, static_cast<Wide>(depth) * kUnit) << which << " at " << release.at;
  }
}

TEST(Claims, C_2014_40_EveryIntervalObeysBothShaperInequalities) {
  const std::vector<Rates> cases = {
      {10'000, 1522, 0},
      {10'000, 1522, 20'000},
      {8'000'000, 3044, 8'000'000},
      {20'000'000, 20'000, 20'000'000},
      {10'000'000, 30'000'000, 25'000'000},
      {25'000'000, 3044, 10'000'000},
      {200'000'000, 100'000, 250'000'000},
      {999'999'937, 1522, 1'000'000'007},
      {10'000'000'000, 3044, 10'000'000'000},
      {0, 3044, 33'333'333},
  };
  for (const Rates& c : cases) {
    const std::uint64_t pace = std::max(c.sustained, c.peak);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      ReleaseProcess shaper(rates(c.sustained, c.burst, c.peak));
      RandomStream random(seed, "arrivals");
      std::vector<Release> releases;
      std::uint64_t seen = 0;
      TimePs at = 0;
      for (int i = 0; i < 300; ++i) {
        // About the shaper's pace, with bursts and pauses.
        const auto bytes = static_cast<std::uint32_t>(random.between(64, 1522));
        const auto mean = static_cast<TimePs>(Wide{bytes} * 8 * kPsPerSecond / pace);
        at += random.below(4) == 0 ? 0 : random.between(0, 3 * mean);
        if (random.below(40) == 0) {
          at += 40 * mean;
        }
        shaper.write(bytes, at);
        if (random.below(25) == 0) {
          // A drop frees its bytes; release numbers of the lost bytes stay debited.
          const std::uint64_t queued = shaper.unreleased(at) + shaper.eligible(at);
          shaper.drop(std::min<std::uint64_t>(queued, 700), at);
        }
        // Follow every byte released until now, one by one where the buckets meter them.
        const std::uint64_t now = shaper.released(at);
        for (std::uint64_t n = seen + 1; n <= now; ++n) {
          releases.push_back({shaper.release_instant(n), n - 1, n});
        }
        seen = now;
        shaper.take(shaper.eligible(at) / 2);
        // Release instants and bucket levels agree.
        if (!releases.empty()) {
          ASSERT_LE(releases.back().at, at);
        }
      }
      if (c.sustained != 0) {
        expect_shaped(releases, c.sustained, c.burst, "sustained");
      }
      if (c.peak != 0) {
        expect_shaped(releases, c.peak, 1522, "peak");
      }
      ASSERT_GT(releases.size(), 100'000U);
    }
  }
}

TEST(ReleaseProcess, InstantsAreTheInverseOfCounts) {
  ReleaseProcess shaper(rates(7'654'321, 5000, 9'999'991));
  shaper.write(60'000, 12'345);
  TimePs last = 0;
  for (std::uint64_t n = 1; n <= 60'000; n += 7) {
    const TimePs at = shaper.release_instant(n);
    ASSERT_GE(at, last);
    ASSERT_GE(shaper.released(at), n);
    if (at > 12'345) {
      ASSERT_LT(shaper.released(at - 1), n);
    }
    last = at;
  }
}

TEST(ReleaseProcess, ABacklogOfManyMegabytesIsOneBacklog) {
  // The bucket is empty after 2.6 MB; twice as much follows, packet by packet.
  constexpr std::uint64_t kSustained = 7'654'321;
  constexpr std::uint64_t kPeak = 30'000'007;
  constexpr std::uint64_t kBurst = 2'000'000;
  constexpr Wide kUnit = Wide{8} * kPsPerSecond;
  ReleaseProcess shaper(rates(kSustained, kBurst, kPeak));
  const auto expected = [&](TimePs at) {
    const Wide sustained = (kBurst * kUnit + Wide{kSustained} * at) / kUnit;
    return static_cast<std::uint64_t>(
        std::min(sustained, (1522 * kUnit + Wide{kPeak} * at) / kUnit));
  };
  std::uint64_t written = 0;
  TimePs at = 0;
  for (int i = 0; i < 6000; ++i) {
    while (written < expected(at) + 50'000) {
      shaper.write(1000, at);
      written += 1000;
    }
    ASSERT_EQ(shaper.released(at), expected(at)) << i;
    shaper.take(shaper.eligible(at) / 2);
    const std::uint64_t next = shaper.next_byte() + static_cast<std::uint64_t>(i) % 40'000;
    const TimePs released = shaper.release_instant(next);
    ASSERT_GE(expected(released), next);
    ASSERT_TRUE(released == 0 || expected(released - 1) < next);
    at += 1'000'000'003;
  }
  EXPECT_GT(shaper.released(at), 7'000'000U);
}

TEST(ReleaseProcess, LongRunsDoNotDrift) {
  // A year's worth of bytes would overflow 64 bits of bit x ps; 100 days of backlog at 1 Gbit/s.
  ReleaseProcess shaper(rates(1'000'000'000, 3044, 0));
  constexpr TimePs kDay = 86'400 * kPsPerSecond;
  constexpr std::uint64_t kBytesPerDay = 10'800'000'000'000;
  std::uint64_t written = 0;
  while (written < 100 * kBytesPerDay) {
    shaper.write(4'000'000'000U, 0);
    written += 4'000'000'000U;
  }
  EXPECT_EQ(shaper.released(99 * kDay), 99 * kBytesPerDay + 3044);
}

TEST(ReleaseProcess, AskingChangesNothing) {
  const auto run = [](bool ask) {
    ReleaseProcess shaper(rates(7'000'001, 3044, 9'000'011));
    RandomStream random(5, "arrivals");
    TimePs at = 0;
    std::uint64_t sum = 0;
    for (int i = 0; i < 2000; ++i) {
      if (ask) {
        shaper.sustained_tokens(at);
        shaper.peak_tokens(at + 1000);
        shaper.release_instant(shaper.next_byte());
      }
      at += random.between(0, 3'000'000'000);
      shaper.write(static_cast<std::uint32_t>(random.between(64, 1522)), at);
      const std::uint64_t eligible = shaper.eligible(at);
      shaper.take(eligible);
      sum = sum * 31 + eligible;
    }
    return sum;
  };
  EXPECT_EQ(run(false), run(true));
}

TEST(ReleaseProcess, RefusesRatesAndBurstsOutOfRange) {
  EXPECT_THROW(ReleaseProcess(rates(1, 1521, 0)), ConfigError);
  EXPECT_THROW(ReleaseProcess(rates(2'000'000'000'000, 3044, 0)), ConfigError);
  EXPECT_THROW(ReleaseProcess(rates(0, 3044, 2'000'000'000'000)), ConfigError);
}

}  // namespace
}  // namespace docsis_vp::cm::release_process_test
