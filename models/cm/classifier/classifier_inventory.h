// Estimates gates and bits of the classifier.
#pragma once

#include "models/cm/classifier/classifier.h"
#include "models/cm/inventory.h"

namespace docsis_vp::cm {

// A memory holds the rules in the order of their priority. The classifier tries one rule per clock,
// or several, so that it ends before the next frame may arrive (InventoryWidths::frame_clocks). At
// 250 MHz that is one of 32 rules per clock at 1 Gbit/s, and two at 10 Gbit/s. Without rules all
// packets take the default service flow, and nothing is built. Criteria that no rule uses (ICMP,
// flow label, VLAN tags, LAN port) are not built.
area::Block classifier_inventory(const PacketClassifierConfig& config,
                                 const InventoryWidths& widths);

// Registers of a header parser, for classifier and flow hash: Ethernet addresses and type, IP
// version, traffic class, protocol, IPv6 addresses, ports, and the other fields of the rules. Each
// LAN port has one parser, wide enough for the fastest line: 8 bytes a clock up to 16 Gbit/s at 250
// MHz.
area::Block header_parser_inventory(unsigned ports, std::uint64_t fastest_bps,
                                    std::uint64_t clock_hz,
                                    const PacketClassifierConfig& config = {});

}  // namespace docsis_vp::cm
