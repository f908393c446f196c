#include "models/queue/flow_identities.h"

#include "models/aqm/dual_queue/flow_identity.h"

namespace docsis_vp::queue {

namespace {

constexpr std::uint8_t kEsp = 50;
constexpr std::uint8_t kAh = 51;

template <std::size_t N>
std::uint32_t word_of(const std::array<std::uint8_t, N>& octets, std::size_t first) {
  return std::uint32_t{octets[first]} << 24 | std::uint32_t{octets[first + 1]} << 16 |
         std::uint32_t{octets[first + 2]} << 8 | octets[first + 3];
}

std::uint64_t frame_identity(const FlowKey& key, std::uint32_t salt) {
  const auto& to = key.ethernet_destination;
  const auto& from = key.ethernet_source;
  const std::uint32_t words[4] = {word_of(to, 0),
                                  std::uint32_t{to[4]} << 24 | std::uint32_t{to[5]} << 16 |
                                      std::uint32_t{from[0]} << 8 | from[1],
                                  word_of(from, 2), key.ether_type};
  return flow_identity_lookup3(words, sizeof words, salt);
}

}  // namespace

std::uint64_t flow_identity_of(const FlowKey& key, std::uint32_t connection, std::uint32_t salt) {
  if (key.ip_version == 0) {
    return frame_identity(key, salt);
  }
  flow_identity identity{};
  if (key.tunnel != 0) {
    identity.version = 4;
    identity.protocol = kEsp;
    identity.selector = key.tunnel;  // stands for the gateways' addresses, too
    identity.kind = FLOW_IDENTITY_4_TUPLE;
    return flow_identity_hash(&identity, salt);
  }
  identity.version = key.ip_version;
  identity.protocol = key.protocol;
  for (std::size_t i = 0; i < (key.ip_version == 6 ? 4U : 1U); ++i) {
    identity.source[i] = word_of(key.source, 4 * i);
    identity.destination[i] = word_of(key.destination, 4 * i);
  }
  const std::uint16_t source_port = static_cast<std::uint16_t>(key.source_port + connection);
  identity.selector = std::uint32_t{source_port} << 16 | key.destination_port;
  const bool is_ipsec = key.protocol == kEsp || key.protocol == kAh;
  identity.kind = is_ipsec                 ? FLOW_IDENTITY_4_TUPLE
                  : identity.selector != 0 ? FLOW_IDENTITY_5_TUPLE
                                           : FLOW_IDENTITY_3_TUPLE;
  return flow_identity_hash(&identity, salt);
}

std::uint64_t FlowIdentities::of(const Packet& packet) {
  const std::uint32_t connection = packet.tcp.flags != 0 ? packet.tcp.connection : 0;
  for (auto next = static_cast<FlowId>(known_.size()); next <= packet.flow; ++next) {
    known_.push_back({0, flow_identity_of(flows_.key(next), 0, salt_)});
  }
  KnownFlow& known = known_[packet.flow];
  if (known.connection != connection) {
    known = {connection, flow_identity_of(flows_.key(packet.flow), connection, salt_)};
  }
  return known.identity;
}

}  // namespace docsis_vp::queue
