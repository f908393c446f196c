// The MAC header of a packet on bonded downstream channels: a DS service extended header says whose
// it is and which of them (MULPIv3.1 6.2.6, 8.2: DSID and packet sequence number).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/docsis/mac_header.h"
#include "models/docsis/octets.h"

namespace docsis_vp::docsis {

// The plain header and the element with a sequence number.
constexpr std::uint32_t kSequencedHeaderBytes = kPlainHeaderBytes + 6;
using SequencedHeader = std::array<std::uint8_t, kSequencedHeaderBytes>;

constexpr unsigned kMaxDownstreamFlows = 32;  // of a modem
constexpr std::uint32_t kMaxDsid = (1U << 20) - 1;

// Downstream service identifiers as the CMTS hands them out: from 1 on, 32 for each modem.
constexpr std::uint32_t dsid_of(unsigned modem, unsigned flow) {
  return 1 + modem * kMaxDownstreamFlows + flow;
}

struct DsService {
  std::uint8_t priority = 0;  // 0..7
  bool sequence_change = false;
  std::uint32_t dsid = 0;                 // 20 bits
  std::optional<std::uint16_t> sequence;  // none: a packet that may be passed on as it comes
};

// Appends a packet's header with the element.
void append_ds_packet_header(std::vector<std::uint8_t>& octets, const DsService& service,
                             std::uint32_t ethernet_bytes);

// Among the elements of an extended header; none if there is no such element or it has no DSID.
std::optional<DsService> find_ds_service(OctetView extended_header);

}  // namespace docsis_vp::docsis
