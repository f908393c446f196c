#include "models/aqm/byte_time.h"

#include <gtest/gtest.h>

#include <cmath>

namespace docsis_vp::aqm::byte_time_test {
namespace {

TEST(ByteTime, IsAccurateOverAllRates) {
  for (double rate = AQM_RATE_MIN_BYTES_PER_S; rate < 4.29e9; rate *= 1.00173) {
    const auto bytes_per_s = static_cast<std::uint32_t>(rate);
    const aqm_byte_time time = aqm_byte_time_of(bytes_per_s);
    EXPECT_GE(time.mantissa, 1U << 31);
    const double exact = 1e6 / bytes_per_s;
    const double value = std::ldexp(time.mantissa, -16 - static_cast<int>(time.shift));
    EXPECT_GE(value, exact * (1 - 1e-15));
    EXPECT_LE(value, exact * (1 + 0x1p-31));
  }
}

TEST(ByteTime, KeepsItsShiftInRange) {
  EXPECT_EQ(aqm_byte_time_of(AQM_RATE_MIN_BYTES_PER_S).shift, 6U);
  EXPECT_EQ(aqm_byte_time_of(UINT32_MAX).shift, 28U);
}

TEST(ByteTime, WithoutALimitBytesTakeNoTime) {
  EXPECT_EQ(aqm_time_of_bytes_q16(UINT32_MAX, aqm_byte_time_of(0)), 0U);
}

}  // namespace
}  // namespace docsis_vp::aqm::byte_time_test
