// Gates and bits of the classifier.
#pragma once

#include "models/cm/classifier/classifier.h"
#include "models/cm/inventory.h"

namespace docsis_vp::cm {

// Rules stand in a memory in the order of their priority and are tried one a clock: 32 of them take
// less than the 168 clocks of a shortest frame at 1 Gbit/s and 250 MHz. Without rules all packets
// take the default service flow, and there is nothing to build.
area::Block classifier_inventory(const ClassifierConfig& config, const InventoryWidths& widths);

// What a parser of headers keeps of a packet, for classifier and flow hash: Ethernet addresses and
// type, IP version, traffic class, protocol, addresses of IPv6, ports.
area::Block header_parser_inventory();

}  // namespace docsis_vp::cm
