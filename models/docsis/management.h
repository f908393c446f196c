// Reads and writes MAC management messages (MULPIv3.1 6.4): MAC header, Ethernet addresses, LLC
// header, version and type, body, CRC.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/docsis/octets.h"
#include "models/docsis/parse_error.h"

namespace docsis_vp::docsis {

using EthernetAddress = std::array<std::uint8_t, 6>;

constexpr EthernetAddress kAllModems = {0x01, 0xE0, 0x2F, 0x00, 0x00, 0x01};
// Octets of a message other than its body: MAC header, addresses, length, LLC to rsvd, CRC.
constexpr std::uint32_t kManagementOverheadBytes = 6 + 12 + 2 + 6 + 4;

enum class ManagementType : std::uint8_t { kSync = 1, kMap = 3, kRangingRequest = 4 };

struct ManagementMessage {
  EthernetAddress destination{};
  EthernetAddress source{};
  std::uint8_t version = 1;
  std::uint8_t type = 0;
  std::uint8_t fragment = 0;  // version 5: fragments - 1 in the high nibble, index in the low one
  OctetView body;             // part of the parsed octets
};

// Parses a whole MAC frame, header and CRC included. Errors: those of a MAC header, kNotManagement,
// kTruncated, kBadLength, kBadCrc.
Parsed<ManagementMessage> parse_management(OctetView frame);

// Writes a message whose length is not known in advance: octets appended between construction and
// finish() are the body.
class ManagementWriter {
 public:
  // Appends the header to `octets`; message.body is ignored.
  ManagementWriter(std::vector<std::uint8_t>& octets, const ManagementMessage& message);
  // Sets the lengths, HCS and CRC.
  void finish();

 private:
  std::vector<std::uint8_t>& octets_;
  std::size_t start_;
};

}  // namespace docsis_vp::docsis
