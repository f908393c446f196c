// Selects packets from a file of --packets that a page shows in detail.
#pragma once

#include <array>
#include <set>
#include <string>

#include "app/report/surroundings.h"

namespace docsis_vp::app {

// Modem, direction and name of service flows, as results.json has them.
using ServiceFlowNames = std::set<std::array<std::string, 3>>;

struct PacketChoice {
  std::string json;
  ShownPackets shown;
};

// Returns as JSON {"columns": [...], "rows": [[...], ...], "chosen": [{"packet": number, "why":
// "..."}]}. Chooses for each service flow, of 64 at most, the latest and the slowest packets, and
// those at the median and the 99th percentile of the one-way delay. It adds some packets of each
// cause of loss, and some of missed grants. Rows are theirs, and those of packets whose last byte
// left in the same burst. Empty cells are null. Memory does not grow with the file, which may be
// compressed. Throws InputError for a file that cannot be read, is damaged, lacks a column of
// docs/packets.md or has a service flow that is not in `known`.
PacketChoice choose_packets(const std::string& path, const ServiceFlowNames& known);

}  // namespace docsis_vp::app
