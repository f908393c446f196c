#include "models/docsis/config_file/config_file.h"

#include <algorithm>
#include <set>

namespace docsis_vp::docsis {

namespace {

constexpr std::size_t kAlignment = 4;

std::string titled(const std::string& path, std::uint8_t type, const TlvDescription* known) {
  const std::string number = path.empty() ? std::to_string(type) : path + std::to_string(type);
  return known == nullptr ? "encoding " + number : "encoding " + number + " (" + known->name + ")";
}

std::string octets_of(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " octet" : " octets");
}

std::string expected_octets(const TlvDescription& known) {
  return known.min_octets == known.max_octets
             ? octets_of(known.min_octets)
             : std::to_string(known.min_octets) + " to " + octets_of(known.max_octets);
}

// Reads consecutive encodings. path: the types of the enclosing groups, each followed by a dot.
class TlvReader {
 public:
  TlvReader(OctetView octets, std::size_t offset, const TlvTable& table, std::string path)
      : octets_(octets), offset_(offset), table_(table), path_(std::move(path)) {}

  std::vector<ConfigTlv> read() {
    std::vector<ConfigTlv> tlvs;
    while (position_ < octets_.size && octets_[position_] != kEndTlv) {
      if (octets_[position_] == kPadTlv && path_.empty()) {
        ++position_;
        continue;
      }
      tlvs.push_back(read_one());
      is_of_mta_ = path_.empty() && tlvs.front().type == kMtaFileTlv;
    }
    return tlvs;
  }

  std::size_t position() const { return position_; }

 private:
  ConfigTlv read_one() {
    ConfigTlv tlv;
    tlv.offset = offset_ + position_;
    tlv.type = octets_[position_++];
    tlv.known = table_.find(tlv.type);
    const std::string name = titled(path_, tlv.type, tlv.known);
    const std::size_t length = read_length(tlv, name);
    const std::size_t left = octets_.size - position_;
    if (length > left) {
      throw ConfigFileError(tlv.offset, name + " claims " + octets_of(length) + ", " +
                                            std::to_string(left) + " are left");
    }
    read_value(tlv, octets_.from(position_).first(length), name);
    position_ += length;
    if (tlv.known != nullptr && !tlv.known->repeats && !seen_.insert(tlv.type).second) {
      throw ConfigFileError(tlv.offset, name + " comes a second time");
    }
    return tlv;
  }

  std::size_t read_length(const ConfigTlv& tlv, const std::string& name) {
    const std::size_t octets = is_of_mta_ && tlv.type == kLongTlv ? 2 : 1;
    if (octets_.size - position_ < octets) {
      throw ConfigFileError(tlv.offset, name + " ends before its length");
    }
    std::size_t length = 0;
    for (std::size_t i = 0; i < octets; ++i) {
      length = length << 8 | octets_[position_++];
    }
    return length;
  }

  void read_value(ConfigTlv& tlv, OctetView value, const std::string& name) const {
    if (tlv.is_group()) {
      const std::string inner = path_ + std::to_string(tlv.type) + ".";
      TlvReader reader(value, offset_ + position_, *tlv.known->group, inner);
      tlv.children = reader.read();
      if (reader.position() != value.size) {
        throw ConfigFileError(offset_ + position_ + reader.position(),
                              name + " holds an end marker");
      }
      return;
    }
    tlv.value.assign(value.data, value.data + value.size);
    if (tlv.known != nullptr) {
      check(tlv, name);
    }
  }

  static void check(const ConfigTlv& tlv, const std::string& name) {
    const TlvDescription& known = *tlv.known;
    if (tlv.value.size() < known.min_octets || tlv.value.size() > known.max_octets) {
      throw ConfigFileError(tlv.offset, name + " has " + octets_of(tlv.value.size()) +
                                            ", expected " + expected_octets(known));
    }
    if (known.kind == TlvKind::kUnsigned &&
        (tlv.number() < known.min || tlv.number() > known.max)) {
      throw ConfigFileError(tlv.offset, name + " is " + std::to_string(tlv.number()) +
                                            ", expected " + std::to_string(known.min) + ".." +
                                            std::to_string(known.max));
    }
    if (known.kind == TlvKind::kText) {
      const auto end = std::find(tlv.value.begin(), tlv.value.end(), 0);
      if (end == tlv.value.end() || end + 1 != tlv.value.end()) {
        throw ConfigFileError(tlv.offset, name + " does not end with its only zero octet");
      }
      if (!std::all_of(tlv.value.begin(), end, [](auto c) { return c >= ' ' && c <= '~'; })) {
        throw ConfigFileError(tlv.offset, name + " is not printable ASCII");
      }
    }
  }

