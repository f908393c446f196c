#include "tests/system/capture/blocks.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace docsis_vp::system {

namespace {

struct Interface {
  std::uint16_t link_type = 0;
  std::string name;
};

class Blocks {
 public:
  explicit Blocks(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    data_.assign(std::istreambuf_iterator<char>(file), {});
  }

  std::vector<CapturedPacket> packets() {
    std::vector<CapturedPacket> packets;
    for (std::size_t at = 0; at < data_.size(); at += u32(at + 4)) {
      if (u32(at + 4) != u32(at + u32(at + 4) - 4)) {
        throw std::runtime_error("a block's two lengths differ");
      }
      if (u32(at) == 1) {
        interfaces_.push_back({static_cast<std::uint16_t>(u32(at + 8) & 0xffff), name(at + 16)});
      } else if (u32(at) == 6) {
        packets.push_back(packet(at));
      }
    }
    return packets;
  }

 private:
  std::uint32_t u32(std::size_t at) const {
    std::uint32_t value = 0;
    std::memcpy(&value, data_.data() + at, sizeof value);
    return value;
  }
  // The first option, which is the name.
  std::string name(std::size_t at) const { return data_.substr(at + 4, u32(at) >> 16); }
  CapturedPacket packet(std::size_t at) const {
    const Interface& interface = interfaces_.at(u32(at + 8));
    CapturedPacket packet;
    packet.link_type = interface.link_type;
    packet.interface = interface.name;
    packet.time_ns = std::uint64_t{u32(at + 12)} << 32 | u32(at + 16);
    packet.original_bytes = u32(at + 24);
    const std::string octets = data_.substr(at + 28, u32(at + 20));
    packet.octets.assign(octets.begin(), octets.end());
    const std::size_t options = at + 28 + (octets.size() + 3) / 4 * 4;
    if (options + 8 < at + u32(at + 4) && u32(options) == 0x0004'0002) {
      packet.direction = u32(options + 4) & 3U;
    }
    return packet;
  }

  std::string data_;
  std::vector<Interface> interfaces_;
};

}  // namespace

std::vector<CapturedPacket> read_blocks(const std::string& path) {
  return Blocks(path).packets();
}

}  // namespace docsis_vp::system
