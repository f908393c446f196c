// Results of a client of adaptive streaming.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::system {

// After the warm-up.
struct StreamingResult {
  std::optional<double> playback_mbps;
  std::uint64_t segments = 0;
  std::uint64_t adaptations = 0;
  std::optional<double> adaptations_per_hour;
  std::uint64_t stalls = 0;
  double stalled_s = 0;
  std::optional<double> rebuffer_percent;  // stalled, of the time from the start of playing on
  std::optional<double> startup_s;         // first request to start of playing

  // Adds up counts and stalled_s; the rest are means over the flows.
  static StreamingResult together(const std::vector<const StreamingResult*>& flows);
  std::string text() const;

  template <class Table>
  static void describe(Table& table) {
    using This = StreamingResult;
    table.object("streaming", "Quality of adaptive streaming, after the warm-up.");
    table
        .field("playback_mbps", &This::playback_mbps, "Mbit/s",
               "Mean rate taken from the playback buffer.")
        .shown();
    table.field("segments", &This::segments, "segments", "Segments fetched.");
    table.field("adaptations", &This::adaptations, "", "Changes of rate.");
    table.field("adaptations_per_hour", &This::adaptations_per_hour, "1/h",
                "Changes per hour from the first request on.");
    table.field("stalls", &This::stalls, "", "Times that the buffer ran empty.");
    table.field("stalled_s", &This::stalled_s, "s", "Time stalled in all.");
    table
        .field("rebuffer_percent", &This::rebuffer_percent, "%",
               "Time stalled of the time since playing began.")
        .shown();
    table.field("startup_s", &This::startup_s, "s", "Time from the first request to playing.");
  }
};

}  // namespace docsis_vp::system
