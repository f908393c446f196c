// Settles the queue management of a scenario's queues.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "system/extension/extensions.h"
#include "system/scenario/fields/aqm.h"

namespace docsis_vp::system {

enum class QueuePlace { kModem, kCmts };

// Fills in what the algorithm usually has and refuses what it does not know, cannot be, or cannot
// do there. Throws ConfigError.
void complete_aqm(AqmConfig& aqm, QueuePlace place, const Extensions& extensions,
                  const std::string& pointer);

// The options of the law, in its order, as models take them; of a complete configuration.
std::vector<std::uint32_t> option_values(const AqmConfig& aqm);

}  // namespace docsis_vp::system
