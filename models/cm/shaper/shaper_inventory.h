// Gates and bits of the rate shaper.
#pragma once

#include <vector>

#include "models/cm/inventory.h"
#include "models/cm/shaper/release_process.h"

namespace docsis_vp::cm {

// The model's buckets are exact at every instant. Gates bring the flows up to date one after the
// other, a flow a clock, and so each of them every `kShaperPeriod` clocks, in fractions of a byte
// that make the rate exact to some parts in a million.
constexpr unsigned kShaperPeriod = 32;
constexpr unsigned kTokenFractionBits = 24;

area::Block shaper_inventory(const std::vector<ShaperConfig>& flows, std::uint64_t clock_hz,
                             const InventoryWidths& widths);

}  // namespace docsis_vp::cm