  OctetView octets_;
  std::size_t offset_;
  const TlvTable& table_;
  std::string path_;
  std::size_t position_ = 0;
  bool is_of_mta_ = false;  // outermost encodings only
  std::set<std::uint8_t> seen_;
};

void write(const ConfigTlv& tlv, bool is_of_mta, std::vector<std::uint8_t>& to) {
  std::vector<std::uint8_t> inner;
  for (const ConfigTlv& child : tlv.children) {
    write(child, false, inner);
  }
  const std::vector<std::uint8_t>& value = tlv.is_group() ? inner : tlv.value;
  const bool is_long = is_of_mta && tlv.type == kLongTlv;
  if (value.size() > (is_long ? kMaxLongTlvOctets : kMaxTlvOctets)) {
    throw InputError(titled("", tlv.type, tlv.known) + " would take " + octets_of(value.size()) +
                     ", more than its length can say");
  }
  to.push_back(tlv.type);
  if (is_long) {
    to.push_back(static_cast<std::uint8_t>(value.size() >> 8));
  }
  to.push_back(static_cast<std::uint8_t>(value.size()));
  to.insert(to.end(), value.begin(), value.end());
}

}  // namespace

std::uint64_t ConfigTlv::number() const {
  std::uint64_t number = 0;
  for (const std::uint8_t octet : value) {
    number = number << 8 | octet;
  }
  return number;
}

const ConfigTlv* ConfigTlv::child(std::uint8_t type_of_child) const {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const ConfigTlv& c) { return c.type == type_of_child; });
  return found == children.end() ? nullptr : &*found;
}

std::vector<ConfigTlv> read_config_tlvs(OctetView octets) {
  TlvReader reader(octets, 0, configuration_file_table(), "");
  std::vector<ConfigTlv> tlvs = reader.read();
  if (reader.position() != octets.size) {
    throw ConfigFileError(reader.position(), "an end marker where none belongs");
  }
  return tlvs;
}

std::vector<ConfigTlv> read_config_file(OctetView octets) {
  TlvReader reader(octets, 0, configuration_file_table(), "");
  std::vector<ConfigTlv> tlvs = reader.read();
  if (reader.position() == octets.size) {
    throw ConfigFileError(octets.size, "the file ends without an end marker (255)");
  }
  for (std::size_t i = reader.position() + 1; i < octets.size; ++i) {
    if (octets[i] != kPadTlv) {
      throw ConfigFileError(i, "something but padding follows the end marker");
    }
  }
  return tlvs;
}

std::vector<std::uint8_t> write_config_tlvs(const std::vector<ConfigTlv>& tlvs) {
  std::vector<std::uint8_t> octets;
  const bool is_of_mta = !tlvs.empty() && tlvs.front().type == kMtaFileTlv;
  for (const ConfigTlv& tlv : tlvs) {
    write(tlv, is_of_mta, octets);
  }
  return octets;
}

std::vector<std::uint8_t> write_config_file(std::vector<ConfigTlv> tlvs,
                                            const std::optional<std::string>& secret) {
  std::vector<ConfigTlv> mics(2);
  mics[0].type = kCmMicTlv;
  mics[1].type = kCmtsMicTlv;
  for (auto tlv = tlvs.begin(); tlv != tlvs.end();) {
    const bool is_mic = tlv->type == kCmMicTlv || tlv->type == kCmtsMicTlv;
    if (tlv->type == kCmtsMicTlv) {
      mics[1].value = tlv->value;
    }
    tlv = is_mic ? tlvs.erase(tlv) : tlv + 1;
  }
  const Mic of_cm = md5(write_config_tlvs(tlvs));
  mics[0].value.assign(of_cm.begin(), of_cm.end());
  tlvs.push_back(mics[0]);
  if (secret) {
    const Mic of_cmts = cmts_mic(tlvs, *secret);
    mics[1].value.assign(of_cmts.begin(), of_cmts.end());
  }
  if (!mics[1].value.empty()) {
    tlvs.push_back(mics[1]);
  }
  std::vector<std::uint8_t> octets = write_config_tlvs(tlvs);
  octets.push_back(kEndTlv);
  while (octets.size() % kAlignment != 0) {
    octets.push_back(kPadTlv);
  }
  return octets;
}

}  // namespace docsis_vp::docsis
