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

constexpr unsigned kMaxDownstreamFlows = 32;  // per modem
constexpr std::uint32_t kMaxDsid = (1U << 20) - 1;

// Returns the downstream service identifier of a flow. The CMTS assigns 32 to each modem, from 1
// on.
constexpr std::uint32_t dsid_of(unsigned modem, unsigned flow) {
  return 1 + modem * kMaxDownstreamFlows + flow;
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
