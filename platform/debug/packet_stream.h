// Octets of a connection with a debugger, cut into the packets of the remote serial protocol.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace docsis_vp::platform {

// GDB manual, "Remote Protocol", Overview: $ data # checksum. The receiver confirms each packet
// by + or asks for it again by -, until both sides agree to leave that out.
class PacketStream {
 public:
  // Of a packet's data; a longer one is answered by - as a damaged one is.
  static constexpr std::size_t kMaxBytes = 0x4000;

  enum class Kind { kPacket, kDamaged, kInterrupt, kConfirmed, kRefused };
  struct Item {
    Kind kind;
    std::string data;  // of a packet, without escapes
  };

  void feed(std::string_view octets);
  // Nothing: it takes more octets. What belongs to no packet is skipped.
  std::optional<Item> next();
  // What next() is going to return.
  const std::optional<Item>& peek();
  void check_sums(bool check) { checks_sums_ = check; }

 private:
  std::optional<Item> take();
  std::optional<Item> take_packet();

  std::string octets_;
  std::optional<Item> peeked_;
  bool checks_sums_ = true;
};

// With escapes, frame and checksum.
std::string framed(std::string_view data);

}  // namespace docsis_vp::platform
