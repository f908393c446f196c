#include "system/scenario/complete/complete_channels.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <type_traits>

#include "platform/base/errors.h"
#include "system/json/writer.h"
#include "system/scenario/derive/timing_profile.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

constexpr std::size_t kMaxChannels = 32;     // limit per modem; no modem bonds more
constexpr unsigned kMaxCodewordBytes = 255;  // Reed-Solomon over bytes

// Sets the default of a key, or refuses a key of the other kind.
template <class T, class Preset>
void settle(std::optional<T>& value, Preset preset, bool applies, const std::string& pointer,
            const char* other_kind) {
  if (applies) {
    value = value.value_or(static_cast<T>(preset));
  } else if (value) {
    throw ConfigError(pointer, std::string("applies only for ") + other_kind + " channel");
  }
}

void fill_channel(ChannelConfig& channel, const docsis::OfdmaSettings& ofdma,
                  const std::string& pointer) {
  const bool is_tdma = *channel.kind == docsis::ChannelKind::kTdma;
  const docsis::ChannelParameters preset;
  const auto tdma_key = [&](auto& value, auto usual, const char* key) {
    settle(value, usual, is_tdma, pointer + "/" + key, "a TDMA");
  };
  const auto ofdma_key = [&](auto& value, auto usual, const char* key) {
    settle(value, usual, !is_tdma, pointer + "/" + key, "an OFDMA");
  };
  tdma_key(channel.rate_mbps, static_cast<double>(preset.rate_bps) * 1e-6, "rate_mbps");
  tdma_key(channel.ticks_per_minislot, preset.ticks_per_minislot, "ticks_per_minislot");
  const docsis::BurstOverhead& overhead = preset.overhead;
  tdma_key(channel.symbol_rate_ksps, overhead.symbols_per_s / 1000, "symbol_rate_ksps");
  tdma_key(channel.preamble_symbols, overhead.preamble_symbols, "preamble_symbols");
  tdma_key(channel.guard_symbols, overhead.guard_symbols, "guard_symbols");
  tdma_key(channel.fec_t, overhead.fec_t, "fec_t");
  tdma_key(channel.fec_codeword_bytes,
           std::min(overhead.fec_codeword_bytes, kMaxCodewordBytes - 2 * channel.fec_t.value_or(0)),
           "fec_codeword_bytes");
  ofdma_key(channel.subcarriers, ofdma.subcarriers, "subcarriers");
  ofdma_key(channel.spacing_khz, ofdma.spacing_hz / 1000, "spacing_khz");
  ofdma_key(channel.cyclic_prefix_samples, ofdma.cyclic_prefix_samples, "cyclic_prefix_samples");
  ofdma_key(channel.symbols_per_frame, ofdma.symbols_per_frame, "symbols_per_frame");
  ofdma_key(channel.bits_per_s_per_hz, ofdma.bits_per_s_per_hz, "bits_per_s_per_hz");
}

void require_one_of(const std::optional<unsigned>& value, std::initializer_list<unsigned> legal,
                    const std::string& pointer) {
  if (!value || std::find(legal.begin(), legal.end(), *value) != legal.end()) {
    return;
  }
  std::string expected;
  for (const unsigned& one : legal) {
    const bool last = &one == legal.end() - 1;
    expected.append(&one == legal.begin() ? "" : last ? " or " : ", ").append(std::to_string(one));
  }
  throw ConfigError(pointer, "expected " + expected + ", got " + std::to_string(*value));
}

void check_channel(const ChannelConfig& channel, const std::string& pointer) {
  require_one_of(channel.ticks_per_minislot, {1, 2, 4, 8, 16, 32, 64, 128},
                 pointer + "/ticks_per_minislot");
  require_one_of(channel.symbol_rate_ksps, {160, 320, 640, 1280, 2560, 5120},
                 pointer + "/symbol_rate_ksps");
  const unsigned most = kMaxCodewordBytes - 2 * channel.fec_t.value_or(0);
  if (channel.fec_codeword_bytes.value_or(0) > most && channel.fec_t.value_or(0) > 0) {
    throw ConfigError(pointer + "/fec_codeword_bytes",
                      "expected at most " + std::to_string(most) + " beside the parity, got " +
                          std::to_string(*channel.fec_codeword_bytes));
  }
  require_one_of(channel.spacing_khz, {25, 50}, pointer + "/spacing_khz");
  // Codes 1 to 11 of the UCD.
  require_one_of(channel.cyclic_prefix_samples,
                 {96, 128, 160, 192, 224, 256, 288, 320, 384, 512, 640},
                 pointer + "/cyclic_prefix_samples");
}

void check_data_profiles(const ChannelConfig& channel, const std::string& pointer) {
  const std::vector<DataProfileConfig>& profiles = channel.data_profiles;
  if (!profiles.empty() && *channel.kind == docsis::ChannelKind::kTdma) {
    throw ConfigError(pointer, "applies only for an OFDMA channel");
  }
  for (auto profile = profiles.begin(); profile != profiles.end(); ++profile) {
    const std::string here = pointer + "/" + std::to_string(profile - profiles.begin()) + "/iuc";
    require_one_of(profile->iuc, {5, 6, 9, 11, 12, 13}, here);
    if (std::any_of(profiles.begin(), profile,
                    [&](const DataProfileConfig& other) { return other.iuc == profile->iuc; })) {
      throw ConfigError(here, "the IUC " + std::to_string(profile->iuc) + " is given twice");
    }
  }
}

void check_processing_time(const RfConfig& rf, unsigned index) {
  const docsis::ChannelParameters channel = channel_parameters(rf, index);
  if (channel.cm_map_proc_ps < channel.phy_lead_ps) {
    const double lead_us = static_cast<double>(channel.phy_lead_ps) / kPsPerUs;
    throw ConfigError("/rf/cm_map_proc_us",
                      "expected at least " + json_number(lead_us) +
                          ", which a burst must be ready before it begins on the channel \"" +
                          channel.name + "\", got " + json_number(*rf.cm_map_proc_us));
  }
}

}  // namespace

void complete_channels(RfConfig& rf) {
  if (rf.channels.size() > kMaxChannels) {
    throw ConfigError("/rf/channels",
                      "expected " + std::to_string(kMaxChannels) + " channels at most");
  }
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    const std::string pointer = "/rf/channels/" + std::to_string(i);
    fill_channel(rf.channels[i], timing_profile_of(rf).ofdma, pointer);
    check_channel(rf.channels[i], pointer);
    check_data_profiles(rf.channels[i], pointer + "/data_profiles");
    check_processing_time(rf, i);
  }
}

double channels_mbps(const RfConfig& rf) {
  double sum = 0;
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    const ChannelConfig& channel = rf.channels[i];
    sum +=
        channel.kind == docsis::ChannelKind::kTdma
            ? *channel.rate_mbps
            : static_cast<double>(docsis::ChannelGeometry(channel_parameters(rf, i)).rate_bps()) *
                  1e-6;
  }
  return sum;
}

}  // namespace docsis_vp::system
