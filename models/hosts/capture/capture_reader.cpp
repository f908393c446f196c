#include "models/hosts/capture/capture_reader.h"

#include <array>
#include <cstdio>

#include "models/hosts/capture/capture_format.h"

namespace docsis_vp::hosts {
namespace {

constexpr std::uint32_t kPcapngMagic = 0x0a0d0d0a;  // the same in both byte orders
constexpr std::uint32_t kMicroseconds = 0xa1b2c3d4;
constexpr std::uint32_t kNanoseconds = 0xa1b23c4d;
constexpr std::uint32_t kModified = 0xa1b2cd34;

bool is_pcap(const std::uint8_t* magic) {
  for (const bool is_big : {false, true}) {
    const std::uint32_t value = ByteOrder{is_big}.u32(magic);
    if (value == kMicroseconds || value == kNanoseconds || value == kModified) {
      return true;
    }
  }
  return false;
}

std::unique_ptr<CaptureReader::Format> open(const std::string& path) {
  CaptureFile file(path);
  std::array<std::uint8_t, 4> magic{};
  file.read(magic.data(), magic.size());
  file.rewind();
  if (is_pcap(magic.data())) {
    return make_pcap(std::move(file));
  }
  const std::uint32_t value = ByteOrder{true}.u32(magic.data());
  if (value == kPcapngMagic) {
    return make_pcapng(std::move(file));
  }
  std::array<char, 48> message{};
  std::snprintf(message.data(), message.size(), "not a capture: magic 0x%08x",
                static_cast<unsigned>(value));
  file.fail(std::string(message.data()) + ", expected pcap or pcapng");
}

}  // namespace

CaptureReader::CaptureReader(const std::string& path) : format_(open(path)) {
  format_->rewind();
}

CaptureReader::~CaptureReader() = default;

std::optional<CapturedFrame> CaptureReader::next() {
  return format_->next();
}

void CaptureReader::rewind() {
  format_->rewind();
}

const std::optional<std::uint64_t>& CaptureReader::cut_at() const {
  return format_->cut_at();
}

const std::string& CaptureReader::application() const {
  return format_->application();
}

const std::vector<std::string>& CaptureReader::interface_names() const {
  return format_->interface_names();
}

}  // namespace docsis_vp::hosts
