#include "system/config_file/value_text.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace docsis_vp::system {

namespace {

using docsis::TlvKind;
using Octets = std::vector<std::uint8_t>;

constexpr std::size_t kMacOctets = 6;

std::string hexadecimal(const Octets& value, const char* between) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t octet : value) {
    text += text.empty() ? "" : between;
    text += kDigits[octet >> 4];
    text += kDigits[octet & 15];
  }
  return text;
}

std::optional<unsigned> digit(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t value = kDigits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c);
  return value == std::string_view::npos ? std::nullopt
                                         : std::optional<unsigned>(static_cast<unsigned>(value));
}

std::optional<Octets> from_hexadecimal(const std::string& text) {
  Octets octets;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto high = digit(text[i]);
    const auto low = i + 1 < text.size() ? digit(text[i + 1]) : std::nullopt;
    if (!high || !low) {
      return std::nullopt;
    }
    octets.push_back(static_cast<std::uint8_t>(*high << 4 | *low));
  }
  return octets;
}

std::optional<Octets> from_mac(const std::string& text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % 3 != 2) {
      digits += text[i];
    } else if (text[i] != ':') {
      return std::nullopt;
    }
  }
  const auto octets = from_hexadecimal(digits);
  return octets && octets->size() == kMacOctets ? octets : std::nullopt;
}

std::string address(int family, const Octets& value) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(family, value.data(), text.data(), text.size());
  return text.data();
}

std::optional<Octets> from_address(int family, const std::string& text) {
  Octets octets(family == AF_INET ? 4 : 16);
  return inet_pton(family, text.c_str(), octets.data()) == 1 ? std::optional(octets) : std::nullopt;
}

// Accepts the characters of a service class name, and appends the zero octet that ends it.
std::optional<Octets> from_text(const std::string& text) {
  const bool printable =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (!printable) {
    return std::nullopt;
  }
  Octets octets(text.begin(), text.end());
  octets.push_back(0);
  return octets;
}

}  // namespace

std::string value_text(TlvKind kind, const Octets& value) {
  switch (kind) {
    case TlvKind::kText:
      return {value.begin(), value.end() - 1};
    case TlvKind::kMacAddress:
      return hexadecimal(value, ":");
    case TlvKind::kIpv4:
      return address(AF_INET, value);
    case TlvKind::kIpv6:
      return address(AF_INET6, value);
    default:
      return hexadecimal(value, "");
  }
}

std::optional<Octets> value_of_text(TlvKind kind, const std::string& text) {
  switch (kind) {
    case TlvKind::kText:
      return from_text(text);
    case TlvKind::kMacAddress:
      return from_mac(text);
    case TlvKind::kIpv4:
      return from_address(AF_INET, text);
    case TlvKind::kIpv6:
      return from_address(AF_INET6, text);
    default:
      return from_hexadecimal(text);
  }
}

const char* expected_text(TlvKind kind) {
  switch (kind) {
    case TlvKind::kText:
      return "printable ASCII";
    case TlvKind::kMacAddress:
      return "a MAC address such as \"00:10:18:0a:0b:0c\"";
    case TlvKind::kIpv4:
      return "an IPv4 address";
    case TlvKind::kIpv6:
      return "an IPv6 address";
    default:
      return "octets in hexadecimal, two digits each";
  }
}

}  // namespace docsis_vp::system
