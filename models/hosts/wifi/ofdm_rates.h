// Times and error rates of 802.11g frames (ERP-OFDM) at the rates from 6 to 54 Mbit/s.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "platform/base/time.h"

namespace docsis_vp::hosts {

// IEEE 802.11-2007 clauses 9 and 19, short slot time: all stations are of 802.11g. README.md names
// the public texts from which these values come.
constexpr TimePs kWifiSlot = 9 * kPsPerUs;
constexpr TimePs kWifiSifs = 10 * kPsPerUs;
constexpr TimePs kWifiDifs = kWifiSifs + 2 * kWifiSlot;
constexpr unsigned kWifiCwMin = 15;
constexpr unsigned kWifiCwMax = 1023;
// MAC header of 24 octets, LLC and SNAP of 8, FCS of 4, in place of Ethernet's header and FCS of
// 18.
constexpr std::uint32_t kWifiOverEthernetBytes = 18;

struct OfdmRate {
  unsigned mbps;
  unsigned bits_per_symbol;  // of 4 us
  // SNR at which a tenth of the frames of 1000 octets is lost, from the standard's least input
  // level. It assumes thermal noise of -101 dBm, a noise figure of 10 dB and a margin of 5 dB.
  double least_snr_db;
  std::size_t ack;  // index of the rate of its acknowledgment: highest of 6, 12, 24 not above it
};

constexpr std::array<OfdmRate, 8> kOfdmRates = {{{6, 24, 4, 0},
                                                 {9, 36, 5, 0},
                                                 {12, 48, 7, 2},
                                                 {18, 72, 9, 2},
                                                 {24, 96, 12, 4},
                                                 {36, 144, 16, 4},
                                                 {48, 192, 20, 4},
                                                 {54, 216, 21, 4}}};
constexpr std::size_t kSlowestOfdmRate = 0;

// Returns the index of a rate in Mbit/s. Throws std::out_of_range.
std::size_t ofdm_rate_index(unsigned mbps);

// Returns the time on the air of a frame, header to FCS: preamble 16 us, SIGNAL 4 us, symbols of
// SERVICE, frame and tail, signal extension 6 us.
TimePs ofdm_frame_time(std::size_t rate, std::uint32_t bytes);
// Returns the time on the air of the acknowledgment to a frame sent at that rate.
TimePs ofdm_ack_time(std::size_t rate);

// Returns the probability that a frame arrives. [engineering choice] The error rate of 1000 octets
// falls tenfold per dB; octets fail independently.
double ofdm_success(std::size_t rate, double snr_db, std::uint32_t bytes);

}  // namespace docsis_vp::hosts
