#include "app/report/surroundings.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "app/report/trace_reader.h"
#include "platform/base/errors.h"
#include "system/json/writer.h"

namespace docsis_vp::app {

namespace {

constexpr std::size_t kMostSpans = 3000;

using TraceEvent = TraceReader::TraceEvent;
using TraceTrack = TraceReader::TraceTrack;

// Times of one modem, merged where they overlap.
class ShownTimes {
 public:
  // Call in ascending order of from_ns.
  void add(const ShownTime& time) {
    if (!merged_.empty() && time.from_ns <= merged_.back().to_ns) {
      merged_.back().to_ns = std::max(merged_.back().to_ns, time.to_ns);
    } else {
      merged_.push_back({time.from_ns, time.to_ns, 0});
    }
  }
  struct Merged {
    std::uint64_t from_ns;
    std::uint64_t to_ns;
    std::size_t spans;
  };
  // The one that the span touches, or null.
  Merged* touched(std::uint64_t from_ns, std::uint64_t to_ns) {
    const auto found =
        std::lower_bound(merged_.begin(), merged_.end(), from_ns,
                         [](const Merged& each, std::uint64_t at) { return each.to_ns < at; });
    return found != merged_.end() && found->from_ns <= to_ns ? &*found : nullptr;
  }

 private:
  std::vector<Merged> merged_;
};

struct ShownTrack {
  std::string kind;
  std::string spans;
  std::optional<std::uint64_t> cut_ns;
};

class Excerpt {
 public:
  explicit Excerpt(ShownPackets packets) : created_ns_(std::move(packets.created_ns)) {
    std::vector<ShownTime>& times = packets.times;
    std::sort(times.begin(), times.end(),
              [](const ShownTime& a, const ShownTime& b) { return a.from_ns < b.from_ns; });
    for (const ShownTime& time : times) {
      times_[time.modem].add(time);
    }
  }

  // Returns false if the trace is of another run.
  bool take(const TraceEvent& event) {
    if (event.category == "packet") {
      const auto known = event.name == "created" ? created_ns_.find(event.flow) : created_ns_.end();
      return known == created_ns_.end() || known->second == event.at_ns;
    }
    add_work(event);
    return true;
  }

  std::string json() const {
    std::string text;
    for (const auto& [key, track] : tracks_) {
      text += (text.empty() ? "" : ",") + std::string(R"({"modem":)") +
              system::json_string(key.first) + R"(,"track":)" + system::json_string(key.second) +
              R"(,"kind":)" + system::json_string(track.kind) + R"(,"spans":[)" + track.spans + "]";
      if (track.cut_ns) {
        text += R"(,"cut_ns":)" + std::to_string(*track.cut_ns);
      }
      text += "}";
    }
    return "[" + text + "]";
  }

 private:
  struct Begun {
    std::uint64_t from_ns = 0;
    std::string kind;
    std::string name;
  };

  void add_work(const TraceEvent& event) {
    if (event.type == TraceReader::Type::kEnd) {
      const auto open = open_.find(event.track);
      if (open != open_.end()) {
        add(*event.track, open->second, event.at_ns);
        open_.erase(open);
      }
      return;
    }
    // The page has the requests of its packets.
    if (event.category == "request") {
      return;
    }
    Begun begun = {event.at_ns, std::string(event.category), std::string(event.name)};
    if (event.type == TraceReader::Type::kBegin) {
      open_[event.track] = std::move(begun);
    } else {
      add(*event.track, begun, event.at_ns);
    }
  }

  // Tracks of one name lie beside each other where slices overlap; a page shows them as one.
  void add(const TraceTrack& track, const Begun& begun, std::uint64_t to_ns) {
    const auto of_modem = times_.find(track.group);
    ShownTimes::Merged* const time =
        of_modem != times_.end() ? of_modem->second.touched(begun.from_ns, to_ns) : nullptr;
    if (time == nullptr) {
      return;
    }
    ShownTrack& shown = tracks_[{track.group, track.name}];
    shown.kind = begun.kind;
    if (++time->spans > kMostSpans) {
      shown.cut_ns = std::min(shown.cut_ns.value_or(begun.from_ns), begun.from_ns);
      return;
    }
    shown.spans += (shown.spans.empty() ? "[" : ",[") + std::to_string(begun.from_ns) + "," +
                   std::to_string(to_ns - begun.from_ns) + "," + system::json_string(begun.name) +
                   "]";
  }

  const std::map<std::uint64_t, std::uint64_t> created_ns_;
  std::map<std::string, ShownTimes> times_;
  std::unordered_map<const TraceTrack*, Begun> open_;
  std::map<std::pair<std::string, std::string>, ShownTrack> tracks_;
};

}  // namespace

std::string surroundings_json(const std::string& path, ShownPackets packets) {
  Excerpt excerpt(std::move(packets));
  TraceReader(path).for_each([&](const TraceEvent& event) {
    if (!excerpt.take(event)) {
      throw InputError(path + ": is of another run than the packets: packet " +
                       std::to_string(event.flow) + " was created at another time");
    }
  });
  return excerpt.json();
}

}  // namespace docsis_vp::app
