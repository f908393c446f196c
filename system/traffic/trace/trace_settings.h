// Declares the configuration of the replay of a capture file.
#pragma once

#include <optional>
#include <string>

#include "system/extension/extensions.h"
#include "system/scenario/fields/flow.h"

namespace docsis_vp::system {

struct TraceSettings {
  std::string file;
  std::string ip_source;
  std::string interface;
  std::optional<double> max_gap_s;
  double speed = 1;
  bool loop = false;
};

Table<TraceSettings> trace_table();

// Chooses the interface of a capture that this program wrote, and checks that the file has packets
// to replay. Throws ConfigError.
void complete_trace(FlowConfig& flow, const Extensions& extensions, const std::string& pointer);

}  // namespace docsis_vp::system
