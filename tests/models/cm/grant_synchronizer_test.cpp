// The queue indicator and the active grants that a modem reports.
#include "models/cm/burst_builder/grant_synchronizer.h"

#include <gtest/gtest.h>

namespace docsis_vp::cm::grant_synchronizer_test {
namespace {

constexpr TimePs kInterval = 20 * kPsPerMs;
constexpr std::uint32_t kGrant = 232;

docsis::SchedulingConfig service(unsigned grants, bool detects) {
  docsis::SchedulingConfig scheduling;
  scheduling.type =
      detects ? docsis::SchedulingType::kUgsActivityDetection : docsis::SchedulingType::kUgs;
  scheduling.unsolicited_grant_bytes = kGrant;
  scheduling.nominal_grant_interval_us = static_cast<unsigned>(kInterval / kPsPerUs);
  scheduling.grants_per_interval = grants;
  return scheduling;
}

TEST(GrantSynchronizer, TheQueueIndicatorSaysThatMoreWaitsThanAGrantCarries) {
  GrantSynchronizer ugs(service(1, false));
  EXPECT_FALSE(ugs.status(0, 232, kGrant).queue_indicator);
  EXPECT_TRUE(ugs.status(kInterval, 233, kGrant).queue_indicator);
  EXPECT_FALSE(ugs.status(2 * kInterval, 0, kGrant).queue_indicator);
  EXPECT_TRUE(ugs.is_worth_a_header({true, 1}));
  EXPECT_FALSE(ugs.is_worth_a_header({false, 1}));
}

TEST(GrantSynchronizer, TheOtherGrantsOfAnIntervalCount) {
  GrantSynchronizer ugs(service(4, false));
  for (unsigned interval = 0; interval < 3; ++interval) {
    // Up to 2 ms late, one behind the other.
    const TimePs begin = interval * kInterval + (interval % 2) * 2 * kPsPerMs;
    for (unsigned grant = 0; grant < 4; ++grant) {
      const TimePs start = begin + grant * 100 * kPsPerUs;
      EXPECT_FALSE(ugs.status(start, (4 - grant) * kGrant, kGrant).queue_indicator) << grant;
    }
  }
  EXPECT_TRUE(ugs.status(3 * kInterval, 4 * kGrant + 1, kGrant).queue_indicator);
}

TEST(GrantSynchronizer, ActiveGrantsAreThoseThatItFills) {
  GrantSynchronizer call(service(4, true));
  TimePs start = 0;
  const auto interval_of = [&](unsigned packets) {
    unsigned active = 0;
    for (unsigned packet = 0; packet < packets; ++packet) {
      active = call.status(start, (packets - packet) * kGrant, kGrant).active_grants;
      call.sent(start, kGrant);
    }
    start += kInterval;
    return active;
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(interval_of(1), 1U);
  EXPECT_EQ(interval_of(2), 1U) << "one packet that came early";
  for (int i = 0; i < 6; ++i) EXPECT_EQ(interval_of(1), 1U);
  interval_of(3);
  interval_of(3);
  for (int i = 0; i < 4; ++i) EXPECT_GE(interval_of(3), 2U);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(interval_of(3), 3U);
  for (int i = 0; i < 4; ++i) interval_of(1);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(interval_of(1), 1U);
  for (int i = 0; i < 8; ++i) interval_of(9);
  EXPECT_EQ(interval_of(9), 4U) << "no more than there are";
  EXPECT_FALSE(call.is_worth_a_header({false, 4}));
  EXPECT_TRUE(call.is_worth_a_header({false, 3}));
}

}  // namespace
}  // namespace docsis_vp::cm::grant_synchronizer_test
