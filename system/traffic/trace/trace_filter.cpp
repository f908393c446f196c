#include "system/traffic/trace/trace_filter.h"

#include <algorithm>

#include "system/scenario/derive/ip_prefix.h"
#include "system/scenario/fields/kind_fields.h"
#include "system/traffic/trace/trace_settings.h"

namespace docsis_vp::system {

namespace {

// Names as in system/assembly/capture/capture.h.
constexpr std::string_view kLanInterface = "lan-";
constexpr std::string_view kWanInterface = "wan";

bool is_lan(const std::string& name) {
  return name.compare(0, kLanInterface.size(), kLanInterface) == 0;
}

}  // namespace

hosts::FrameFilter trace_filter(const FlowConfig& flow) {
  const auto& trace = settings_of<TraceSettings>(flow);
  hosts::FrameFilter filter;
  if (!trace.ip_source.empty()) {
    filter.ip_source = parse_prefix(trace.ip_source);
  }
  filter.interface = trace.interface;
  const bool is_upstream = flow.direction == Direction::kUpstream;
  filter.received_only = is_upstream ? is_lan(trace.interface) : trace.interface == kWanInterface;
  return filter;
}

std::string own_interface(const FlowConfig& flow, const std::vector<std::string>& names) {
  const auto has = [&names](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (flow.direction != Direction::kUpstream) {
    return has(std::string(kWanInterface)) ? std::string(kWanInterface) : "";
  }
  const std::string own = std::string(kLanInterface) + flow.modem;
  const auto lan = std::find_if(names.begin(), names.end(), is_lan);
  const bool is_only_one = std::count_if(names.begin(), names.end(), is_lan) == 1;
  return has(own) ? own : is_only_one ? *lan : "";
}

}  // namespace docsis_vp::system
