// One frame of the MAC layer: request, queue-depth request, packet, with its place in a downstream
// sequence or without, or management.
#include <vector>

#include "models/docsis/ds_header.h"
#include "models/docsis/mac_header.h"
#include "models/docsis/management.h"
#include "tests/fuzz/repair.h"
#include "tests/fuzz/require.h"

using docsis_vp::fuzz::require;
namespace docsis = docsis_vp::docsis;

namespace {

// The HCS of whatever header the octets begin.
void repair_header(std::vector<std::uint8_t>& octets) {
  const auto size = docsis::mac_header_size(octets);
  if (size && *size >= docsis::kPlainHeaderBytes && *size <= octets.size()) {
    const std::uint16_t hcs = docsis::crc16_x25(docsis::OctetView(octets).first(*size - 2));
    octets[*size - 2] = static_cast<std::uint8_t>(hcs);
    octets[*size - 1] = static_cast<std::uint8_t>(hcs >> 8);
  }
}

void check(const docsis::MacHeader& header, const std::vector<std::uint8_t>& octets) {
  require(header.header_bytes <= octets.size(), "the header lies within the octets");
  require(header.extended_header.size <= docsis::kMaxExtendedHeaderBytes, "extended header");
  require(docsis::mac_header_size(octets) == header.header_bytes, "both sizes agree");
  std::vector<std::uint8_t> written;
  if (const auto service = docsis::find_ds_service(header.extended_header)) {
    docsis::append_ds_packet_header(written, *service, header.payload_bytes);
    const auto again = docsis::parse_mac_header(written);
    const auto read = again ? docsis::find_ds_service(again->extended_header) : std::nullopt;
    require(read && read->dsid == service->dsid && read->sequence == service->sequence,
            "a sequence number reads back");
    written.clear();
  }
  if (header.kind == docsis::FrameKind::kQueueDepthRequest) {
    docsis::append_queue_depth_request(written, header.sid, header.request);
    const auto again = docsis::parse_mac_header(written);
    require(again && again->sid == header.sid && again->request == header.request,
            "a request reads back");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  std::vector<std::uint8_t> octets(data + 1, data + size);
  if (data[0] % 3 == 1) {
    repair_header(octets);
  } else if (data[0] % 3 == 2) {
    docsis_vp::fuzz::repair_management(octets);
  }
  if (const auto header = docsis::parse_mac_header(octets)) {
    check(*header, octets);
  }
  if (const auto message = docsis::parse_management(octets)) {
    require(message->body.size + docsis::kManagementOverheadBytes <= octets.size(),
            "the body fits");
  }
  return 0;
}
