// Computes the parameters of an upstream channel for modem and CMTS.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/docsis/channel.h"
#include "system/scenario/fields/rf.h"

namespace docsis_vp::system {

// Precondition: the keys of channel `index` are filled in. Without the link's `cm_map_proc_us` the
// result has the default of the channel's kind.
docsis::ChannelParameters channel_parameters(const RfConfig& rf, unsigned index);

// True if the list contains the name. Without a list always true.
bool is_listed(const std::optional<std::vector<std::string>>& names, const std::string& name);

// Text for messages: "minislots of 12.5 us", "frames of 135 us".
std::string grid_of(const docsis::ChannelGeometry& channel);

}  // namespace docsis_vp::system
