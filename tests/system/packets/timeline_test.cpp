// Reads --timeline octet by octet as protocol buffers and compares it with --packets.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/read_file.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/packets/packet_rows.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::timeline_test {
namespace {

// protos/perfetto/trace of perfetto.dev.
constexpr std::uint32_t kPacket = 1;
constexpr std::uint32_t kTimestamp = 8;
constexpr std::uint32_t kTrackEvent = 11;
constexpr std::uint32_t kInternedData = 12;
constexpr std::uint32_t kTrackDescriptor = 60;
constexpr std::uint32_t kFlowIds = 47;
constexpr std::uint32_t kTerminatingFlowIds = 48;
constexpr std::uint64_t kFirstOther = std::uint64_t{1} << 62;
constexpr std::uint64_t kSliceBegin = 1;
constexpr std::uint64_t kSliceEnd = 2;

struct Field {
  std::uint64_t number = 0;  // of a varint or 8 octets
  std::string_view bytes;
};
using Message = std::multimap<std::uint32_t, Field>;

std::uint64_t varint(std::string_view& from) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto octet = static_cast<unsigned char>(from.at(0));
    from.remove_prefix(1);
    value |= std::uint64_t{octet & 0x7FU} << shift;
    if (octet < 0x80) {
      return value;
    }
  }
}

Message message(std::string_view from) {
  Message fields;
  while (!from.empty()) {
    const std::uint64_t key = varint(from);
    Field field;
    switch (key & 7) {
      case 0:
        field.number = varint(from);
        break;
      case 1:
        for (unsigned i = 0; i < 8; ++i) {
          field.number |= std::uint64_t{static_cast<unsigned char>(from.at(i))} << 8 * i;
        }
        from.remove_prefix(8);
        break;
      case 2: {
        const std::uint64_t size = varint(from);
        field.bytes = from.substr(0, size);
        from.remove_prefix(size);
        break;
      }
      default:
        ADD_FAILURE() << "wire type " << (key & 7);
        return fields;
    }
    fields.emplace(static_cast<std::uint32_t>(key >> 3), field);
  }
  return fields;
}

std::uint64_t number_in(const Message& fields, std::uint32_t field) {
  const auto found = fields.find(field);
  return found == fields.end() ? 0 : found->second.number;
}

struct Event {
  std::uint64_t at_ns = 0;
  std::uint64_t type = 0;
  std::uint64_t track = 0;
  std::string category;
  std::string name;
  std::uint64_t flow = 0;
  bool ends_flow = false;
};

struct Timeline {
  std::vector<Event> events;
  std::map<std::uint64_t, std::string> tracks;
  std::size_t longest = 0;  // event, in octets
};

Timeline read(const std::string& octets) {
  Timeline timeline;
  std::map<std::uint64_t, std::string> names[4];  // of InternedData's fields 1 to 3
  std::string_view rest = octets;
  while (!rest.empty()) {
    const std::size_t before = rest.size();
    EXPECT_EQ(varint(rest), kPacket << 3 | 2);
    const std::uint64_t size = varint(rest);
    const Message packet = message(rest.substr(0, size));
    rest.remove_prefix(size);
    for (const auto& [field, data] : packet) {
      if (field == kInternedData) {
        for (const auto& [kind, entry] : message(data.bytes)) {
          const Message interned = message(entry.bytes);
          names[kind][number_in(interned, 1)] = interned.find(2)->second.bytes;
        }
      } else if (field == kTrackDescriptor) {
        const Message track = message(data.bytes);
        const auto name = track.find(2);
        timeline.tracks[number_in(track, 1)] =
            name == track.end() ? "" : std::string(name->second.bytes);
      } else if (field == kTrackEvent) {
        const Message fields = message(data.bytes);
        Event event;
        event.at_ns = number_in(packet, kTimestamp);
        event.type = number_in(fields, 9);
        event.track = number_in(fields, 11);
        event.category = names[1][number_in(fields, 3)];
        event.name = names[2][number_in(fields, 10)];
        event.ends_flow = fields.count(kTerminatingFlowIds) != 0;
        event.flow = number_in(fields, event.ends_flow ? kTerminatingFlowIds : kFlowIds);
        EXPECT_TRUE(timeline.tracks.count(event.track));
        timeline.events.push_back(event);
        timeline.longest = std::max(timeline.longest, before - rest.size());
      }
    }
  }
  std::stable_sort(timeline.events.begin(), timeline.events.end(),
                   [](const Event& a, const Event& b) { return a.at_ns < b.at_ns; });
  return timeline;
}

struct TimelineRun {
  PacketRun packets;
  Timeline timeline;
};

TimelineRun run_with_timeline(const std::string& arguments, const std::string& more = "") {
  const TemporaryFolder folder;
  const std::string file = folder.file("run.pftrace");
  PacketRun packets = run_with_packets(arguments, "--timeline " + file + " " + more);
  return {std::move(packets), read(contents_of(file).value_or(""))};
}

class Timelines : public ::testing::TestWithParam<const char*> {};

