// Reads and writes the MAC header of packets on bonded downstream channels. Its DS service extended
// header gives the DSID and the packet sequence number (MULPIv3.1 6.2.6, 8.2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/docsis/mac_header.h"
#include "models/docsis/octets.h"

namespace docsis_vp::docsis {

// Length of the plain header plus the element with a sequence number.
constexpr std::uint32_t kSequencedHeaderBytes = kPlainHeaderBytes + 6;
using SequencedHeader = std::array<std::uint8_t, kSequencedHeaderBytes>;

constexpr unsigned kMaxDownstreamFlows = 48;  // per modem
constexpr std::uint32_t kMaxDsid = (1U << 20) - 1;

// The CMTS assigns 32 consecutive downstream service identifiers to each modem, from 1 on, and 16
// more to its flows beyond 32, from 2^19 on: all modems have fewer than 2^19 of the first kind.
constexpr unsigned kFirstDsids = 32;
constexpr unsigned kFurtherDsids = kMaxDownstreamFlows - kFirstDsids;
constexpr std::uint32_t kFurtherDsidsFrom = 1U << 19;

// Returns the downstream service identifier of a flow.
constexpr std::uint32_t dsid_of(unsigned modem, unsigned flow) {
  return flow < kFirstDsids ? 1 + modem * kFirstDsids + flow
                            : kFurtherDsidsFrom + modem * kFurtherDsids + (flow - kFirstDsids);
}
// Returns the number of a modem's flow; kMaxDownstreamFlows or more if it has no such DSID.
constexpr std::uint32_t flow_of_dsid(unsigned modem, std::uint32_t dsid) {
  const std::uint32_t first = dsid - dsid_of(modem, 0);
  const std::uint32_t further = dsid - dsid_of(modem, kFirstDsids);
  return first < kFirstDsids       ? first
         : further < kFurtherDsids ? kFirstDsids + further
                                   : kMaxDownstreamFlows;
}

struct DsService {
  std::uint8_t priority = 0;  // 0..7
  bool sequence_change = false;
  std::uint32_t dsid = 0;                 // 20 bits
  std::optional<std::uint16_t> sequence;  // none: the packet needs no resequencing
};

// Appends a packet's MAC header with the DS service element.
void append_ds_packet_header(std::vector<std::uint8_t>& octets, const DsService& service,
                             std::uint32_t ethernet_bytes);

// Finds the DS service element; none if it is missing or has no DSID.
std::optional<DsService> find_ds_service(OctetView extended_header);

}  // namespace docsis_vp::docsis
