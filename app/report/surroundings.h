// Extracts from a trace of --timeline the activity of modems and firmware around packets of a page.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace docsis_vp::app {

// A time interval for which a page shows more than the packet itself.
struct ShownTime {
  std::string modem;
  std::uint64_t from_ns = 0;
  std::uint64_t to_ns = 0;
};

struct ShownPackets {
  std::vector<ShownTime> times;
  std::map<std::uint64_t, std::uint64_t> created_ns;  // by packet
};

// Returns [{"modem": "...", "track": "...", "kind": "...", "spans": [[from, length, "name"], ...],
// "cut_ns": number}, ...] of the tracks without packets and requests, in nanoseconds; instants have
// the length 0. kind is the category: map, grant, burst, interrupt, firmware. Spans are those that
// touch one of the times, up to 3000 for each run of times that overlap. cut_ns, if there, is the
// first time with more. Throws InputError for a file that is no such trace, or one
// of another run: it has a packet that was created at another time.
std::string surroundings_json(const std::string& path, ShownPackets packets);

}  // namespace docsis_vp::app
