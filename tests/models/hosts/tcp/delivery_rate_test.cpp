#include "models/hosts/tcp/delivery_rate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace docsis_vp::hosts::delivery_rate_test {
namespace {

constexpr TimePs kMs = kPsPerMs;

// Segments of 1000 octets that are sent one a millisecond, from 0 on; a round trip of 10 ms.
class DeliveryRateTest : public testing::Test {
 protected:
  DeliveryRateTest() { rates_.start(0); }

  void send(std::uint64_t number, TimePs at) {
    sent_at_.resize(std::max<std::size_t>(sent_at_.size(), number + 1));
    sent_at_[number] = at;
    rates_.on_sent(number, first_, first_ == number, at);
  }
  RateSample deliver(std::uint64_t number, TimePs at, std::uint64_t segments = 1) {
    first_ = number + 1;
    return rates_.on_delivered(segments * 1000, number, sent_at_[number], 10 * kMs, at);
  }

  DeliveryRate rates_;
  std::uint64_t first_ = 0;
  std::vector<TimePs> sent_at_;
};

TEST_F(DeliveryRateTest, ASampleSpansARoundTrip) {
  for (std::uint64_t i = 0; i < 10; ++i) send(i, static_cast<TimePs>(i) * kMs);
  for (std::uint64_t i = 0; i < 10; ++i) {
    const TimePs now = static_cast<TimePs>(10 + i) * kMs;
    const RateSample sample = deliver(i, now);
    send(10 + i, now);
    EXPECT_EQ(sample.delivered_bytes, (i + 1) * 1000);
    EXPECT_EQ(sample.prior_delivered, 0u);  // nothing was delivered when they were sent
    EXPECT_EQ(sample.interval, now);        // since the first one was sent
  }
  // From here on 10 segments in 10 ms.
  for (std::uint64_t i = 10; i < 20; ++i) {
    const RateSample sample = deliver(i, static_cast<TimePs>(10 + i) * kMs);
    EXPECT_EQ(sample.delivered_bytes - sample.prior_delivered, 10'000u);
    EXPECT_EQ(sample.interval, 10 * kMs);
  }
}

// Acknowledgments that come in a bunch do not make the path faster than the sender was.
TEST_F(DeliveryRateTest, ABunchOfAcknowledgmentsIsSpreadOverTheTimeOfSending) {
  send(0, 0);
  deliver(0, 10 * kMs);
  for (std::uint64_t i = 1; i <= 20; ++i) send(i, static_cast<TimePs>(9 + i) * kMs);
  deliver(10, 40 * kMs, 10);  // ten at once; the last was sent at 19 ms
  send(21, 40 * kMs);
  deliver(20, 41 * kMs, 10);
  const RateSample sample = deliver(21, 50 * kMs);
  // Eleven segments were acknowledged in 10 ms, but sent in 21.
  EXPECT_EQ(sample.delivered_bytes - sample.prior_delivered, 11'000u);
  EXPECT_EQ(sample.interval, 21 * kMs);
}

TEST_F(DeliveryRateTest, AnIntervalBelowTheLeastRoundTripIsNotValid) {
  send(0, 0);
  send(1, 0);
  send(1, 19 * kMs);  // again, as if it were lost
  deliver(0, 20 * kMs);
  EXPECT_EQ(deliver(1, 25 * kMs).interval, 25 * kMs) << "sent before anything was delivered";
  send(2, 30 * kMs);
  const RateSample sample = rates_.on_delivered(1000, 2, 30 * kMs, 10 * kMs, 35 * kMs);
  EXPECT_EQ(sample.interval, kNever);
}

// Samples stay limited by the application until all that it had limited is delivered.
TEST_F(DeliveryRateTest, TheApplicationsLimitHoldsForWhatIsInFlight) {
  send(0, 0);
  EXPECT_TRUE(rates_.app_limited()) << "the first flight";
  EXPECT_TRUE(deliver(0, 10 * kMs).app_limited);
  EXPECT_FALSE(rates_.app_limited());
  send(1, 10 * kMs);
  rates_.limit_by_application(1000);
  send(2, 11 * kMs);
  EXPECT_FALSE(deliver(1, 20 * kMs).app_limited) << "sent before";
  EXPECT_TRUE(rates_.app_limited()) << "up to and including what was in flight";
  EXPECT_TRUE(deliver(2, 21 * kMs).app_limited);
  EXPECT_FALSE(rates_.app_limited());
}

TEST_F(DeliveryRateTest, AfterAPauseAFlightBeginsAnew) {
  send(0, 0);
  deliver(0, 10 * kMs);
  send(1, 500 * kMs);
  EXPECT_EQ(deliver(1, 510 * kMs).interval, 10 * kMs);
}

// The ring grows with what is in flight, whatever the numbers.
TEST_F(DeliveryRateTest, RemembersEverySegmentInFlight) {
  for (std::uint64_t i = 0; i < 1000; ++i) send(i, static_cast<TimePs>(i) * kMs);
  for (std::uint64_t i = 0; i < 500; ++i) deliver(i, (1000 + static_cast<TimePs>(i)) * kMs);
  for (std::uint64_t i = 1000; i < 3000; ++i) send(i, (1000 + static_cast<TimePs>(i)) * kMs);
  for (std::uint64_t i = 500; i < 1000; ++i) {
    EXPECT_EQ(deliver(i, 5000 * kMs).prior_delivered, 0u);
  }
  for (std::uint64_t i = 1000; i < 3000; ++i) {
    EXPECT_EQ(deliver(i, 6000 * kMs).prior_delivered, 500'000u);
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::delivery_rate_test
