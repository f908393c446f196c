// draft-ietf-opsawg-pcap: a header of 24 octets, then records of 16 octets and data. The modified
// format has 8 more octets before the data: interface, protocol, packet type.
#include <array>

#include "models/hosts/capture/capture_format.h"

namespace docsis_vp::hosts {
namespace {

constexpr std::uint32_t kRecordHeaderBytes = 16;
constexpr std::uint32_t kModifiedHeaderBytes = 24;

class Pcap : public CaptureReader::Format {
 public:
  using Format::Format;

  std::optional<CapturedFrame> next() override;

 private:
  void start() override;

  ByteOrder order_;
  std::uint64_t ticks_per_second_ = 1'000'000;
  TimeResolution resolution_;
  std::uint32_t header_bytes_ = kRecordHeaderBytes;
  std::uint16_t link_type_ = 0;
  std::uint32_t fcs_bytes_ = 0;
};

void Pcap::start() {
  std::array<std::uint8_t, 24> header{};
  file_.read(header.data(), header.size());
  order_.is_big = header[0] == 0xa1;
  const std::uint16_t magic = order_.u16(header.data() + (order_.is_big ? 2 : 0));
  const bool in_nanoseconds = magic == 0x3c4d;
  header_bytes_ = magic == 0xcd34 ? kModifiedHeaderBytes : kRecordHeaderBytes;
  resolution_.code = in_nanoseconds ? 9 : 6;
  ticks_per_second_ = in_nanoseconds ? 1'000'000'000 : 1'000'000;
  const std::uint16_t major = order_.u16(&header[4]);
  if (major != 2) {
    file_.fail("pcap version " + std::to_string(major) + " unsupported, expected 2");
  }
  // The low half is the link type. If bit 26 is set, the top bits give the length of the frame
  // check sequence in 16-bit words.
  const std::uint32_t link = order_.u32(&header[20]);
  link_type_ = static_cast<std::uint16_t>(link);
  fcs_bytes_ = (link & 1U << 26) != 0 ? (link >> 28) * 2 : 0;
}

std::optional<CapturedFrame> Pcap::next() {
  if (file_.at_end()) {
    return std::nullopt;
  }
  CapturedFrame frame;
  frame.file_offset = file_.position();
  std::array<std::uint8_t, kModifiedHeaderBytes> header{};
  if (!file_.has(header_bytes_)) {
    note_cut(frame.file_offset);
    return std::nullopt;
  }
  file_.read(header.data(), header_bytes_);
  const std::uint64_t seconds = order_.u32(&header[0]);
  const std::uint64_t fraction = order_.u32(&header[4]);
  frame.captured_bytes = order_.u32(&header[8]);
  frame.original_bytes = order_.u32(&header[12]);
  if (frame.captured_bytes > kLongestRecordBytes) {
    fail_at(frame.file_offset,
            "damaged: a packet of " + std::to_string(frame.captured_bytes) + " captured octets");
  }
  if (!file_.has(frame.captured_bytes)) {
    note_cut(frame.file_offset);
    return std::nullopt;
  }
  frame.time = resolution_.to_ps(seconds * ticks_per_second_ + fraction);
  record_.resize(frame.captured_bytes);
  file_.read(record_.data(), record_.size());
  frame.octets = record_.data();
  frame.link_type = link_type_;
  frame.fcs_bytes = fcs_bytes_;
  return frame;
}

}  // namespace

std::unique_ptr<CaptureReader::Format> make_pcap(CaptureFile file) {
  return std::make_unique<Pcap>(std::move(file));
}

}  // namespace docsis_vp::hosts
