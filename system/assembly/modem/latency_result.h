// Reads the latency histogram of a service flow.
#pragma once

#include "models/queue/latency_record.h"
#include "system/results/latency_result.h"

namespace docsis_vp::system {

LatencyResult latency_result(const queue::LatencyRecord& record);

}  // namespace docsis_vp::system
