#include "models/cmts/grant_series.h"

#include <algorithm>
#include <cmath>

#include "models/docsis/mac_header.h"

namespace docsis_vp::cmts {

std::uint64_t guaranteed_rate_bps(const docsis::SchedulingConfig& scheduling) {
  return static_cast<std::uint64_t>(std::llround(scheduling.guaranteed_grant_rate_mbps * 1e6));
}

TimePs guaranteed_interval(const docsis::SchedulingConfig& scheduling,
                           const docsis::ChannelGeometry& channel, TimePs map_interval) {
  const TimePs guaranteed = scheduling.guaranteed_grant_interval_ps();
  const TimePs wanted = guaranteed > 0 ? guaranteed : map_interval;
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
  const docsis::SchedulingConfig& scheduling = flow.scheduling;
  if (scheduling.is_unsolicited()) {
    return {scheduling.unsolicited_grant_bytes, scheduling.grant_interval_ps(),
            scheduling.grant_jitter_ps(), scheduling.grants_per_interval};
  }
  GrantSeries series;
  if (!scheduling.is_proactive()) return series;
  const TimePs interval = guaranteed_interval(scheduling, channel, map_interval);
  const TimePs chosen = flow.chosen_interval_ps;
  series.interval_ps = chosen > 0 ? chosen : interval;
  const auto grants =
      chosen > 0 ? std::max<std::uint32_t>(1, static_cast<std::uint32_t>(interval / chosen)) : 1U;
  series.bytes = (proactive_bytes(guaranteed_rate_bps(scheduling), interval) + grants - 1) / grants;
  return series;
}

PollSeries polls_of(const UpstreamFlowConfig& flow) {
  const docsis::SchedulingConfig& scheduling = flow.scheduling;
  const auto interval = [&](TimePs own) {
    return flow.poll_interval_ps > 0 ? flow.poll_interval_ps : own;
  };
  if (scheduling.is_polled()) {
    return {interval(scheduling.polling_interval_ps()), scheduling.poll_jitter_ps()};
  }
  if (!scheduling.is_proactive()) return {};
  const TimePs guaranteed = interval(scheduling.guaranteed_request_interval_ps());
  return {guaranteed, guaranteed};
}

}  // namespace docsis_vp::cmts
