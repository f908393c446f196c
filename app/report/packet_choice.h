// Chooses packets of a file of --packets whose way a page shows.
#pragma once

#include <string>

namespace docsis_vp::app {

// Returns {"columns": [...], "rows": [[...], ...], "chosen": [{"packet": number, "why": "..."}]}.
// Chosen are for each service flow the latest and the slowest packets, those at the middle and at
// the 99th percentile of the one-way delay, some of each cause of loss, and some of missed grants.
// Rows are theirs, and those of packets whose last byte left in the same burst. Empty cells are
// null. Memory does not grow with the file, which may be compressed. Throws InputError for a file
// that cannot be read, is damaged or lacks a column of docs/packets.md.
std::string packets_json(const std::string& path);

}  // namespace docsis_vp::app
