// Gates and bits of the classifier.
#pragma once

#include "models/cm/classifier/classifier.h"
#include "models/cm/inventory.h"

namespace docsis_vp::cm {

// Rules stand in a memory in the order of their priority and are tried one a clock, or so many a
// clock that all are tried before the next frame may arrive (InventoryWidths::frame_clocks): 32
// rules one by one at 1 Gbit/s and 250 MHz, two by two at 10 Gbit/s. Without rules all packets take
// the default service flow, and there is nothing to build. Criteria that no rule has, of ICMP,
// the flow label, VLAN tags and the port of the LAN, are not built.
area::Block classifier_inventory(const ClassifierConfig& config, const InventoryWidths& widths);

// What a parser of headers keeps of a packet, for classifier and flow hash: Ethernet addresses and
// type, IP version, traffic class, protocol, addresses of IPv6, ports, and what rules ask for
// besides. Each LAN port has one, as wide as the fastest line needs it: 8 bytes a clock up to
// 16 Gbit/s at 250 MHz.
area::Block header_parser_inventory(unsigned ports, std::uint64_t fastest_bps,
                                    std::uint64_t clock_hz, const ClassifierConfig& config = {});

}  // namespace docsis_vp::cm
