#include "system/scenario/derive/map_interval.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "models/docsis/map.h"
#include "platform/base/errors.h"
#include "system/json/writer.h"
#include "system/scenario/derive/upstream_channel.h"

namespace docsis_vp::system {

namespace {

using docsis::ChannelGeometry;

constexpr TimePs kShortestInterval = 250 * kPsPerUs;
constexpr TimePs kLongestInterval = 20 * kPsPerMs;

std::string text_of(TimePs time) {
  return json_number(static_cast<double>(time) / kPsPerUs);
}

// Returns "whole minislots of 12.5 us (us0) and whole frames of 135 us (us1)": each length once,
// with its first channel.
std::string grids_of(const std::vector<ChannelGeometry>& channels) {
  std::vector<std::string> grids;
  std::string text;
  for (const ChannelGeometry& channel : channels) {
    const std::string grid = grid_of(channel);
    if (std::find(grids.begin(), grids.end(), grid) == grids.end()) {
      grids.push_back(grid);
      text.append(text.empty() ? "" : " and ").append("whole ").append(grid);
      text.append(" (").append(channel.parameters().name).append(")");
    }
  }
  return text;
}

// Shortest time that is a multiple of every channel's minislot or frame.
TimePs common_grid(const std::vector<ChannelGeometry>& channels) {
  TimePs common = 1;
  for (const ChannelGeometry& channel : channels) {
    common = std::lcm(common, channel.frame_ps());
    if (common > kLongestInterval) {
      throw ConfigError("/rf/channels", "have no MAP interval in common of up to " +
                                            text_of(kLongestInterval) + " us: expected " +
                                            grids_of(channels));
    }
  }
  return common;
}

// Returns the nearest valid intervals, such as "1890 or 2025".
std::string nearest_intervals(TimePs interval, TimePs grid) {
  const TimePs below = interval / grid * grid;
  const TimePs above = below + grid;
  if (below < kShortestInterval) {
    return text_of((kShortestInterval + grid - 1) / grid * grid);
  }
  return text_of(below) + (above > kLongestInterval ? "" : " or " + text_of(above));
}

}  // namespace

double default_map_interval_us(const RfConfig& rf, const docsis::TimingProfile& profile) {
  std::vector<ChannelGeometry> channels;
  for (unsigned i = 0; i < rf.channels.size(); ++i) {
    channels.emplace_back(channel_parameters(rf, i));
  }
  const TimePs grid = common_grid(channels);
  TimePs interval = profile.map_interval_ps;
  if (interval % grid != 0) {
    const TimePs nominal = profile.nominal_map_interval_ps;
    interval = std::max<TimePs>(1, (nominal + grid / 2) / grid) * grid;
    while (interval < kShortestInterval) interval += grid;
  }
  return static_cast<double>(interval) / kPsPerUs;
}

void check_map_interval(const RfConfig& rf, const std::vector<ChannelGeometry>& channels) {
  const auto interval = static_cast<TimePs>(std::llround(*rf.map_interval_us * kPsPerUs));
  const TimePs grid = common_grid(channels);
  if (interval % grid != 0) {
    throw ConfigError("/rf/map_interval_us", "expected " + grids_of(channels) + ", such as " +
                                                 nearest_intervals(interval, grid) + ", got " +
                                                 json_number(*rf.map_interval_us));
  }
  for (const ChannelGeometry& channel : channels) {
    if (channel.minislots_in(interval) > docsis::kMaxMapOffset) {
      throw ConfigError("/rf/map_interval_us",
                        "expected at most " + text_of(channel.start(docsis::kMaxMapOffset)) +
                            ", got " + json_number(*rf.map_interval_us) + ": a MAP describes " +
                            std::to_string(docsis::kMaxMapOffset) +
                            " minislots, of the channel \"" + channel.parameters().name + "\"");
    }
  }
}

}  // namespace docsis_vp::system