TEST_P(Timelines, HaveAFlowForEachPacketAtTheTimesOfItsRow) {
  const TimelineRun run = run_with_timeline(GetParam());
  EXPECT_LE(run.timeline.longest, 60u);
  std::map<std::uint64_t, std::vector<Event>> flows;
  for (const Event& event : run.timeline.events) {
    if (event.category == "packet") {
      flows[event.flow].push_back(event);
    }
  }
  ASSERT_EQ(flows.size(), run.packets.rows.size());
  for (const PacketRow& row : run.packets.rows) {
    std::vector<std::uint64_t> times;
    for (const std::string& column : kStationColumns) {
      if (const auto at = time_in(row, column)) {
        times.push_back(static_cast<std::uint64_t>(*at / kPsPerNs));
      }
    }
    if (const auto at = time_in(row, "dropped_ps")) {
      times.push_back(static_cast<std::uint64_t>(*at / kPsPerNs));
    }
    const std::vector<Event>& flow = flows[std::stoull(row.at("packet"))];
    std::vector<std::uint64_t> shown;
    for (const Event& event : flow) {
      shown.push_back(event.at_ns);
      EXPECT_EQ(event.ends_flow, &event == &flow.back() && row.at("outcome") != "in_flight");
    }
    ASSERT_EQ(shown, times) << "packet " << row.at("packet");
    if (row.at("outcome") == "delivered") {
      ASSERT_EQ(flow.back().name, "delivered");
    } else if (row.at("outcome") == "dropped") {
      ASSERT_EQ(flow.back().name, "lost: " + row.at("cause"));
    }
  }
}

TEST_P(Timelines, HaveSlicesThatEndBeforeTheNextOneOfTheirTrackBegins) {
  std::map<std::uint64_t, int> open;
  for (const Event& event : run_with_timeline(GetParam()).timeline.events) {
    open[event.track] += event.type == kSliceBegin ? 1 : event.type == kSliceEnd ? -1 : 0;
    ASSERT_TRUE(open[event.track] == 0 || open[event.track] == 1);
  }
  for (const auto& [track, count] : open) {
    EXPECT_EQ(count, 0) << track;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Runs, Timelines,
    ::testing::Values("scenarios/overload.json --duration 0.5 --set stats.warmup_s=0",
                      "scenarios/quickstart.json --duration 0.5 --set modems.cm0.drop=firmware",
                      "scenarios/bonded.json --duration 0.1 --set stats.warmup_s=0",
                      "scenarios/mac/mixed-channels.json --duration 0.1 --set stats.warmup_s=0",
                      "scenarios/recovery-missed-grants.json --duration 0.3 "
                      "--set stats.warmup_s=0 --set rf.upstream_loss_percent=5"));

TEST(Timeline, JoinsRequestMapGrantAndBurst) {
  const TimelineRun run =
      run_with_timeline("scenarios/overload.json --duration 0.5 --set stats.warmup_s=0");
  std::map<std::uint64_t, std::vector<Event>> chains;
  std::map<std::string, double> counts;
  for (const Event& event : run.timeline.events) {
    if (event.category != "packet" && event.type != kSliceEnd) {
      ++counts[event.category + " " + event.name];
    }
    if (event.flow >= kFirstOther) {
      chains[event.flow].push_back(event);
    }
  }
  unsigned whole = 0;
  for (const auto& [chain, events] : chains) {
    const auto place = [&events = events](const char* category) {
      return std::find_if(events.begin(), events.end(),
                          [&](const Event& event) { return event.category == category; });
    };
    if (place("burst") == events.end()) {
      continue;
    }
    EXPECT_LT(place("map"), place("grant")) << chain;
    EXPECT_LT(place("grant"), place("burst")) << chain;
    whole += place("request") < place("map") ? 1 : 0;
  }
  const JsonNode& flow = run.packets.results.find("service_flows")->elements.front();
  EXPECT_GT(whole, 50u);
  EXPECT_EQ(counts["grant grant"], number(flow, "grants"));
  EXPECT_EQ(counts["request contention"], number(flow, "scheduling.contention_requests"));
  EXPECT_EQ(counts["request piggyback"], number(flow, "scheduling.piggyback_requests"));
  EXPECT_GE(counts["interrupt aqm_tick"], number(flow, "commits"));
  EXPECT_GT(counts["firmware docsis_pie_update"], 0);
}

TEST(Timeline, ChangesNoResult) {
  for (const char* run : {"scenarios/overload.json --duration 0.5 --set stats.warmup_s=0 ",
                          "scenarios/quickstart.json --duration 0.5 "
                          "--set modems.cm0.drop=firmware "}) {
    EXPECT_EQ(run_with_timeline(run).packets.results_text, run_text(run)) << run;
  }
}

TEST(Timeline, TakesTheFilter) {
  const TimelineRun run =
      run_with_timeline("scenarios/bonded.json --duration 0.1 --set stats.warmup_s=0",
                        "--packets-filter modem=cm3 --packets-filter time=0.02:0.06");
  EXPECT_GT(run.timeline.events.size(), 100u);
  std::map<std::uint64_t, std::uint64_t> created;
  for (const Event& event : run.timeline.events) {
    if (event.category == "packet" && event.name == "created") {
      created[event.flow] = event.at_ns;
    }
    if (event.category != "packet" && event.type == kSliceBegin) {
      EXPECT_GE(event.at_ns, 20'000'000u);
      EXPECT_LT(event.at_ns, 60'000'000u);
    }
  }
  EXPECT_EQ(created.size(), run.packets.rows.size());
}

TEST(Timeline, GoesWithOneRunOnly) {
  const app::Outcome outcome =
      app::run_program("run scenarios/overload.json --replications 2 --timeline x");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("--timeline takes one run"));
}

}  // namespace
}  // namespace docsis_vp::system::timeline_test
