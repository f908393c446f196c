#include "platform/kernel/kernel_time.h"

#include <gtest/gtest.h>

namespace docsis_vp::platform::kernel_time_test {
namespace {

TEST(KernelTime, IsInPicosecondsBothWays) {
  EXPECT_EQ(to_sc_time(0), sc_core::SC_ZERO_TIME);
  EXPECT_EQ(to_sc_time(1), sc_core::sc_time(1, sc_core::SC_PS));
  EXPECT_EQ(to_sc_time(3 * kPsPerSecond), sc_core::sc_time(3, sc_core::SC_SEC));
  for (const TimePs time : {TimePs{0}, TimePs{1}, kPsPerSecond, kNever}) {
    EXPECT_EQ(to_ps(to_sc_time(time)), time);
    EXPECT_EQ(to_sc_time(time),
              sc_core::sc_time::from_value(static_cast<sc_core::sc_time::value_type>(time)));
  }
}

TEST(KernelTime, RemembersTheEarliestTimeNotified) {
  sc_core::sc_event first;
  sc_core::sc_event second;
  earliest_notified = kNever;
  notify_at(first, 20);
  notify_at(second, 10);
  notify_at(first, 15);
  EXPECT_EQ(earliest_notified, 10);
}

}  // namespace
}  // namespace docsis_vp::platform::kernel_time_test
