// Reads and writes the MAC header of all DOCSIS frames (MULPIv3.1 6.2): FC, MAC_PARM, LEN or SID,
// extended header, HCS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/docsis/octets.h"
#include "models/docsis/parse_error.h"

namespace docsis_vp::docsis {

enum class FrameKind : std::uint8_t {
  kPacket,             // Ethernet packet PDU
  kIsolation,          // packet PDU that pre-3.0 modems discard
  kTiming,             // SYNC
  kManagement,         // MAC management message
  kRequest,            // in minislots; 6 octets in total
  kFragment,           // pre-3.0
  kQueueDepthRequest,  // in N-byte units; 7 octets in total
  kConcatenation       // pre-3.0
};

constexpr std::uint32_t kPlainHeaderBytes = 6;
constexpr std::uint32_t kQueueDepthRequestBytes = 7;
constexpr std::uint32_t kMaxExtendedHeaderBytes = 240;
constexpr std::uint32_t kMaxHeaderBytes = kPlainHeaderBytes + kMaxExtendedHeaderBytes;
// In the place of a frame control octet, this value marks the start of padding.
constexpr std::uint8_t kPaddingOctet = 0xFF;

struct MacHeader {
  FrameKind kind = FrameKind::kPacket;
  std::uint32_t header_bytes = 0;   // FC to HCS
  std::uint32_t payload_bytes = 0;  // after the HCS: DA..CRC of a packet; 0 in request frames
  std::uint32_t request = 0;        // request frames: minislots, or N-byte units
  std::uint16_t sid = 0;            // request frames: 14 bits
  std::uint8_t frames = 0;          // concatenation: frames within
  OctetView extended_header;        // elements, not interpreted; part of the parsed octets
};

// Returns the length of the header that begins with these octets. Returns none if they are too few
// to tell, or begin no header.
std::optional<std::uint32_t> mac_header_size(OctetView octets);

// Errors: kTruncated, kBadHcs, kBadLength, kBadExtendedHeader, kUnknownFrame, kReservedField.
// Does not look past the header.
Parsed<MacHeader> parse_mac_header(OctetView octets);

// ethernet_bytes: DA..CRC, at most 65535.
void append_packet_header(std::vector<std::uint8_t>& octets, std::uint32_t ethernet_bytes);
// minislots: at most 255.
void append_request(std::vector<std::uint8_t>& octets, std::uint16_t sid, unsigned minislots);
// units of N bytes, at most 65535.
void append_queue_depth_request(std::vector<std::uint8_t>& octets, std::uint16_t sid,
                                unsigned units);
// Appends any other header with a LEN field. frame_control: without EHDR_ON; extended_header: whole
// elements, at most 240 octets.
void append_header(std::vector<std::uint8_t>& octets, std::uint8_t frame_control,
                   OctetView extended_header, std::uint32_t payload_bytes);

constexpr std::uint8_t kPacketControl = 0x00;
constexpr std::uint8_t kIsolationControl = 0x80;
constexpr std::uint8_t kTimingControl = 0xC0;
constexpr std::uint8_t kManagementControl = 0xC2;
constexpr std::uint8_t kRequestControl = 0xC4;
constexpr std::uint8_t kFragmentControl = 0xC6;
constexpr std::uint8_t kQueueDepthRequestControl = 0xC8;
constexpr std::uint8_t kConcatenationControl = 0xF8;
constexpr std::uint8_t kExtendedHeaderOn = 0x01;

}  // namespace docsis_vp::docsis
