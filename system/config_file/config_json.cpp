#include "system/config_file/config_json.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>

#include "platform/base/errors.h"
#include "platform/base/suggestion.h"
#include "system/config_file/value_text.h"
#include "system/json/node.h"
#include "system/json/writer.h"

namespace docsis_vp::system {

namespace {

using docsis::ConfigTlv;
using docsis::TlvDescription;
using docsis::TlvKind;
using docsis::TlvTable;

using Tlvs = std::vector<ConfigTlv>;
using Types = std::vector<std::uint8_t>;

constexpr const char* kUnknown = "unknown";
constexpr const char* kOrder = "order";

// Returns the types in the order of the JSON text.
Types types_in_groups(const Tlvs& tlvs) {
  Types order;
  for (const ConfigTlv& tlv : tlvs) {
    if (tlv.known != nullptr && std::find(order.begin(), order.end(), tlv.type) == order.end()) {
      const auto count = std::count_if(tlvs.begin(), tlvs.end(),
                                       [&](const ConfigTlv& t) { return t.type == tlv.type; });
      order.insert(order.end(), static_cast<std::size_t>(count), tlv.type);
    }
  }
  for (const ConfigTlv& tlv : tlvs) {
    if (tlv.known == nullptr) {
      order.push_back(tlv.type);
    }
  }
  return order;
}

Types in_order(const Tlvs& tlvs) {
  Types order;
  std::transform(tlvs.begin(), tlvs.end(), std::back_inserter(order),
                 [](const ConfigTlv& tlv) { return tlv.type; });
  return order;
}

void write_octets(const std::vector<std::uint8_t>& octets, JsonWriter& json) {
  json.begin_array(JsonWriter::Layout::kInline);
  for (const std::uint8_t octet : octets) {
    json.integer(octet);
  }
  json.end_array();
}

void write_tlv_group(const Tlvs& tlvs, JsonWriter& json);

void write_value(const ConfigTlv& tlv, JsonWriter& json) {
  switch (tlv.known->kind) {
    case TlvKind::kGroup:
      write_tlv_group(tlv.children, json);
      break;
    case TlvKind::kUnsigned:
      json.integer(tlv.number());
      break;
    case TlvKind::kOctetList:
      write_octets(tlv.value, json);
      break;
    default:
      json.string(value_text(tlv.known->kind, tlv.value));
  }
}

void write_known(const Tlvs& tlvs, JsonWriter& json) {
  Types done;
  for (const ConfigTlv& tlv : tlvs) {
    if (tlv.known == nullptr || std::find(done.begin(), done.end(), tlv.type) != done.end()) {
      continue;
    }
    done.push_back(tlv.type);
    json.key(tlv.known->name);
    if (!tlv.known->repeats) {
      write_value(tlv, json);
      continue;
    }
    json.begin_array();
    for (const ConfigTlv& twin : tlvs) {
      if (twin.type == tlv.type) {
        write_value(twin, json);
      }
    }
    json.end_array();
  }
}

void write_unknown(const Tlvs& tlvs, JsonWriter& json) {
  if (std::all_of(tlvs.begin(), tlvs.end(),
                  [](const ConfigTlv& t) { return t.known != nullptr; })) {
    return;
  }
  json.key(kUnknown).begin_array();
  for (const ConfigTlv& tlv : tlvs) {
    if (tlv.known == nullptr) {
      json.begin_object(JsonWriter::Layout::kInline)
          .field("type", static_cast<unsigned>(tlv.type))
          .field("octets", value_text(TlvKind::kOctets, tlv.value))
          .end_object();
    }
  }
  json.end_array();
}

void write_tlv_group(const Tlvs& tlvs, JsonWriter& json) {
  json.begin_object();
  write_known(tlvs, json);
  write_unknown(tlvs, json);
  if (types_in_groups(tlvs) != in_order(tlvs)) {
    json.key(kOrder);
    write_octets(in_order(tlvs), json);
  }
  json.end_object();
}

[[noreturn]] void refuse(const JsonNode& node, const std::string& name,
                         const std::string& expected) {
  throw InputError(node.place.text() + ": \"" + name + "\" is " + shown(node) + ", expected " +
                   expected);
}

std::uint64_t integer(const JsonNode& node, const std::string& name, std::uint64_t min,
                      std::uint64_t max) {
  const bool fits =
      node.kind == JsonNode::Kind::kNumber && node.number >= static_cast<double>(min) &&
      node.number <= static_cast<double>(max) && node.number == std::floor(node.number);
  if (!fits) {
    refuse(node, name, "an integer " + std::to_string(min) + ".." + std::to_string(max));
  }
  return static_cast<std::uint64_t>(node.number);
}

std::vector<std::uint8_t> octet_list(const JsonNode& node, const std::string& name,
                                     std::size_t least, std::size_t most) {
  if (node.kind != JsonNode::Kind::kArray || node.elements.size() < least ||
      node.elements.size() > most) {
    refuse(node, name,
           "an array of " +
               (least == most ? std::to_string(least)
                              : std::to_string(least) + " to " + std::to_string(most)) +
               " integers 0..255");
  }
  std::vector<std::uint8_t> octets;
  for (const JsonNode& element : node.elements) {
    octets.push_back(static_cast<std::uint8_t>(integer(element, name, 0, 255)));
  }
  return octets;
}

std::vector<std::uint8_t> text_octets(const JsonNode& node, const std::string& name, TlvKind kind,
                                      std::size_t least, std::size_t most) {
  const auto octets =
      node.kind == JsonNode::Kind::kString ? value_of_text(kind, node.text) : std::nullopt;
  if (!octets) {
    refuse(node, name, expected_text(kind));
  }
  if (octets->size() < least || octets->size() > most) {
    const std::size_t closing = kind == TlvKind::kText ? 1 : 0;
    throw InputError(node.place.text() + ": \"" + name + "\" has " +
                     std::to_string(octets->size() - closing) + ", expected " +
                     std::to_string(least - closing) + " to " + std::to_string(most - closing) +
                     (kind == TlvKind::kText ? " characters" : " octets"));
  }
  return *octets;
}

Tlvs read_group(const JsonNode& node, const std::string& name, const TlvTable& table);

ConfigTlv read_value(const JsonNode& node, const TlvDescription& known) {
  ConfigTlv tlv;
  tlv.type = known.type;
  tlv.known = &known;
  switch (known.kind) {
    case TlvKind::kGroup:
      tlv.children = read_group(node, known.name, *known.group);
      break;
    case TlvKind::kUnsigned: {
      const std::uint64_t value = integer(node, known.name, known.min, known.max);
      for (unsigned octet = known.min_octets; octet-- > 0;) {
        tlv.value.push_back(static_cast<std::uint8_t>(value >> (8 * octet)));
      }
      break;
    }
    case TlvKind::kOctetList:
      tlv.value = octet_list(node, known.name, known.min_octets, known.max_octets);
      break;
    default:
      tlv.value = text_octets(node, known.name, known.kind, known.min_octets, known.max_octets);
  }
  return tlv;
}

ConfigTlv read_unknown(const JsonNode& node, const TlvTable& table) {
  const JsonNode* type = node.find("type");
  const JsonNode* octets = node.find("octets");
  if (type == nullptr || octets == nullptr || node.members.size() != 2) {
    refuse(node, kUnknown, "objects {\"type\", \"octets\"}");
  }
  const bool outermost = &table == &docsis::configuration_file_table();  // type 0 is padding there
  ConfigTlv tlv;
  tlv.type = static_cast<std::uint8_t>(integer(*type, "type", outermost ? 1 : 0, 254));
  if (const TlvDescription* known = table.find(tlv.type)) {
    refuse(*type, "type", std::string("one without a name; this is \"") + known->name + "\"");
  }
  const bool is_long = outermost && tlv.type == docsis::kLongTlv;
  tlv.value = text_octets(*octets, "octets", TlvKind::kOctets, 0,
                          is_long ? docsis::kMaxLongTlvOctets : docsis::kMaxTlvOctets);
  return tlv;
}

// Sorts encodings into the order of a list of their types.
Tlvs reordered(Tlvs tlvs, const JsonNode& order) {
  std::map<std::uint8_t, std::deque<ConfigTlv>> by_type;
  for (ConfigTlv& tlv : tlvs) {
    by_type[tlv.type].push_back(std::move(tlv));
  }
  Tlvs result;
  for (const std::uint8_t type : octet_list(order, kOrder, tlvs.size(), tlvs.size())) {
    auto& waiting = by_type[type];
    if (waiting.empty()) {
      refuse(order, kOrder, "the type of each encoding here, as often as it occurs");
    }
    result.push_back(std::move(waiting.front()));
    waiting.pop_front();
  }
  return result;
}

const TlvDescription& find(const JsonMember& member, const std::string& name,
                           const TlvTable& table) {
  if (const TlvDescription* known = table.find(member.key)) {
    return *known;
  }
  throw InputError(member.value.place.text() + ": unknown key \"" + member.key + "\" in " + name +
                   suggestion(member.key, table.names()));
}

// TLV 91 had this name once. It says the opposite of the encoding: 1 and 2 ask for low latency.
constexpr const char* kLowLatencySupport = "low_latency_support";

bool is_low_latency_support(const JsonMember& member, const TlvTable& table) {
  return member.key == kLowLatencySupport && &table == &docsis::configuration_file_table();
}

ConfigTlv read_low_latency_support(const JsonNode& node, const JsonNode& group) {
  const TlvDescription& known =
      *docsis::configuration_file_table().find(docsis::kLowLatencyDisableTlv);
  if (group.find(known.name) != nullptr) {
    throw InputError(node.place.text() + ": \"" + kLowLatencySupport + "\" beside \"" + known.name +
                     "\", expected one of them");
  }
  const std::uint64_t support = integer(node, kLowLatencySupport, 0, 2);
  ConfigTlv tlv;
  tlv.type = known.type;
  tlv.known = &known;
  tlv.value = {static_cast<std::uint8_t>(support == 0 ? 1 : 0)};
  return tlv;
}

const std::vector<JsonNode>& elements(const JsonNode& node, const std::string& name) {
  if (node.kind != JsonNode::Kind::kArray) {
    refuse(node, name, "an array");
  }
  return node.elements;
}

Tlvs read_group(const JsonNode& node, const std::string& name, const TlvTable& table) {
  if (node.kind != JsonNode::Kind::kObject) {
    refuse(node, name, "an object");
  }
  Tlvs tlvs;
  Tlvs unknown;
  const JsonNode* order = nullptr;
  for (const JsonMember& member : node.members) {
    if (member.key == kOrder) {
      order = &member.value;
    } else if (member.key == kUnknown) {
      for (const JsonNode& element : elements(member.value, kUnknown)) {
        unknown.push_back(read_unknown(element, table));
      }
    } else if (is_low_latency_support(member, table)) {
      tlvs.push_back(read_low_latency_support(member.value, node));
    } else if (const TlvDescription& known = find(member, name, table); known.repeats) {
      for (const JsonNode& element : elements(member.value, known.name)) {
        tlvs.push_back(read_value(element, known));
      }
    } else {
      tlvs.push_back(read_value(member.value, known));
    }
  }
  std::move(unknown.begin(), unknown.end(), std::back_inserter(tlvs));
  return order == nullptr ? tlvs : reordered(std::move(tlvs), *order);
}

}  // namespace

std::string config_to_json(const Tlvs& tlvs) {
  Tlvs shown_tlvs;
  std::copy_if(tlvs.begin(), tlvs.end(), std::back_inserter(shown_tlvs),
               [](const ConfigTlv& tlv) { return tlv.type != docsis::kCmMicTlv; });
  JsonWriter json;
  write_tlv_group(shown_tlvs, json);
  return json.text();
}

Tlvs config_from_json(const JsonNode& root) {
  return read_group(root, "the configuration file", docsis::configuration_file_table());
}

}  // namespace docsis_vp::system
