#include "models/hosts/wifi/ofdm_rates.h"

#include <stdexcept>

#include "models/hosts/draw/portable_math.h"

namespace docsis_vp::hosts {

namespace {

constexpr TimePs kPreambleAndSignal = 20 * kPsPerUs;
constexpr TimePs kSignalExtension = 6 * kPsPerUs;
constexpr TimePs kSymbol = 4 * kPsPerUs;
constexpr std::uint32_t kServiceAndTailBits = 16 + 6;
constexpr std::uint32_t kAckBytes = 14;
constexpr double kErrorsAtLeastSnr = 0.1;
constexpr double kOctetsOfErrorRate = 1000;

}  // namespace

std::size_t ofdm_rate_index(unsigned mbps) {
  for (std::size_t i = 0; i < kOfdmRates.size(); ++i) {
    if (kOfdmRates[i].mbps == mbps) {
      return i;
    }
  }
  throw std::out_of_range("no rate of 802.11g");
}

TimePs ofdm_frame_time(std::size_t rate, std::uint32_t bytes) {
  const unsigned per_symbol = kOfdmRates[rate].bits_per_symbol;
  const std::uint32_t symbols = (kServiceAndTailBits + 8 * bytes + per_symbol - 1) / per_symbol;
  return kPreambleAndSignal + symbols * kSymbol + kSignalExtension;
}

TimePs ofdm_ack_time(std::size_t rate) {
  return ofdm_frame_time(kOfdmRates[rate].ack, kAckBytes);
}

double ofdm_success(std::size_t rate, double snr_db, std::uint32_t bytes) {
  const double above_db = snr_db - kOfdmRates[rate].least_snr_db;
  const double errors = kErrorsAtLeastSnr * portable_power(10, -above_db);
  return errors >= 1 ? 0 : portable_power(1 - errors, bytes / kOctetsOfErrorRate);
}

}  // namespace docsis_vp::hosts
