#include "platform/debug/packet_stream.h"

#include <utility>

#include "platform/debug/hex.h"

namespace docsis_vp::platform {

namespace {

constexpr char kStart = '$', kEnd = '#', kEscape = '}', kFlip = 0x20, kInterrupt = 0x03;
constexpr std::size_t kSumDigits = 2;

std::uint8_t sum(std::string_view octets) {
  std::uint8_t sum = 0;
  for (const char octet : octets) {
    sum = static_cast<std::uint8_t>(sum + static_cast<std::uint8_t>(octet));
  }
  return sum;
}

std::string without_escapes(std::string_view octets) {
  std::string data;
  for (std::size_t at = 0; at < octets.size(); ++at) {
    if (octets[at] == kEscape && at + 1 < octets.size()) {
      ++at;
      data += static_cast<char>(octets[at] ^ kFlip);
    } else {
      data += octets[at];
    }
  }
  return data;
}

}  // namespace

void PacketStream::feed(std::string_view octets) {
  octets_ += octets;
}

const std::optional<PacketStream::Item>& PacketStream::peek() {
  if (!peeked_) {
    peeked_ = take();
  }
  return peeked_;
}

std::optional<PacketStream::Item> PacketStream::next() {
  peek();
  return std::exchange(peeked_, std::nullopt);
}

std::optional<PacketStream::Item> PacketStream::take() {
  const std::string starts = {kStart, kInterrupt, '+', '-'};
  octets_.erase(0, octets_.find_first_of(starts));
  if (octets_.empty()) {
    return {};
  }
  const char first = octets_.front();
  if (first == kStart) {
    return take_packet();
  }
  octets_.erase(0, 1);
  return Item{first == kInterrupt ? Kind::kInterrupt
              : first == '+'      ? Kind::kConfirmed
                                  : Kind::kRefused,
              {}};
}

std::optional<PacketStream::Item> PacketStream::take_packet() {
  const std::string ends = {kStart, kEnd};
  const std::size_t end = octets_.find_first_of(ends, 1);
  if (end == std::string::npos) {
    if (octets_.size() > kMaxBytes + 1) {
      octets_.clear();
      return Item{Kind::kDamaged, {}};
    }
    return {};
  }
  if (octets_[end] == kStart) {  // the rest of the previous packet was lost
    octets_.erase(0, end);
    return Item{Kind::kDamaged, {}};
  }
  if (octets_.size() < end + 1 + kSumDigits) {
    return {};
  }
  const std::string_view data = std::string_view(octets_).substr(1, end - 1);
  const std::optional<std::string> told = octets_of_hex(octets_.substr(end + 1, kSumDigits));
  const bool sound = told && static_cast<std::uint8_t>(told->front()) == sum(data);
  Item item{Kind::kDamaged, {}};
  if ((sound || !checks_sums_) && data.size() <= kMaxBytes) {
    item = {Kind::kPacket, without_escapes(data)};
  }
  octets_.erase(0, end + 1 + kSumDigits);
  return item;
}

std::string framed(std::string_view data) {
  std::string packet;
  for (const char octet : data) {
    const bool special = octet == kStart || octet == kEnd || octet == kEscape || octet == '*';
    if (special) {
      packet += kEscape;
    }
    packet += special ? static_cast<char>(octet ^ kFlip) : octet;
  }
  const char checksum[] = {static_cast<char>(sum(packet))};
  packet.insert(packet.begin(), kStart);
  packet += kEnd;
  return packet.append(hex_of(std::string_view(checksum, 1)));
}

}  // namespace docsis_vp::platform
