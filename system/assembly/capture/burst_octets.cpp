#include "system/assembly/capture/burst_octets.h"

#include <algorithm>

#include "models/docsis/map.h"
#include "models/docsis/octets.h"

namespace docsis_vp::system {

namespace {

// Wireshark's packet-xra: packet types and elements.
constexpr std::uint8_t kXraVersion = 1;
constexpr std::uint8_t kTdmaBurst = 0x41;
constexpr std::uint8_t kOfdmaDataBurst = 0x48;
constexpr std::uint8_t kOfdmaRequest = 0x4B;
constexpr std::uint8_t kChannelElement = 10;
constexpr std::uint8_t kSidElement = 11;
constexpr std::uint8_t kIucElement = 12;
constexpr std::uint8_t kMinislotElement = 15;
constexpr std::uint8_t kAbsoluteMinislot = 1;  // relative to the preceding element
constexpr std::uint8_t kSegmentHeaderElement = 18;
constexpr std::size_t kElementBytes = 21;  // of the five elements
constexpr std::size_t kHeadBytes = 4;

}  // namespace

std::vector<std::uint8_t> burst_octets(const docsis::UpstreamBurst& burst,
                                       const FrameOf& frame_of) {
  if (burst.runs.empty()) {
    return burst.octets;
  }
  std::vector<std::uint8_t> all;
  all.reserve(burst.size_bytes);
  docsis::OctetReader octets{docsis::OctetView(burst.octets)};
  for (const docsis::BurstRun& run : burst.runs) {
    const docsis::OctetView headers = octets.take(run.octets);
    all.insert(all.end(), headers.data, headers.data + headers.size);
    if (run.frame_bytes > 0) {
      const docsis::OctetView stretch =
          docsis::OctetView(frame_of(run)).from(run.frame_offset).first(run.frame_bytes);
      all.insert(all.end(), stretch.data, stretch.data + stretch.size);
      all.resize(all.size() + run.frame_bytes - stretch.size);
    }
  }
  return all;
}

std::vector<std::uint8_t> xra_header(const docsis::UpstreamBurst& burst, std::uint8_t channel_id,
                                     bool ofdma) {
  const bool request = burst.runs.empty() && burst.iuc == docsis::kIucRequest;
  std::vector<std::uint8_t> elements;
  docsis::OctetWriter to(elements, kElementBytes);
  to.u8(kChannelElement);
  to.u8(1);
  to.u8(channel_id);
  to.u8(kSidElement);
  to.u8(2);
  to.u16(burst.sid);
  to.u8(kIucElement);
  to.u8(1);
  to.u8(burst.iuc);
  to.u8(kMinislotElement);
  to.u8(6);
  to.u8(kAbsoluteMinislot);
  to.u8(4);
  to.u32(static_cast<std::uint32_t>(burst.first_minislot));
  to.u8(kSegmentHeaderElement);
  to.u8(1);
  to.u8(request ? 0 : 1);
  std::vector<std::uint8_t> header;
  docsis::OctetWriter head(header, kHeadBytes);
  head.u8(kXraVersion);
  head.u8(request ? kOfdmaRequest : ofdma ? kOfdmaDataBurst : kTdmaBurst);
  head.u16(static_cast<unsigned>(elements.size()));
  header.insert(header.end(), elements.begin(), elements.end());
  return header;
}

}  // namespace docsis_vp::system
