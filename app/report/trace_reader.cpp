#include "app/report/trace_reader.h"

#include <utility>
#include <vector>

#include "platform/base/errors.h"
#include "platform/base/files.h"

namespace docsis_vp::app {

namespace {

constexpr std::size_t kLongestPacket = std::size_t{1} << 20;

// Fields as in platform/trace/perfetto_writer.cpp.
constexpr std::uint64_t kTracePacket = 1 << 3 | 2;

}  // namespace

// Fields of one message.
class TraceReader::Fields {
 public:
  Fields(std::string_view message, const TraceReader& reader) : rest_(message), reader_(reader) {}

  bool next() {
    if (rest_.empty()) {
      return false;
    }
    const std::uint64_t key = varint();
    field = key >> 3;
    number = 0;
    bytes = {};
    switch (key & 7) {
      case 0:
        number = varint();
        break;
      case 1:
        for (const char octet : take(8)) {
          number = number >> 8 | std::uint64_t{static_cast<unsigned char>(octet)} << 56;
        }
        break;
      case 2:
        bytes = take(varint());
        break;
      case 5:
        take(4);
        break;
      default:
        reader_.fail();
    }
    return true;
  }

  std::uint64_t field = 0;
  std::uint64_t number = 0;
  std::string_view bytes;

 private:
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto octet = static_cast<unsigned char>(take(1).front());
      value |= std::uint64_t{octet & 0x7FU} << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    reader_.fail();
  }
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) {
      reader_.fail();
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
  const TraceReader& reader_;
};

TraceReader::TraceReader(std::string path) : path_(std::move(path)), file_(nullptr, gzclose) {
  if (!is_file(path_)) {
    throw InputError(path_ + ": " + or_is_folder(path_, "no such file"));
  }
  file_.reset(gzopen(path_.c_str(), "rb"));
  if (!file_) {
    throw InputError(path_ + ": cannot be read");
  }
}

void TraceReader::fail() const {
  throw InputError(path_ + ": expected a trace of --timeline, damaged before octet " +
                   std::to_string(gztell(file_.get())));
}

std::uint64_t TraceReader::read_varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const int octet = gzgetc(file_.get());
    if (octet < 0) {
      fail();
    }
    value |= std::uint64_t{static_cast<unsigned>(octet) & 0x7FU} << shift;
    if (octet < 0x80) {
      return value;
    }
  }
  fail();
}

void TraceReader::for_each(const std::function<void(const TraceEvent&)>& take) {
  std::vector<char> packet(kLongestPacket);
  for (int first = gzgetc(file_.get()); first >= 0; first = gzgetc(file_.get())) {
    const std::uint64_t size = static_cast<unsigned>(first) == kTracePacket ? read_varint() : 0;
    if (size == 0 || size > packet.size() ||
        gzread(file_.get(), packet.data(), static_cast<unsigned>(size)) != static_cast<int>(size)) {
      fail();
    }
    read_packet({packet.data(), size}, take);
  }
  int error = Z_OK;
  gzerror(file_.get(), &error);
  if (error != Z_OK || tracks_.empty()) {
    fail();
  }
}

void TraceReader::read_packet(std::string_view packet,
                              const std::function<void(const TraceEvent&)>& take) {
  std::uint64_t at_ns = 0;
  for (Fields fields(packet, *this); fields.next();) {
    switch (fields.field) {
      case 8:
        at_ns = fields.number;
        break;
      case 11:
        read_event(fields.bytes, at_ns, take);
        break;
      case 12:
        read_names(fields.bytes);
        break;
      case 60:
        read_track(fields.bytes);
        break;
      default:
        break;
    }
  }
}

void TraceReader::read_track(std::string_view descriptor) {
  std::uint64_t number = 0;
  std::uint64_t parent = 0;
  TraceTrack track;
  for (Fields fields(descriptor, *this); fields.next();) {
    if (fields.field == 1) {
      number = fields.number;
    } else if (fields.field == 2) {
      track.name = fields.bytes;
    } else if (fields.field == 3) {
      for (Fields process(fields.bytes, *this); process.next();) {
        if (process.field == 6) {
          groups_[number] = process.bytes;
        }
      }
    } else if (fields.field == 5) {
      parent = fields.number;
    }
  }
  if (parent != 0) {
    track.group = groups_[parent];
    tracks_[number] = track;
  }
}

void TraceReader::read_names(std::string_view interned) {
  for (Fields kinds(interned, *this); kinds.next();) {
    std::uint64_t number = 0;
    std::string_view name;
    for (Fields fields(kinds.bytes, *this); fields.next();) {
      if (fields.field == 1) {
        number = fields.number;
      } else if (fields.field == 2) {
        name = fields.bytes;
      }
    }
    if (kinds.field == 1 || kinds.field == 2) {
      (kinds.field == 1 ? categories_ : names_)[number] = name;
    }
  }
}

void TraceReader::read_event(std::string_view event, std::uint64_t at_ns,
                             const std::function<void(const TraceEvent&)>& take) {
  TraceEvent read;
  read.at_ns = at_ns;
  for (Fields fields(event, *this); fields.next();) {
    switch (fields.field) {
      case 3:
        read.category = categories_[fields.number];
        break;
      case 9:
        read.type = static_cast<Type>(fields.number);
        break;
      case 10:
        read.name = names_[fields.number];
        break;
      case 11: {
        const auto track = tracks_.find(fields.number);
        read.track = track != tracks_.end() ? &track->second : nullptr;
        break;
      }
      case 47:
      case 48:
        read.flow = fields.number;
        break;
      default:
        break;
    }
  }
  if (read.track == nullptr) {
    fail();
  }
  take(read);
}

}  // namespace docsis_vp::app
