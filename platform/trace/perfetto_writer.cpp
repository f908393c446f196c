#include "platform/trace/perfetto_writer.h"

#include <cstring>

namespace docsis_vp::platform {

namespace {

constexpr std::size_t kTraceBlock = std::size_t{64} << 10;
constexpr std::size_t kLongestVarint = 10;

// Wire types (protobuf.dev, "Encoding").
constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kFixed64 = 1;
constexpr std::uint32_t kBytes = 2;

// Fields of Trace, TracePacket, TrackEvent, TrackDescriptor and what they hold.
constexpr std::uint32_t kPacket = 1;
constexpr std::uint32_t kTimestamp = 8;
constexpr std::uint32_t kSequenceId = 10;
constexpr std::uint32_t kTrackEvent = 11;
constexpr std::uint32_t kInternedData = 12;
constexpr std::uint32_t kSequenceFlags = 13;
constexpr std::uint32_t kTrackDescriptor = 60;
constexpr std::uint32_t kCategoryIids = 3;
constexpr std::uint32_t kDebugAnnotations = 4;
constexpr std::uint32_t kType = 9;
constexpr std::uint32_t kNameIid = 10;
constexpr std::uint32_t kTrackUuid = 11;
constexpr std::uint32_t kFlowIds = 47;
constexpr std::uint32_t kTerminatingFlowIds = 48;
constexpr std::uint32_t kAnnotationNameIid = 1;
constexpr std::uint32_t kAnnotationUint = 3;

constexpr std::uint32_t kSliceEnd = 2;
// Sequence flags: interned names count from here on; the packet needs those before it.
constexpr std::uint32_t kStateCleared = 1;
constexpr std::uint32_t kNeedsState = 2;

// Writes fields one after the other where there is room for them.
class Fields {
 public:
  explicit Fields(char* at) : at_(at) {}

  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
      *at_++ = static_cast<char>(value | 0x80);
    }
    *at_++ = static_cast<char>(value);
  }
  void number(std::uint32_t field, std::uint64_t value) {
    varint(field << 3 | kVarint);
    varint(value);
  }
  void fixed64(std::uint32_t field, std::uint64_t value) {
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lowest octet comes first");
    varint(field << 3 | kFixed64);
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
  }
  // A message shorter than 128 octets: returns where its length stands.
  char* begin(std::uint32_t field) {
    varint(field << 3 | kBytes);
    return at_++;
  }
  void end(char* length) { *length = static_cast<char>(at_ - length - 1); }
  char* at() const { return at_; }

 private:
  char* at_;
};

void add_varint(std::string& text, std::uint64_t value) {
  char octets[kLongestVarint];
  Fields fields(octets);
  fields.varint(value);
  text.append(octets, fields.at());
}

void add_number(std::string& text, std::uint32_t field, std::uint64_t value) {
  add_varint(text, field << 3 | kVarint);
  add_varint(text, value);
}

void add_bytes(std::string& text, std::uint32_t field, const std::string& content) {
  add_varint(text, field << 3 | kBytes);
  add_varint(text, content.size());
  text += content;
}

}  // namespace

PerfettoWriter::PerfettoWriter(std::ostream& to) : to_(to), block_(kTraceBlock) {}

PerfettoWriter::Track PerfettoWriter::add_group(const std::string& name) {
  std::string process;
  add_number(process, 1, tracks_ + 1);  // pid
  add_bytes(process, 6, name);          // process_name
  std::string descriptor;
  add_number(descriptor, 1, ++tracks_);  // uuid
  add_bytes(descriptor, 3, process);
  describe_track(descriptor);
  return tracks_;
}

PerfettoWriter::Track PerfettoWriter::add_track(const std::string& name, Track group) {
  std::string descriptor;
  add_number(descriptor, 1, ++tracks_);
  add_bytes(descriptor, 2, name);
  add_number(descriptor, 5, group);  // parent_uuid
  describe_track(descriptor);
  return tracks_;
}

void PerfettoWriter::describe_track(const std::string& descriptor) {
  std::string packet;
  add_bytes(packet, kTrackDescriptor, descriptor);
  add_packet(packet);
}

PerfettoWriter::Name PerfettoWriter::intern(Names& names, Kind kind, const std::string& name) {
  const auto [entry, is_new] = names.try_emplace(name, static_cast<Name>(names.size() + 1));
  if (is_new) {
    std::string interned;
    add_number(interned, 1, entry->second);  // iid
    add_bytes(interned, 2, name);
    std::string data;
    add_bytes(data, kind, interned);
    std::string packet;
    add_bytes(packet, kInternedData, data);
    add_packet(packet);
  }
  return entry->second;
}

void PerfettoWriter::add_packet(const std::string& content) {
  std::string packet = content;
  add_number(packet, kSequenceId, 1);
  add_number(packet, kSequenceFlags, begun_ ? kNeedsState : kStateCleared | kNeedsState);
  begun_ = true;
  finish();
  std::string entry;
  add_bytes(entry, kPacket, packet);
  to_.write(entry.data(), static_cast<std::streamsize>(entry.size()));
}

void PerfettoWriter::write(const Event& event, std::uint32_t type) {
  if (used_ + kMostEventBytes > block_.size()) {
    finish();
  }
  Fields fields(block_.data() + used_);
  char* const packet = fields.begin(kPacket);
  fields.number(kTimestamp, static_cast<std::uint64_t>(event.at / kPsPerNs));
  fields.number(kSequenceId, 1);
  fields.number(kSequenceFlags, kNeedsState);
  char* const track_event = fields.begin(kTrackEvent);
  if (event.category != 0) {
    fields.number(kCategoryIids, event.category);
  }
  if (event.number_name != 0) {
    char* const annotation = fields.begin(kDebugAnnotations);
    fields.number(kAnnotationNameIid, event.number_name);
    fields.number(kAnnotationUint, event.number);
    fields.end(annotation);
  }
  fields.number(kType, type);
  if (event.name != 0) {
    fields.number(kNameIid, event.name);
  }
  fields.number(kTrackUuid, event.track);
  if (event.flow != 0) {
    fields.fixed64(event.ends_flow ? kTerminatingFlowIds : kFlowIds, event.flow);
  }
  fields.end(track_event);
  fields.end(packet);
  used_ = static_cast<std::size_t>(fields.at() - block_.data());
}

void PerfettoWriter::end(Track track, TimePs at) {
  Event event;
  event.track = track;
  event.at = at;
  write(event, kSliceEnd);
}

void PerfettoWriter::finish() {
  to_.write(block_.data(), static_cast<std::streamsize>(used_));
  used_ = 0;
}

}  // namespace docsis_vp::platform
