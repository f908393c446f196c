// Writes the flows of results.json.
#pragma once

#include <vector>

#include "system/json/writer.h"
#include "system/results/flow_result.h"
#include "system/results/spread.h"

namespace docsis_vp::system {

void write_delays(JsonWriter& json, const char* key, const Spread& spread);
// Writes "histogram" if there are bins.
void write_bins(JsonWriter& json, const Spread& spread);
void write_flow(JsonWriter& json, const FlowResult& flow);
void write_group(JsonWriter& json, const GroupResult& group);
void write_direction(JsonWriter& json, const DirectionResult& direction);

}  // namespace docsis_vp::system
