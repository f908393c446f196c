// Writes events as a Perfetto trace (protocol buffers, protos/perfetto/trace/trace.proto of
// perfetto.dev), which ui.perfetto.dev opens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::platform {

// Names are interned: each is written once. An event takes at most 60 bytes. Events may come in any
// order of time; those of one instant keep their order. Times are cut to nanoseconds.
class PerfettoWriter {
 public:
  using Track = std::uint32_t;
  using Name = std::uint32_t;

  struct Event {
    Track track = 0;
    TimePs at = 0;
    Name category = 0;
    Name name = 0;
    std::uint64_t flow = 0;    // events of one flow are joined by arrows; 0: none
    bool ends_flow = false;    // last event of that flow
    Name number_name = 0;      // name of a number shown with the event; 0: none
    std::uint64_t number = 0;  // below 2^35
  };

  static constexpr std::size_t kMostEventBytes = 60;

  explicit PerfettoWriter(std::ostream& to);
  PerfettoWriter(const PerfettoWriter&) = delete;
  PerfettoWriter& operator=(const PerfettoWriter&) = delete;

  // Adds a group of tracks, or a track in a group.
  Track add_group(const std::string& name);
  Track add_track(const std::string& name, Track group);
  // Each kind of name is numbered separately.
  Name category(const std::string& name) { return intern(categories_, kCategory, name); }
  Name event_name(const std::string& name) { return intern(event_names_, kEventName, name); }
  Name number_name(const std::string& name) { return intern(number_names_, kNumberName, name); }

  // Begins a slice on a track; end() ends it. Slices of one track are nested or disjoint.
  void begin(const Event& event) { write(event, 1); }
  void end(Track track, TimePs at);
  void instant(const Event& event) { write(event, 3); }

  // Writes the events that are still buffered.
  void finish();

 private:
  using Names = std::unordered_map<std::string, Name>;
  // Fields of InternedData.
  enum Kind : std::uint32_t { kCategory = 1, kEventName = 2, kNumberName = 3 };

  Name intern(Names& names, Kind kind, const std::string& name);
  void describe_track(const std::string& descriptor);
  void write(const Event& event, std::uint32_t type);
  void add_packet(const std::string& content);

  std::ostream& to_;
  std::vector<char> block_;  // events that wait to be written
  std::size_t used_ = 0;     // used bytes of block_
  Names categories_;
  Names event_names_;
  Names number_names_;
  Track tracks_ = 0;
  bool begun_ = false;
};

}  // namespace docsis_vp::platform
