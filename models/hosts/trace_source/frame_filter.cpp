#include "models/hosts/trace_source/frame_filter.h"

#include <algorithm>

namespace docsis_vp::hosts {

bool IpPrefix::contains(std::uint8_t ip_version, const std::array<std::uint8_t, 16>& other) const {
  if (ip_version != version) {
    return false;
  }
  const auto whole = static_cast<std::ptrdiff_t>(bits / 8);
  if (!std::equal(address.begin(), address.begin() + whole, other.begin())) {
    return false;
  }
  const unsigned rest = bits % 8;
  const auto index = static_cast<std::size_t>(whole);
  return rest == 0 || (address[index] ^ other[index]) >> (8 - rest) == 0;
}

bool FrameFilter::accepts(const FlowKey& key) const {
  return (!ethernet_source || *ethernet_source == key.ethernet_source) &&
         (!ip_source || ip_source->contains(key.ip_version, key.source));
}

bool FrameFilter::accepts_from(std::string_view name, std::uint32_t number, bool is_sent) const {
  const bool is_there =
      interface.empty() || interface == name || interface == std::to_string(number);
  return is_there && !(received_only && is_sent);
}

}  // namespace docsis_vp::hosts
