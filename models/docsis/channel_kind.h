// Declares the kinds of upstream channels.
#pragma once

#include <cstdint>

namespace docsis_vp::docsis {

enum class ChannelKind : std::uint8_t { kTdma, kOfdma };

}  // namespace docsis_vp::docsis
