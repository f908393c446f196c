// Checks TLV values of a configuration file against the limits of scenario keys.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/json/writer.h"
#include "system/scenario/provisioning/tlv_values.h"
#include "system/scenario/schema/table.h"
#include "system/scenario/schema/value_type.h"

namespace docsis_vp::system {

// Throws docsis::ConfigFileError at the TLV if the key of the table does not permit the value.
template <class T>
void check_limits(const docsis::ConfigTlv& tlv, const Table<T>& table, std::string_view key,
                  double value) {
  JsonNode node;
  node.kind = JsonNode::Kind::kNumber;
  node.number = value;
  node.text = json_number(value);
  T scratch;
  PlaceTable places;
  for (const auto& field : table.fields()) {
    if (field->name == key) {
      try {
        field->type->read(node, "", field->make(&scratch), places);
      } catch (const ConfigError& error) {
        throw docsis::ConfigFileError(tlv.offset, std::string(key) + ": " + error.message());
      }
    }
  }
}

// Does the same for a sub-TLV, if it is present.
template <class T>
void check_limits(const docsis::ConfigTlv& group, std::uint8_t type, const Table<T>& table,
                  std::string_view key) {
  if (const docsis::ConfigTlv* const tlv = group.child(type)) {
    check_limits(*tlv, table, key, static_cast<double>(tlv->number()));
  }
}

// Returns the rate in Mbit/s. Sub-TLV x.41 gives the unit of the encoded rate. 0: absent or
// unlimited.
template <class T>
double rate_mbps(const docsis::ConfigTlv& flow, std::uint8_t type, const Table<T>& table,
                 std::string_view key) {
  constexpr double kBitsPerMegabit = 1e6;
  // bit/s, kbit/s, Mbit/s, Gbit/s. The reader of the file refuses other units.
  constexpr std::array<double, 4> kRateUnits = {1, 1e3, 1e6, 1e9};
  const std::uint64_t unit = number(flow, 41).value_or(0);
  const double rate =
      static_cast<double>(number(flow, type).value_or(0)) * kRateUnits.at(unit) / kBitsPerMegabit;
  if (rate > 0) {
    check_limits(*flow.child(type), table, key, rate);
  }
  return rate;
}

}  // namespace docsis_vp::system
