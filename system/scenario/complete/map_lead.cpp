#include "system/scenario/complete/map_lead.h"

#include <algorithm>
#include <cmath>

#include "models/cmts/config.h"
#include "models/docsis/ds_header.h"
#include "models/docsis/map_lead.h"
#include "platform/base/time.h"
#include "system/scenario/complete/largest_frame.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {}  // namespace

double default_cm_map_proc_us(const RfConfig& rf) {
  TimePs slowest = 0;
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    slowest = std::max(slowest, channel_parameters(rf, i).cm_map_proc_ps);
  }
  return static_cast<double>(slowest) / kPsPerUs;
}

double default_decode_us(const RfConfig& rf, const docsis::TimingProfile& profile) {
  const bool is_ofdma = std::all_of(
      rf.channels.begin(), rf.channels.end(),
      [](const ChannelConfig& channel) { return channel.kind == docsis::ChannelKind::kOfdma; });
  TimePs usual = profile.decode_ps;
  if (is_ofdma && usual > 0) {
    usual = 0;
    for (unsigned i = 0; i < rf.channels.size(); ++i) {
      const docsis::ChannelParameters channel = channel_parameters(rf, i);
      usual = std::max(usual, channel.symbols_per_frame * channel.symbol_ps);
    }
  }
  return static_cast<double>(usual) / kPsPerUs;
}

double least_map_lead_us(const Scenario& scenario, const docsis::TimingProfile& profile) {
  const RfConfig& rf = scenario.rf;
  docsis::TimingProfile timing = profile;
  timing.map_build_ps = from_us(*rf.map_build_us);
  timing.downstream_latency_ps = from_us(*rf.downstream_latency_us);
  timing.plant_delay_ps = 0;
  for (const ModemConfig& modem : scenario.modems) {
    const double farthest_us =
        *modem.plant_delay_us + (modem.count - 1) * modem.plant_delay_step_us;
    timing.plant_delay_ps = std::max(timing.plant_delay_ps, from_us(farthest_us));
  }
  const cmts::CmtsConfig usual;
  docsis::MapTransport transport;
  // The first of bonded channels carries the MAPs, among packets with a longer header.
  const bool bonded = rf.downstream_channels.size() > 1;
  transport.downstream_bps = static_cast<std::uint64_t>(std::llround(map_channel_mbps(rf) * 1e6));
  transport.frame_bytes =
      largest_frame_bytes(scenario, Direction::kDownstream) +
      (bonded ? docsis::kSequencedHeaderBytes : usual.downstream.mac_header_bytes);
  transport.channels = static_cast<unsigned>(rf.channels.size());
  transport.max_elements = usual.max_elements;
  const TimePs least = docsis::least_map_lead(timing, transport, from_us(*rf.cm_map_proc_us));
  return static_cast<double>(least) / kPsPerUs;
}

double map_channel_mbps(const RfConfig& rf) {
  return rf.downstream_channels.empty() ? rf.downstream_mbps : rf.downstream_channels[0].net_mbps();
}

double default_map_lead_us(const Scenario& scenario, const docsis::TimingProfile& profile) {
  const double usual_us = static_cast<double>(profile.map_lead_ps) / kPsPerUs;
  return std::ceil(std::max(least_map_lead_us(scenario, profile), usual_us));
}

}  // namespace docsis_vp::system
