// Completes and checks the queue management of a scenario's queues.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/extension/extensions.h"
#include "system/scenario/fields/aqm.h"

namespace docsis_vp::system {

enum class QueuePlace { kModem, kCmts };

// Fills in the algorithm's defaults. Throws ConfigError for unknown options, values out of range,
// and an algorithm that cannot run in that place.
void complete_aqm(AqmConfig& aqm, QueuePlace place, const Extensions& extensions,
                  const std::string& pointer);

// Returns the options of the law, in its order, in the models' units. aqm: complete.
std::vector<std::uint32_t> option_values(const AqmConfig& aqm);

}  // namespace docsis_vp::system
