// Declares the configuration of the MAP parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace docsis_vp::cm {

struct MapParserConfig {
  // Keys of a scenario's `map_parser`. Cycles of the MAC clock count from the end of the message's
  // CRC [engineering choices].
  std::uint32_t cycles_per_map = 32;     // header fields, once per message
  std::uint32_t cycles_per_element = 8;  // for every element, those of other modems included
  unsigned parsers = 1;                  // in parallel, each on one MAP; 1..8
  // Also decodes the octets of a MAP that its sender shares in decoded form, and reports a
  // difference as an error. This checks the models: it slows the simulation and changes no result.
  bool check_octets = false;

  // Set by the modem.
  std::uint64_t clock_hz = 250'000'000;
  std::size_t queue_limit = 64;  // MAPs waiting or being parsed; more are lost
  // SIDs of the modem: by service flow, then by channel. 0: the flow does not use the channel. The
  // parser does not read MAPs of channels without flows.
  std::vector<std::vector<std::uint16_t>> sids;
};

}  // namespace docsis_vp::cm
