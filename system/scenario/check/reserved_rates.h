// Implements admission control: checks reserved rates of service flows against the capacity of
// their channels.
#pragma once

#include <string>
#include <vector>

#include "system/scenario/fields/scenario.h"

namespace docsis_vp::system {

// Each direction is checked separately. A service flow needs its minimum reserved rate with the MAC
// headers of packets of `min_reserved_packet_bytes`, or of 1518 bytes without the key. Upstream,
// each MAP adds a segment header and half a minislot of rounding; if 512 bytes take longer than a
// MAP, each 512 bytes add these instead. Unsolicited grants need their minislots, with room for the
// extended header in which a modem reports on them; polls need theirs. A channel has its rate
// without its request regions. Rates in profiles of an OFDMA channel count as shares of its time.
// The rates of service flows on several channels may be split among them in any way. The reserved
// rates therefore fit if and only if a flow network from service flows to channels carries them
// all.
//
// all: a complete scenario with every modem listed (instances.h).

// Returns one line per direction with the excess over the channels that are too slow for the
// service flows without other channels.
std::vector<std::string> notes_on_reserved_rates(const Scenario& all);

// With `admission` at "refuse": throws ConfigError for the first service flow, in the order of
// modems, that exceeds the channels. written: the scenario as its files have it.
void check_reserved_rates(const Scenario& written, const Scenario& all);

}  // namespace docsis_vp::system
