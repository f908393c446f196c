#include "system/scenario/derive/ip_prefix.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>

namespace docsis_vp::system {

namespace {

std::optional<unsigned> parse_length(std::string_view text, unsigned longest) {
  unsigned length = 0;
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), length);
  const bool fine = status == std::errc{} && stop == text.data() + text.size() && length <= longest;
  return fine ? std::optional<unsigned>(length) : std::nullopt;
}

}  // namespace

std::optional<hosts::IpPrefix> parse_prefix(const std::string& text) {
  const std::size_t slash = text.find('/');
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(text.substr(0, slash), error);
  if (error) {
    return {};
  }
  hosts::IpPrefix prefix;
  if (address.is_v4()) {
    const auto octets = address.to_v4().to_bytes();
    std::copy(octets.begin(), octets.end(), prefix.address.begin());
  } else {
    prefix.version = 6;
    prefix.address = address.to_v6().to_bytes();
  }
  const unsigned longest = address.is_v4() ? 32 : 128;
  const std::optional<unsigned> length =
      slash == std::string::npos ? longest
                                 : parse_length(std::string_view(text).substr(slash + 1), longest);
  if (!length) {
    return {};
  }
  prefix.bits = *length;
  return prefix;
}

}  // namespace docsis_vp::system
