// Results of a voice or gaming flow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace docsis_vp::system {

// After the warm-up.
struct VoiceResult {
  std::uint64_t packets = 0;
  std::uint64_t late_packets = 0;
  std::optional<double> r_value;
  std::optional<double> mos;

  // Adds up packets; r_value and mos are means over the flows.
  static VoiceResult together(const std::vector<const VoiceResult*>& flows);
  std::string text() const;

  template <class Table>
  static void describe(Table& table) {
    using This = VoiceResult;
    table.object("call", "Quality of a voice or gaming flow, after the warm-up.");
    table.field("late_packets", &This::late_packets, "packets",
                "Packets over `voip.late_ms` behind the fastest.");
    table.field(
        "late_ratio",
        [](const This& voice) {
          return voice.packets == 0 ? std::nullopt
                                    : std::optional(static_cast<double>(voice.late_packets) /
                                                    static_cast<double>(voice.packets));
        },
        "share", "Late packets of those that arrived.");
    table.field("r_value", &This::r_value, "", "Rating of the E-model, at most 94.2.").shown();
    table.field("mos", &This::mos, "", "Mean opinion score, 1 to 4.5.").shown();
  }
};

}  // namespace docsis_vp::system
