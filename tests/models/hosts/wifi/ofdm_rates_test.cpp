#include "models/hosts/wifi/ofdm_rates.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

namespace docsis_vp::hosts::ofdm_rates_test {
namespace {

// 20 us of preamble and SIGNAL, symbols of 4 us, 6 us of signal extension. A frame of 1536 octets
// and 22 bits of SERVICE and tail: 12310 bits.
TEST(OfdmRates, AFrameTakesItsSymbols) {
  EXPECT_EQ(ofdm_frame_time(ofdm_rate_index(54), 1536), (26 + 4 * 57) * kPsPerUs);
  EXPECT_EQ(ofdm_frame_time(ofdm_rate_index(48), 1536), (26 + 4 * 65) * kPsPerUs);
  EXPECT_EQ(ofdm_frame_time(ofdm_rate_index(36), 1536), (26 + 4 * 86) * kPsPerUs);
  EXPECT_EQ(ofdm_frame_time(ofdm_rate_index(6), 1536), (26 + 4 * 513) * kPsPerUs);
  // The next symbol begins with one bit more: 216 x 57 - 22 = 12290 bits are 1536.25 octets.
  EXPECT_EQ(ofdm_frame_time(ofdm_rate_index(54), 1537), (26 + 4 * 58) * kPsPerUs);
}

// 14 octets and 22 bits: 134 bits.
TEST(OfdmRates, AnAcknowledgmentTakesTheHighestBasicRateNotAboveTheFrames) {
  const std::pair<unsigned, TimePs> cases[] = {{6, 50},  {9, 50},  {12, 38}, {18, 38},
                                               {24, 34}, {36, 34}, {48, 34}, {54, 34}};
  for (const auto& [mbps, us] : cases) {
    EXPECT_EQ(ofdm_ack_time(ofdm_rate_index(mbps)), us * kPsPerUs) << mbps;
  }
  EXPECT_THROW(ofdm_rate_index(11), std::out_of_range);
}

TEST(OfdmRates, ATenthOfTheFramesIsLostAtTheLeastInputLevel) {
  for (std::size_t i = 0; i < kOfdmRates.size(); ++i) {
    const double least = kOfdmRates[i].least_snr_db;
    EXPECT_NEAR(ofdm_success(i, least, 1000), 0.9, 1e-12);
    EXPECT_NEAR(ofdm_success(i, least, 2000), 0.81, 1e-12);
    EXPECT_NEAR(ofdm_success(i, least + 1, 1000), 0.99, 1e-12);
    EXPECT_NEAR(ofdm_success(i, least - 1, 1000), 0, 1e-12);
    EXPECT_EQ(ofdm_success(i, least - 5, 64), 0);
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::ofdm_rates_test
