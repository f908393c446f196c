// An upstream channel of a scenario as both ends compute with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/docsis/channel.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

// The channel of that index, whose own keys are complete. Without a `cm_map_proc_us` of the link it
// has the time that its kind usually needs.
docsis::ChannelParameters channel_parameters(const RfConfig& rf, unsigned index);

// Whether a list of channels names this one; without a list all are meant.
bool is_listed(const std::optional<std::vector<std::string>>& names, const std::string& name);

// As users know it: "minislots of 12.5 us", "frames of 135 us".
std::string grid_of(const docsis::ChannelGeometry& channel);

}  // namespace docsis_vp::system
