#include "system/scenario/derive/flow_key.h"

#include <algorithm>
#include <string>

#include "platform/base/errors.h"
#include "system/scenario/derive/classifier_rule.h"
#include "system/scenario/derive/instances.h"

namespace docsis_vp::system {

namespace {

constexpr std::uint16_t kEtherTypeIpv6 = 0x86DD;

IpAddress ipv4(const std::array<std::uint8_t, 4>& octets) {
  IpAddress address;
  std::copy(octets.begin(), octets.end(), address.octets.begin());
  return address;
}

IpAddress address_of(const std::optional<std::string>& given,
                     const std::array<std::uint8_t, 4>& usual) {
  return given ? *parse_address(*given) : ipv4(usual);
}

// A locally administered address.
std::array<std::uint8_t, 6> lan_station(unsigned modem, unsigned host) {
  constexpr unsigned kFirstHost = 0x10;
  return {0x02,
          0,
          0,
          static_cast<std::uint8_t>(modem / 256),
          static_cast<std::uint8_t>(modem % 256),
          static_cast<std::uint8_t>(kFirstHost + host)};
}

// Uses the dynamic ports (RFC 6335) first, then the registered ones.
unsigned port_of(std::size_t position, std::size_t flow) {
  constexpr unsigned kLowest = 1024;
  constexpr unsigned kFirstDynamic = 49152;
  constexpr unsigned kPorts = 65536 - kLowest;
  if (position >= kPorts) {
    throw ConfigError(
        "/flows/" + std::to_string(flow),
        "expected at most " + std::to_string(kPorts) + " pairs of hosts behind one modem");
  }
  return kLowest + (kFirstDynamic - kLowest + static_cast<unsigned>(position)) % kPorts;
}

// FNV-1a of the modem and the name, but never 0: tunnels of two modems have different addresses.
std::uint32_t tunnel_number(unsigned modem, const std::string& name) {
  std::uint32_t hash = (2'166'136'261U ^ modem) * 16'777'619U;
  for (const char c : name) {
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 16'777'619U;
  }
  return hash != 0 ? hash : 1;
}

}  // namespace

FlowKey key_of(const FlowConfig& flow, unsigned modem, Direction direction, std::size_t position) {
  constexpr std::array<std::uint8_t, 4> kWanHost = {198, 51, 100, 1};
  constexpr std::array<std::uint8_t, 6> kWanRouter = {0x02, 0, 0, 0, 0, 0x01};
  const IpAddress lan = address_of(flow.lan_address, lan_address(modem, flow.lan_host));
  const IpAddress wan = address_of(flow.wan_address, kWanHost);
  const unsigned own_port = port_of(position, flow.position);
  const auto lan_port = static_cast<std::uint16_t>(flow.lan_port.value_or(own_port));
  const auto wan_port = static_cast<std::uint16_t>(flow.wan_port.value_or(own_port));
  const bool up = direction == Direction::kUpstream;
  FlowKey key;
  key.ethernet_source = up ? lan_station(modem, flow.lan_host) : kWanRouter;
  key.ethernet_destination = up ? kWanRouter : lan_station(modem, flow.lan_host);
  key.ip_version = lan.version;
  key.ether_type = lan.version == 6 ? kEtherTypeIpv6 : key.ether_type;
  key.dscp = static_cast<std::uint8_t>(flow.dscp);
  key.source = (up ? lan : wan).octets;
  key.destination = (up ? wan : lan).octets;
  key.tunnel = flow.tunnel ? tunnel_number(modem, *flow.tunnel) : 0;
  key.source_port = up ? lan_port : wan_port;
  key.destination_port = up ? wan_port : lan_port;
  return key;
}

}  // namespace docsis_vp::system
