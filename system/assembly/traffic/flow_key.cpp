#include "system/assembly/traffic/flow_key.h"

#include <algorithm>

namespace docsis_vp::system {

FlowKey key_of(Direction direction, std::size_t position) {
  constexpr std::array<std::uint8_t, 4> kLanHost = {192, 168, 100, 10};
  constexpr std::array<std::uint8_t, 4> kWanHost = {198, 51, 100, 1};
  constexpr std::uint16_t kFirstPort = 49152;  // dynamic ports, RFC 6335
  constexpr std::array<std::uint8_t, 6> kLanStation = {0x02, 0, 0, 0, 0, 0x10};  // of local scope
  constexpr std::array<std::uint8_t, 6> kWanRouter = {0x02, 0, 0, 0, 0, 0x01};
  const bool up = direction == Direction::kUpstream;
  FlowKey key;
  key.ethernet_source = up ? kLanStation : kWanRouter;
  key.ethernet_destination = up ? kWanRouter : kLanStation;
  std::copy(kLanHost.begin(), kLanHost.end(), (up ? key.source : key.destination).begin());
  std::copy(kWanHost.begin(), kWanHost.end(), (up ? key.destination : key.source).begin());
  key.source_port = static_cast<std::uint16_t>(kFirstPort + position);
  key.destination_port = static_cast<std::uint16_t>(kFirstPort + position);
  return key;
}

}  // namespace docsis_vp::system
