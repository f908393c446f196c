// Reads the values of sub-TLVs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/docsis/config_file/config_file.h"
#include "system/config_file/value_text.h"

namespace docsis_vp::system {

inline std::optional<std::uint64_t> number(const docsis::ConfigTlv& group, std::uint8_t type) {
  const docsis::ConfigTlv* const tlv = group.child(type);
  return tlv == nullptr ? std::nullopt : std::optional(tlv->number());
}

inline std::string text(const docsis::ConfigTlv& group, std::uint8_t type, docsis::TlvKind kind) {
  const docsis::ConfigTlv* const tlv = group.child(type);
  return tlv == nullptr ? "" : value_text(kind, tlv->value);
}

inline void copy(const docsis::ConfigTlv& group, std::uint8_t type, std::optional<unsigned>& to) {
  if (const auto value = number(group, type)) {
    to = static_cast<unsigned>(*value);
  }
}

inline void copy(const docsis::ConfigTlv& group, std::uint8_t type, unsigned& to) {
  to = static_cast<unsigned>(number(group, type).value_or(to));
}

}  // namespace docsis_vp::system
