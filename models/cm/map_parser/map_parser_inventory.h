// Estimates gates and bits of the MAP parsers.
#pragma once

#include "models/cm/inventory.h"

namespace docsis_vp::cm {

// MAPs per channel that wait on die, each as long as a largest management message [engineering
// choice].
constexpr unsigned kMapsHeld = 2;
constexpr unsigned kLargestMapBytes = 1522;

area::Block map_parser_inventory(unsigned parsers, unsigned channels,
                                 const InventoryWidths& widths);

}  // namespace docsis_vp::cm
