#include "models/cmts/grant_series.h"

#include <algorithm>

#include "models/docsis/mac_header.h"

namespace docsis_vp::cmts {

TimePs guaranteed_interval(const ProactiveConfig& proactive, const docsis::ChannelGeometry& channel,
                           TimePs map_interval) {
  const TimePs wanted = proactive.interval_ps > 0 ? proactive.interval_ps : map_interval;
  return wanted / channel.frame_ps() * channel.frame_ps();
}

std::uint32_t proactive_bytes(std::uint64_t rate_bps, TimePs interval) {
  __extension__ using Wide = unsigned __int128;
  constexpr unsigned kBytes = kMeanProactivePacketBytes;
  const Wide numerator = static_cast<Wide>(rate_bps) * static_cast<Wide>(interval) *
                         (kBytes + docsis::kPlainHeaderBytes);
  const Wide denominator = static_cast<Wide>(8 * kPsPerSecond) * kBytes;
  return static_cast<std::uint32_t>((numerator + denominator - 1) / denominator);
}

TimePs interval_in_step(TimePs interval, const docsis::ChannelGeometry& channel,
                        TimePs map_interval) {
  const TimePs frame = channel.frame_ps();
  const TimePs map_frames = map_interval / frame;
  TimePs frames = interval / frame;
  if (frames >= map_frames) {
    frames -= frames % map_frames;
  } else {
    while (frames > 1 && map_frames % frames != 0) --frames;
  }
  return 2 * frames * frame >= interval ? frames * frame : 0;
}

GrantSeries grant_series(const UpstreamFlowConfig& flow, const docsis::ChannelGeometry& channel,
                         TimePs map_interval) {
  if (docsis::is_unsolicited(flow.scheduling)) {
    return {flow.ugs.grant_bytes, flow.ugs.interval_ps, flow.ugs.jitter_ps,
            flow.ugs.grants_per_interval};
  }
  GrantSeries series;
  if (flow.scheduling != docsis::SchedulingType::kProactiveGrants) return series;
  const TimePs interval = guaranteed_interval(flow.proactive, channel, map_interval);
  const TimePs chosen = flow.proactive.chosen_interval_ps;
  series.interval_ps = chosen > 0 ? chosen : interval;
  const auto grants =
      chosen > 0 ? std::max<std::uint32_t>(1, static_cast<std::uint32_t>(interval / chosen)) : 1U;
  series.bytes = (proactive_bytes(flow.proactive.rate_bps, interval) + grants - 1) / grants;
  return series;
}

PollingConfig polls_of(const UpstreamFlowConfig& flow) {
  if (docsis::is_polled(flow.scheduling)) return flow.polling;
  const bool is_proactive = flow.scheduling == docsis::SchedulingType::kProactiveGrants;
  const TimePs interval = is_proactive ? flow.proactive.request_interval_ps : 0;
  return {interval, interval};
}

}  // namespace docsis_vp::cmts
