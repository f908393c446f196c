// Reads traces of --timeline: tracks, slices and instants of a Perfetto trace.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace docsis_vp::app {

// Reads the parts that platform::PerfettoWriter writes, one event after another; skips others.
class TraceReader {
 public:
  enum class Type { kBegin = 1, kEnd = 2, kInstant = 3 };
  struct TraceTrack {
    std::string name;
    std::string group;
  };
  struct TraceEvent {
    const TraceTrack* track = nullptr;
    Type type = Type::kInstant;
    std::uint64_t at_ns = 0;
    std::string_view category;  // both empty for kEnd
    std::string_view name;
    std::uint64_t flow = 0;
  };

  // The file may be compressed. Throws InputError if it cannot be read.
  explicit TraceReader(std::string path);

  // Throws InputError for a damaged file.
  void for_each(const std::function<void(const TraceEvent&)>& take);

 private:
  class Fields;
  using Names = std::unordered_map<std::uint64_t, std::string>;

  std::uint64_t read_varint();
  void read_packet(std::string_view packet, const std::function<void(const TraceEvent&)>& take);
  void read_track(std::string_view descriptor);
  void read_names(std::string_view interned);
  void read_event(std::string_view event, std::uint64_t at_ns,
                  const std::function<void(const TraceEvent&)>& take);
  [[noreturn]] void fail() const;

  const std::string path_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
  std::unordered_map<std::uint64_t, std::string> groups_;
  std::unordered_map<std::uint64_t, TraceTrack> tracks_;
  Names categories_;
  Names names_;
};

}  // namespace docsis_vp::app
