#include "models/hosts/tcp/pacer.h"

#include <gtest/gtest.h>

#include <utility>

namespace docsis_vp::hosts::pacer_test {
namespace {

constexpr std::uint64_t kRate = 1'000'000;  // 1 us per octet

// A pacer whose first ten segments have left at time 0: the next waits for the tenth.
Pacer after_the_first_ten() {
  Pacer pacer;
  pacer.start(0);
  for (int i = 0; i < 9; ++i) {
    pacer.on_sent(1000, kRate, 0);
    EXPECT_EQ(pacer.next(), 0);
  }
  pacer.on_sent(1000, kRate, 0);
  return pacer;
}

TEST(Pacer, LetsTenSegmentsGoAtOnceThenSpacesThem) {
  Pacer pacer = after_the_first_ten();
  for (TimePs ms = 1; ms < 100; ++ms) {
    EXPECT_EQ(pacer.next(), ms * kPsPerMs);
    pacer.on_sent(1000, kRate, pacer.next());
  }
}

TEST(Pacer, ALateSegmentGivesBackUpToHalfOfItsTime) {
  for (const auto& [late_us, gap_us] :
       {std::pair<TimePs, TimePs>{0, 1000}, {200, 800}, {500, 500}, {501, 500}, {90'000, 500}}) {
    Pacer pacer = after_the_first_ten();
    const TimePs now = kPsPerMs + late_us * kPsPerUs;
    pacer.on_sent(1000, kRate, now);
    EXPECT_EQ(pacer.next() - now, gap_us * kPsPerUs) << late_us;
  }
}

// The rate over any stretch in which something always waits is the one asked for.
TEST(Pacer, KeepsTheRateOfSegmentsOfAnySize) {
  Pacer pacer = after_the_first_ten();
  std::uint64_t octets = 1000;
  for (std::uint64_t size = 1; size <= 1448; ++size) {
    pacer.on_sent(size, kRate, pacer.next());
    octets += size;
  }
  EXPECT_EQ(pacer.next(), static_cast<TimePs>(octets) * kPsPerUs);
}

TEST(Pacer, WithoutARateNothingWaits) {
  Pacer pacer;
  pacer.start(0);
  for (int i = 0; i < 100; ++i) pacer.on_sent(1000, 0, 5);
  EXPECT_EQ(pacer.next(), 5);
}

TEST(Pacer, ReleaseTakesTheWaitBack) {
  Pacer pacer = after_the_first_ten();
  pacer.release(kPsPerUs);
  EXPECT_EQ(pacer.next(), kPsPerUs);
  pacer.release(kPsPerMs);
  EXPECT_EQ(pacer.next(), kPsPerUs);
}

}  // namespace
}  // namespace docsis_vp::hosts::pacer_test
