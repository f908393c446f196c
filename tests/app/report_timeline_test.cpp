// Tests the excerpt of a timeline that a page holds for its packets.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/report/packet_choice.h"
#include "app/report/page.h"
#include "app/report/surroundings.h"
#include "platform/base/errors.h"
#include "platform/trace/perfetto_writer.h"
#include "system/json/node.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"

namespace docsis_vp::app::report_timeline_test {
namespace {

namespace fs = std::filesystem;
using platform::PerfettoWriter;
using ::testing::HasSubstr;

constexpr const char* kRun =
    "run scenarios/quickstart.json --duration 2 --set modems.cm0.drop=firmware --quiet ";
const ServiceFlowNames kService = {{"cm0", "upstream", "us0"}};

std::string contents(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class ReportTimeline : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  // A run of a modem "cm0" with one function, its times in nanoseconds.
  void write_functions(const std::vector<std::pair<std::int64_t, std::int64_t>>& times) const {
    std::ofstream to(path("t.pftrace"), std::ios::binary);
    PerfettoWriter writer(to);
    PerfettoWriter::Event event;
    event.track = writer.add_track("firmware", writer.add_group("cm0"));
    event.category = writer.category("firmware");
    event.name = writer.event_name("<tick>");
    for (const auto& [from, end] : times) {
      event.at = from * kPsPerNs;
      writer.begin(event);
      writer.end(event.track, end * kPsPerNs);
    }
    writer.finish();
  }

  const TemporaryFolder folder_;
};

TEST_F(ReportTimeline, SpansAreThoseThatTouchATimeOfTheModem) {
  write_functions({{10, 20}, {30, 40}, {45, 55}, {60, 70}});
  EXPECT_EQ(surroundings_json(path("t.pftrace"), {{{"cm0", 50, 52}, {"cm0", 20, 29}}, {}}),
            R"([{"modem":"cm0","track":"firmware","kind":"firmware",)"
            R"("spans":[[10,10,"<tick>"],[45,10,"<tick>"]]}])");
  EXPECT_EQ(surroundings_json(path("t.pftrace"), {{{"cm1", 0, 100}}, {}}), "[]");
}

TEST_F(ReportTimeline, TheFirstSpanBeyondTheLimitIsNamed) {
  std::vector<std::pair<std::int64_t, std::int64_t>> times;
  for (std::int64_t i = 1; i <= 3002; ++i) {
    times.emplace_back(10 * i, 10 * i + 5);
  }
  write_functions(times);
  EXPECT_THAT(surroundings_json(path("t.pftrace"), {{{"cm0", 0, 40'000}}, {}}),
              HasSubstr(R"([30000,5,"<tick>"]],"cut_ns":30010})"));
}

TEST_F(ReportTimeline, HasTheWorkForEachChosenPacket) {
  const std::string files = " --packets " + path("p.csv") + " --timeline ";
  ASSERT_EQ(
      run_program(kRun + ("-o " + path("one")) + " --report" + files + path("t.pftrace")).status,
      0);
  const PacketChoice choice = choose_packets(path("p.csv"), kService);
  const std::string json = surroundings_json(path("t.pftrace"), choice.shown);
  EXPECT_THAT(contents(path("one/report.html")), HasSubstr(compact_json(json)));
  const system::JsonNode tracks = system::parse_json(json, "tracks");
  const auto covers = [&tracks](const std::string& name, std::uint64_t from, std::uint64_t to) {
    const auto track =
        std::find_if(tracks.elements.begin(), tracks.elements.end(),
                     [&](const auto& each) { return *each.find_string("track") == name; });
    return track != tracks.elements.end() &&
           std::any_of(track->find("spans")->elements.begin(), track->find("spans")->elements.end(),
                       [&](const system::JsonNode& span) {
                         const double first = span.elements[0].number;
                         return first <= static_cast<double>(from) &&
                                first + span.elements[1].number >= static_cast<double>(to);
                       });
  };
  ASSERT_GT(choice.shown.times.size(), 20u);
  unsigned verdicts = 0;
  for (const ShownTime& time : choice.shown.times) {
    EXPECT_EQ(time.modem, "cm0");
    const bool is_verdict = time.to_ns - time.from_ns < 100'000;
    verdicts += is_verdict ? 1 : 0;
    if (is_verdict) {
      EXPECT_TRUE(covers("irq ingress_hold", time.from_ns, time.to_ns)) << time.from_ns;
      EXPECT_TRUE(covers("firmware", time.to_ns, time.to_ns)) << "it writes the verdict";
    }
  }
  EXPECT_GT(verdicts, 10u);
  const system::JsonNode packets = system::parse_json(choice.json, "packets");
  const auto column = [&packets](const std::string& name) {
    const auto& names = packets.find("columns")->elements;
    return static_cast<std::size_t>(
        std::find_if(names.begin(), names.end(),
                     [&](const auto& each) { return each.text == name; }) -
        names.begin());
  };
  const auto time_ns = [&](const system::JsonNode& row, const char* name) {
    return static_cast<std::uint64_t>(row.elements[column(name)].number) / 1000;
  };
  for (const system::JsonNode& row : packets.find("rows")->elements) {
    if (row.elements[column("delivered_ps")].kind == system::JsonNode::Kind::kNull ||
        choice.shown.created_ns.count(
            static_cast<std::uint64_t>(row.elements[column("packet")].number)) == 0) {
      continue;
    }
    const std::uint64_t rf_start = time_ns(row, "rf_start_ps");
    EXPECT_TRUE(covers("bursts us0", rf_start, time_ns(row, "rf_end_ps"))) << rf_start;
    EXPECT_TRUE(covers("grants us0", rf_start, rf_start)) << rf_start;
  }
}

TEST_F(ReportTimeline, ReadsACompressedOneAndRefusesThatOfAnotherRun) {
  const std::string files = " --packets " + path("p.csv") + " --timeline ";
  const std::string run = kRun + ("-o " + path("one"));
  ASSERT_EQ(run_program(run + files + path("t.pftrace")).status, 0);
  ASSERT_EQ(run_program(run + files + path("t.pftrace.gz")).status, 0);
  const PacketChoice choice = choose_packets(path("p.csv"), kService);
  EXPECT_EQ(surroundings_json(path("t.pftrace.gz"), choice.shown),
            surroundings_json(path("t.pftrace"), choice.shown));
  ASSERT_EQ(run_program("run scenarios/overload.json --duration 2 --set stats.warmup_s=0 -q -o " +
                        path("two") + " --timeline " + path("other.pftrace"))
                .status,
            0);
  const Outcome outcome = run_program("report " + path("one") + files + path("other.pftrace") +
                                      " -o " + path("r.html"));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("other.pftrace: is of another run than the packets: packet "));
  EXPECT_FALSE(fs::exists(path("r.html")));
}

TEST_F(ReportTimeline, BadOnesAreOneLine) {
  write_functions({{10, 20}, {30, 40}});
  const std::string whole = contents(path("t.pftrace"));
  write("empty", "");
  write("text", "packet,flow\n");
  write("half", whole.substr(0, whole.size() - 3));
  std::string name = whole;
  name[4] = '\x7f';  // a message of 127 octets where there are fewer
  write("lengths", name);
  const std::pair<const char*, const char*> cases[] = {
      {"none", "none: no such file"},
      {"empty", "empty: expected a trace of --timeline, damaged before octet 0"},
      {"text", "text: expected a trace of --timeline, damaged before octet 1"},
      {"half", "half: expected a trace of --timeline, damaged before octet "},
      {"lengths", "lengths: expected a trace of --timeline, damaged before octet "},
  };
  for (const auto& [file, line] : cases) {
    try {
      surroundings_json(path(file), {});
      ADD_FAILURE() << file;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(line));
    }
  }
  const Outcome outcome = run_program("report " + path("one") + " --timeline x");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--timeline needs --packets\n"));
}

// Every single damaged octet is refused or read, and ends no program.
TEST_F(ReportTimeline, AnyDamageIsSurvived) {
  write_functions({{10, 20}, {30, 40}});
  const std::string whole = contents(path("t.pftrace"));
  unsigned refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0xff);
    write("damaged", damaged);
    try {
      surroundings_json(path("damaged"), {{{"cm0", 0, 100}}, {}});
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, whole.size() / 4);
}

}  // namespace
}  // namespace docsis_vp::app::report_timeline_test
