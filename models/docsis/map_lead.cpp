#include "models/docsis/map_lead.h"

#include "models/docsis/map.h"

namespace docsis_vp::docsis {

namespace {

// Serialisation of the MAP takes one downstream symbol.
constexpr TimePs kSerialisation = 22'500'000;
constexpr std::uint32_t kFramesUpstream = 3;

}  // namespace

TimePs least_map_lead(const TimingProfile& timing, const MapTransport& transport,
                      TimePs cm_map_proc_ps) {
  const std::uint64_t bytes = transport.frame_bytes + std::uint64_t{transport.channels} *
                                                          map_frame_bytes(transport.max_elements);
  const TimePs serialisation =
      static_cast<TimePs>(bytes * 8 * std::uint64_t{kPsPerSecond} / transport.downstream_bps);
  return timing.map_build_ps + serialisation + timing.downstream_latency_ps +
         timing.plant_delay_ps + cm_map_proc_ps;
}

std::uint32_t min_request_grant_frames(const TimingProfile& timing,
                                       const ChannelGeometry& channel) {
  if (channel.parameters().kind == ChannelKind::kTdma) return 0;
  const TimePs to_modem_and_back = timing.map_build_ps + kSerialisation +
                                   timing.downstream_latency_ps + 2 * timing.plant_delay_ps +
                                   channel.parameters().cm_map_proc_ps;
  const TimePs frame = channel.frame_ps();
  return static_cast<std::uint32_t>((to_modem_and_back + frame - 1) / frame) + kFramesUpstream;
}

}  // namespace docsis_vp::docsis
