#include "system/scenario/derive/upstream_channel.h"

#include <cmath>

#include "system/json/writer.h"
#include "system/scenario/derive/timing_profile.h"

namespace docsis_vp::system {

docsis::ChannelParameters channel_parameters(const RfConfig& rf, unsigned index) {
  const ChannelConfig& config = rf.channels[index];
  docsis::ChannelParameters channel;
  channel.name = config.name;
  channel.channel_id = static_cast<std::uint8_t>(index + 1);
  channel.kind = *config.kind;
  if (config.kind == docsis::ChannelKind::kTdma) {
    channel.rate_bps = static_cast<std::uint64_t>(std::llround(*config.rate_mbps * 1e6));
    channel.ticks_per_minislot = *config.ticks_per_minislot;
    channel.overhead = {*config.preamble_symbols, *config.guard_symbols,
                        std::uint64_t{*config.symbol_rate_ksps} * 1000, *config.fec_t,
                        *config.fec_codeword_bytes};
  } else {
    const docsis::OfdmaSettings settings = {
        *config.subcarriers,           *config.spacing_khz * 1000,
        *config.cyclic_prefix_samples, *config.symbols_per_frame,
        *config.bits_per_s_per_hz,     timing_profile_of(rf).ofdma.map_processing_ps};
    docsis::apply(settings, channel);
    for (const DataProfileConfig& profile : config.data_profiles) {
      channel.profile_bytes[profile.iuc] = static_cast<std::uint16_t>(
          docsis::bytes_per_minislot(settings, profile.bits_per_s_per_hz));
    }
  }
  if (rf.cm_map_proc_us) {
    channel.cm_map_proc_ps = static_cast<TimePs>(std::llround(*rf.cm_map_proc_us * kPsPerUs));
  }
  return channel;
}

bool is_listed(const std::optional<std::vector<std::string>>& names, const std::string& name) {
  return !names || std::find(names->begin(), names->end(), name) != names->end();
}

std::string grid_of(const docsis::ChannelGeometry& channel) {
  const bool tdma = channel.parameters().kind == docsis::ChannelKind::kTdma;
  const double us = static_cast<double>(channel.frame_ps()) / kPsPerUs;
  return (tdma ? "minislots of " : "frames of ") + json_number(us) + " us";
}

}  // namespace docsis_vp::system
