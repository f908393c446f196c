#include "models/queue/flow_hash.h"

#include <array>

namespace docsis_vp::queue {

namespace {

std::uint32_t rotate(std::uint32_t value, unsigned by) {
  return value << by | value >> (32 - by);
}

template <std::size_t N>
std::uint32_t word(const std::array<std::uint8_t, N>& octets, std::size_t first) {
  return std::uint32_t{octets[first]} << 24 | std::uint32_t{octets[first + 1]} << 16 |
         std::uint32_t{octets[first + 2]} << 8 | octets[first + 3];
}

struct Mixer {
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t c;

  void mix(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    a += x;
    b += y;
    c += z;
    c = (c ^ b) - rotate(b, 14);
    a = (a ^ c) - rotate(c, 11);
    b = (b ^ a) - rotate(a, 25);
    c = (c ^ b) - rotate(b, 16);
    a = (a ^ c) - rotate(c, 4);
    b = (b ^ a) - rotate(a, 14);
    c = (c ^ b) - rotate(b, 24);
  }
};

}  // namespace

std::uint32_t flow_hash(const FlowKey& key, std::uint32_t perturbation, std::uint32_t connection) {
  constexpr std::uint32_t kArbitrary = 0xDEADBEEF;  // constant of lookup3
  Mixer mixer{kArbitrary + perturbation, kArbitrary + perturbation, kArbitrary + perturbation};
  if (key.ip_version == 0) {
    const auto& to = key.ethernet_destination;
    const auto& from = key.ethernet_source;
    mixer.mix(word(to, 0), word(from, 0),
              std::uint32_t{to[4]} << 24 | std::uint32_t{to[5]} << 16 |
                  std::uint32_t{from[4]} << 8 | from[5]);
    mixer.mix(key.ether_type, 0, 0);
    return mixer.c;
  }
  const std::size_t address_octets = key.ip_version == 6 ? 16 : 4;
  const std::uint32_t ports =
      std::uint32_t{key.source_port} << 16 | std::uint32_t{key.destination_port};
  for (std::size_t i = 0; i < address_octets; i += 4) {
    mixer.mix(word(key.source, i), word(key.destination, i), i == 0 ? ports ^ key.protocol : 0);
  }
  if (connection != 0) {
    mixer.mix(connection, 0, 0);
  }
  return mixer.c;
}

FlowKey hashed_key(const FlowKey& key, HashedHeaders headers) {
  constexpr std::uint8_t kEspProtocol = 50;
  FlowKey hashed = key;
  if (key.tunnel != 0 && headers != HashedHeaders::kInner) {
    hashed = {};
    hashed.protocol = kEspProtocol;  // its ports stand for the gateways' addresses and the SPI
    hashed.source_port = static_cast<std::uint16_t>(key.tunnel >> 16);
    hashed.destination_port = static_cast<std::uint16_t>(key.tunnel);
  } else if (headers == HashedHeaders::kThreeTuple) {
    hashed.source_port = 0;
    hashed.destination_port = 0;
  }
  return hashed;
}

FlowQueues::Known FlowQueues::computed(FlowId flow, std::uint32_t connection) const {
  const FlowKey& key = flows_.key(flow);
  const bool shows_ports = headers_ == HashedHeaders::kInner ||
                           (headers_ == HashedHeaders::kFiveTuple && key.tunnel == 0);
  const std::uint64_t hash =
      hash_(hashed_key(key, headers_), perturbation_, shows_ports ? connection : 0);
  return {connection, static_cast<std::uint32_t>(hash * queues_ >> 32)};
}

void FlowQueues::learn(FlowId flow, std::uint32_t connection) {
  for (auto next = static_cast<FlowId>(known_.size()); next <= flow; ++next) {
    known_.push_back(computed(next, 0));
  }
  known_[flow] = computed(flow, connection);
}

}  // namespace docsis_vp::queue
