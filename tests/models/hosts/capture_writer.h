// Writes captures octet by octet, in either byte order.
#pragma once

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

namespace docsis_vp::hosts {

using Octets = std::vector<std::uint8_t>;

class CaptureWriter {
 public:
  explicit CaptureWriter(bool is_big) : is_big_(is_big) {}

  CaptureWriter& u16(std::uint16_t value) { return number(value, 2); }
  CaptureWriter& u32(std::uint32_t value) { return number(value, 4); }
  CaptureWriter& u64(std::uint64_t value) { return number(value, 8); }
  CaptureWriter& raw(const Octets& octets) {
    octets_.insert(octets_.end(), octets.begin(), octets.end());
    return *this;
  }
  CaptureWriter& padded(const Octets& octets) {
    raw(octets);
    octets_.resize(octets_.size() + (4 - octets.size() % 4) % 4);
    return *this;
  }

  CaptureWriter& pcap_header(std::uint32_t magic, std::uint32_t link) {
    return u32(magic).u16(2).u16(4).u32(0).u32(0).u32(262'144).u32(link);
  }
  CaptureWriter& pcap_packet(std::uint32_t seconds, std::uint32_t fraction,
                             std::uint32_t original_bytes, const Octets& data) {
    u32(seconds).u32(fraction).u32(static_cast<std::uint32_t>(data.size())).u32(original_bytes);
    return raw(data);
  }

  CaptureWriter& block(std::uint32_t type, const Octets& body) {
    const auto length = static_cast<std::uint32_t>(body.size() + 12);
    return u32(type).u32(length).raw(body).u32(length);
  }
  CaptureWriter& section() {
    return block(0x0a0d0d0a, part().u32(0x1a2b3c4d).u16(1).u16(0).u64(UINT64_MAX).octets());
  }
  CaptureWriter& interface(std::uint16_t link_type, const Octets& options = {},
                           std::uint32_t snap_bytes = 0) {
    return block(1, part().u16(link_type).u16(0).u32(snap_bytes).raw(options).octets());
  }
  CaptureWriter& enhanced(std::uint32_t interface, std::uint64_t ticks,
                          std::uint32_t original_bytes, const Octets& data,
                          const Octets& options = {}) {
    return block(6, part()
                        .u32(interface)
                        .u32(static_cast<std::uint32_t>(ticks >> 32))
                        .u32(static_cast<std::uint32_t>(ticks))
                        .u32(static_cast<std::uint32_t>(data.size()))
                        .u32(original_bytes)
                        .padded(data)
                        .raw(options)
                        .octets());
  }
  CaptureWriter& option(std::uint16_t code, const Octets& value) {
    return u16(code).u16(static_cast<std::uint16_t>(value.size())).padded(value);
  }

  // An empty writer of the same byte order, for the body of a block.
  CaptureWriter part() const { return CaptureWriter(is_big_); }
  const Octets& octets() const { return octets_; }

 private:
  CaptureWriter& number(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) {
      const unsigned shift = 8 * (is_big_ ? bytes - 1 - i : i);
      octets_.push_back(static_cast<std::uint8_t>(value >> shift));
    }
    return *this;
  }

  bool is_big_;
  Octets octets_;
};

inline void write_file(const std::string& path, const Octets& octets) {
  // Replacing a file in place makes some file systems wait for the disk.
  std::remove(path.c_str());
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(octets.data()),
             static_cast<std::streamsize>(octets.size()));
}

// The first 42 octets of an Ethernet frame with UDP in IPv4 from 10.0.0.<host>, port 1000 + host,
// to 10.0.0.99 port 53.
inline Octets udp_frame(std::uint8_t host, std::uint8_t traffic_class = 0) {
  Octets frame = {2, 0, 0, 0, 0, 99, 2, 0, 0, 0, 0, host, 0x08, 0x00};
  const auto port = static_cast<std::uint16_t>(1'000 + host);
  const Octets rest = {0x45,
                       traffic_class,
                       0,
                       100,
                       0,
                       0,
                       0x40,
                       0,
                       64,
                       17,
                       0,
                       0,
                       10,
                       0,
                       0,
                       host,
                       10,
                       0,
                       0,
                       99,
                       static_cast<std::uint8_t>(port >> 8),
                       static_cast<std::uint8_t>(port),
                       0,
                       53,
                       0,
                       80,
                       0,
                       0};
  frame.insert(frame.end(), rest.begin(), rest.end());
  return frame;
}

}  // namespace docsis_vp::hosts
