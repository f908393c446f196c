// Splits the octets of a debugger's connection into packets of the remote serial protocol.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace docsis_vp::platform {

// GDB manual, "Remote Protocol", Overview: $ data # checksum. The receiver acknowledges each packet
// by + or requests it again by -, until both sides agree to stop that.
class PacketStream {
 public:
  // Limit of a packet's data; a longer packet is answered by -, like a damaged one.
  static constexpr std::size_t kMaxBytes = 0x4000;

  enum class Kind { kPacket, kDamaged, kInterrupt, kConfirmed, kRefused };
  struct Item {
    Kind kind;
    std::string data;  // a packet's data, without escapes
  };

  void feed(std::string_view octets);
  // Returns nothing until more octets arrive. Octets outside packets are skipped.
  std::optional<Item> next();
  // Returns the item that next() will return.
  const std::optional<Item>& peek();
  void check_sums(bool check) { checks_sums_ = check; }

 private:
  std::optional<Item> take();
  std::optional<Item> take_packet();

  std::string octets_;
  std::optional<Item> peeked_;
  bool checks_sums_ = true;
};

// Returns the packet for `data`: escapes, frame and checksum.
std::string framed(std::string_view data);

}  // namespace docsis_vp::platform
