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

std::string line(const FlowResult& flow, const std::string& name) {
  std::string text = format("  %-22s%9.3f", name.c_str(), flow.goodput_mbps);
  text += cell("%.2f", flow.loss_percent());
  text += cell("%.1f", spread(flow.one_way_ps, kPsPerMs).p50);
  text += cell("%.1f", spread(flow.rtt_ps, kPsPerMs).p50);
  const std::string remark = flow.figures.text();
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
