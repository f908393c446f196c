#include "system/results/summary_flows.h"

#include <algorithm>
#include <cstdio>

#include "platform/base/time.h"
#include "system/results/format.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

namespace {

constexpr unsigned kMostInGroup = 5;

std::string cell(const char* pattern, const std::optional<double>& value) {
  char buffer[32];
  if (value) {
    std::snprintf(buffer, sizeof buffer, pattern, *value);
  }
  return format("%9s", value ? buffer : "-");
}

std::string times(const char* what, const std::vector<double>& values) {
  const SampleSpread spread = sample_spread(values);
  if (spread.count == 0) {
    return format("no %s complete", what);
  }
  return format("%llu %s, median %.2f s, MAD %.2f s", static_cast<unsigned long long>(spread.count),
                what, *spread.median, *spread.mad);
}

std::string voice_text(const VoiceResult& voice) {
  if (!voice.mos) {
    return "nothing heard";
  }
  return format("R %.1f, MOS %.2f, %.2f %% late", *voice.r_value, *voice.mos,
                voice.packets == 0 ? 0.0
                                   : 100 * static_cast<double>(voice.late_packets) /
                                         static_cast<double>(voice.packets));
}

std::string streaming_text(const StreamingResult& streaming) {
  if (!streaming.playback_mbps) {
    return "nothing played";
  }
  return format("plays %.2f Mbit/s, %.0f changes/h, %.1f %% stalled", *streaming.playback_mbps,
                streaming.adaptations_per_hour.value_or(0), streaming.rebuffer_percent.value_or(0));
}

// Quality for the user of the flow.
std::string quality(const FlowResult& flow) {
  if (flow.voice) {
    return voice_text(*flow.voice);
  }
  if (flow.streaming) {
    return streaming_text(*flow.streaming);
  }
  if (flow.page_load_s) {
    return times("pages", *flow.page_load_s);
  }
  if (flow.wrt_s) {
    return times("responses", *flow.wrt_s);
  }
  if (flow.transfer_s) {
    return times("files", *flow.transfer_s);
  }
  if (flow.browsing) {
    return format("%llu pages, %llu objects", static_cast<unsigned long long>(flow.browsing->pages),
                  static_cast<unsigned long long>(flow.browsing->objects));
  }
  return {};
}

std::string line(const FlowResult& flow, const std::string& name) {
  std::string text = format("  %-22s%9.3f", name.c_str(), flow.goodput_mbps);
  text += cell("%.2f", flow.loss_percent());
  text += cell("%.1f", spread(flow.one_way_ps, kPsPerMs).p50);
  text += cell("%.1f", spread(flow.rtt_ps, kPsPerMs).p50);
  const std::string remark = quality(flow);
  return text + (remark.empty() ? "" : "  " + remark) + "\n";
}

std::string group_line(const GroupResult& group) {
  std::string text =
      line(group.total, group.total.name + " (" + std::to_string(group.total.flows) + " together)");
  if (group.fairness.jain_index) {
    text.pop_back();
    text += format("  Jain %.3f\n", *group.fairness.jain_index);
  }
  return text;
}

}  // namespace

bool is_shown_alone(const FlowResult& flow, const std::vector<GroupResult>& groups) {
  return std::none_of(groups.begin(), groups.end(), [&](const GroupResult& group) {
    return group.total.name == flow.group && group.total.flows > kMostInGroup;
  });
}

std::string flow_lines(const std::vector<FlowResult>& flows,
                       const std::vector<GroupResult>& groups) {
  if (flows.empty()) {
    return {};
  }
  std::string text = format("\n  %-22s%9s%9s%9s%9s\n", "Flow (delays in ms)", "Mbit/s", "lost %",
                            "way p50", "RTT p50");
  for (const FlowResult& flow : flows) {
    if (is_shown_alone(flow, groups)) {
      text += line(flow, flow.name);
    }
  }
  for (const GroupResult& group : groups) {
    text += group_line(group);
  }
  return text;
}

}  // namespace docsis_vp::system
