// Compares --packets with results.json and with --capture.
#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "platform/base/read_file.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/capture/blocks.h"
#include "tests/system/packets/packet_rows.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::packets_test {
namespace {

using ::testing::SizeIs;

constexpr double kPsPerMsReal = 1e9;

bool is(const PacketRow& row, const std::string& column, const std::string& value) {
  return row.at(column) == value;
}

// Flows of packets are called after their traffic, some with more behind a slash.
std::string traffic_of(const PacketRow& row) {
  return row.at("flow").substr(0, row.at("flow").find('/'));
}

std::string key_of_row(const PacketRow& row, const std::string& what) {
  return row.at("modem") + "." + row.at("service_flow") + "." + row.at("direction") + "." + what;
}

std::string key_of_flow(const JsonNode& flow, const std::string& what) {
  return *flow.find_string("modem") + "." + *flow.find_string("name") + "." +
         *flow.find_string("direction") + "." + what;
}

// Each packet has one row, and the rows are as many as the service flows count.
void expect_counts_of_service_flows(const PacketRun& run) {
  std::set<std::string> ids;
  std::map<std::string, double> counts;
  for (const PacketRow& row : run.rows) {
    ids.insert(row.at("packet"));
    EXPECT_NE(row.at("cause"), "other");
    EXPECT_EQ(is(row, "outcome", "dropped"), !row.at("cause").empty());
    ++counts[key_of_row(row, "offered_packets")];
    if (is(row, "outcome", "dropped")) {
      ++counts[key_of_row(row, row.at("cause"))];
    } else if (is(row, "place", "queue")) {
      ++counts[key_of_row(row, "queued_at_end")];
    }
  }
  EXPECT_THAT(ids, SizeIs(run.rows.size()));
  const std::pair<const char*, const char*> columns[] = {{"offered_packets", "offered_packets"},
                                                         {"queued_at_end", "queued_at_end"},
                                                         {"aqm_drops", "aqm"},
                                                         {"buffer_drops", "buffer_full"},
                                                         {"ingress_fifo_drops", "ingress_fifo"},
                                                         {"hold_drops", "ingress_hold"},
                                                         {"oversize_drops", "oversize"},
                                                         {"request_giveup_drops", "request_giveup"},
                                                         {"rf_lost", "rf"}};
  for (const JsonNode& flow : run.results.find("service_flows")->elements) {
    for (const auto& [field, cause] : columns) {
      if (flow.find(field) != nullptr) {
        EXPECT_EQ(counts[key_of_flow(flow, cause)], number(flow, field))
            << *flow.find_string("name") << "." << field;
      }
    }
  }
}

void expect_counts_and_longest_delay_of_traffic(const PacketRun& run) {
  const double warmup_ps = 1e12 * number(run.results, "stats.warmup_s");
  std::map<std::string, std::map<std::string, double>> counts;
  for (const PacketRow& row : run.rows) {
    std::map<std::string, double>& own = counts[traffic_of(row) + " " + row.at("direction")];
    ++own["sent"];
    ++own[row.at("outcome")];
    own["host_drops"] += is(row, "cause", "host_queue") ? 1 : 0;
    if (is(row, "outcome", "delivered") && std::stod(row.at("created_ps")) >= warmup_ps) {
      own["max"] = std::max(own["max"], std::stod(row.at("one_way_ps")));
    }
  }
  for (const JsonNode& flow : run.results.find("flows")->elements) {
    std::map<std::string, double>& own =
        counts[*flow.find_string("name") + " " + *flow.find_string("direction")];
    EXPECT_EQ(own["sent"], number(flow, "sent_packets")) << *flow.find_string("name");
    EXPECT_EQ(own["delivered"], number(flow, "received_packets"));
    EXPECT_EQ(own["dropped"], number(flow, "lost_packets"));
    EXPECT_EQ(own["host_drops"], number(flow, "host_drops"));
    if (own["max"] > 0) {
      EXPECT_NEAR(own["max"] / kPsPerMsReal, number(flow, "one_way_ms.max"), 1e-9);
    }
  }
}

// From the verdict to the end of the read upstream, to the begin of transmission downstream.
void expect_longest_queue_delays(const PacketRun& run) {
  const double warmup_ps = 1e12 * number(run.results, "stats.warmup_s");
  std::map<std::string, TimePs> longest;
  for (const PacketRow& row : run.rows) {
    const bool up = is(row, "direction", "upstream");
    const auto left_queue = time_in(row, up ? "window_ps" : "rf_start_ps");
    const auto gone = time_in(row, up ? "read_ps" : "rf_start_ps");
    if (gone && static_cast<double>(*left_queue) >= warmup_ps) {
      TimePs& own = longest[key_of_row(row, "")];
      own = std::max(own, *gone - *time_in(row, "judged_ps"));
    }
  }
  for (const JsonNode& flow : run.results.find("service_flows")->elements) {
    const TimePs own = longest[key_of_flow(flow, "")];
    if (own > 0) {
      EXPECT_NEAR(static_cast<double>(own) / kPsPerMsReal, number(flow, "queue_delay_ms.max"), 1e-9)
          << *flow.find_string("name");
    }
  }
}

// Times of a row never decrease, and what lies between them adds up to the one-way delay.
void expect_stations_in_order(const PacketRun& run) {
  for (const PacketRow& row : run.rows) {
    TimePs last = -1;
    TimePs sum = 0;
    for (const std::string& column : kStationColumns) {
      const auto at = time_in(row, column);
      if (at) {
        ASSERT_GE(*at, last) << "packet " << row.at("packet") << " " << column;
        sum += last >= 0 ? *at - last : 0;
        last = *at;
      }
    }
    if (is(row, "outcome", "delivered")) {
      ASSERT_EQ(sum, *time_in(row, "one_way_ps"));
    } else if (is(row, "outcome", "dropped")) {
      ASSERT_GE(*time_in(row, "dropped_ps"), last - 1) << "packet " << row.at("packet");
    }
  }
}

// A packet that rides in room that others asked for has no request.
void expect_all_stations_upstream(const PacketRun& run) {
  const std::set<std::string> may_lack = {"requested_ps", "map_received_ps", "map_parsed_ps"};
  for (const PacketRow& row : run.rows) {
    if (!is(row, "outcome", "delivered") || !is(row, "direction", "upstream")) {
      continue;
    }
    for (const std::string& column : kStationColumns) {
      if (may_lack.count(column) == 0) {
        ASSERT_TRUE(time_in(row, column)) << "packet " << row.at("packet") << " " << column;
      }
    }
    const std::set<std::string> by_request = {"contention", "poll", "piggyback"};
    ASSERT_EQ(by_request.count(row.at("granted_by")) != 0,
              time_in(row, "requested_ps").has_value());
    ASSERT_GE(std::stoul(row.at("bursts")), 1u);
    ASSERT_LE(*time_in(row, "first_burst_ps"), *time_in(row, "last_burst_ps"));
    ASSERT_LE(*time_in(row, "released_ps"), *time_in(row, "released_whole_ps"));
    ASSERT_LE(*time_in(row, "released_whole_ps"), *time_in(row, "window_ps"));
  }
}

class EveryPacket : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryPacket, HasOneRowThatAgreesWithTheResults) {
  const PacketRun run = run_with_packets(GetParam());
  ASSERT_GT(run.rows.size(), 50u);
  expect_counts_of_service_flows(run);
  expect_counts_and_longest_delay_of_traffic(run);
  expect_longest_queue_delays(run);
  expect_stations_in_order(run);
  expect_all_stations_upstream(run);
}

INSTANTIATE_TEST_SUITE_P(
    Runs, EveryPacket,
    ::testing::Values(
        "scenarios/overload.json --duration 0.5 --set stats.warmup_s=0.1",
        "scenarios/quickstart.json --duration 1 --set modems.cm0.drop=firmware",
        "scenarios/bonded.json --duration 0.2 --set stats.warmup_s=0.1",
        "scenarios/codesign/d31-modem.json --duration 0.15 --set stats.warmup_s=0.1",
        "scenarios/codesign/head-drop.json --duration 0.1 --set stats.warmup_s=0.05",
        "scenarios/codesign/five-gigabit.json --duration 0.12 --set stats.warmup_s=0.01",
        "scenarios/mac/call-by-type.json --duration 0.5 --set stats.warmup_s=0.1",
        "scenarios/mac/mixed-channels.json --duration 0.2 --set stats.warmup_s=0.1",
        "scenarios/mac/two-queues.json --duration 0.5 --set stats.warmup_s=0.1",
        "scenarios/traffic/bursty-upload.json --duration 0.7 --set stats.warmup_s=0.1",
        "scenarios/overload.json --duration 0.5 --set stats.warmup_s=0 "
        "--set rf.upstream_loss_percent=10 --set rf.map_loss_percent=10 --set "
        "rf.request_loss_percent=50",
        "scenarios/traffic/speed-test.json --duration 0.4 --set rf.downstream_loss_percent=2"));

// By law, from the scenario's own control law in firmware to queues that choose.
TEST(PacketsOfManagers, AreConservedAndInOrder) {
  for (const char* algorithm : {"codel", "fq_codel", "drr"}) {
    const ScenarioFile scenario(
        R"({"name": "t", "duration_s": 0.4, "modems": [{"name": "cm0", "control_law": "hardware"}],
            "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10,
                               "aqm": {"algorithm": ")" +
        std::string(algorithm) + R"("}}],
            "flows": [
              {"name": "a", "kind": "udp", "modem": "cm0", "rate_mbps": 20, "packet_bytes": 1500},
              {"name": "b", "kind": "udp", "modem": "cm0", "rate_mbps": 1, "packet_bytes": 200}]})");
    const PacketRun run = run_with_packets(scenario.path() + " --set stats.warmup_s=0");
    EXPECT_THAT(run.rows, SizeIs(number(run.results, "service_flows.0.offered_packets")));
    for (const PacketRow& row : run.rows) {
      TimePs last = -1;
      for (const std::string& column : kStationColumns) {
        const TimePs at = time_in(row, column).value_or(last);
        ASSERT_GE(at, last) << algorithm << " packet " << row.at("packet") << " " << column;
        last = at;
      }
    }
  }
}

TEST(Packets, ChangeNoResult) {
  for (const char* run :
       {"scenarios/overload.json --duration 0.5 --set stats.warmup_s=0 ",
        "scenarios/bonded.json --duration 0.1 --set stats.warmup_s=0 ",
        "scenarios/quickstart.json --duration 1 --set modems.cm0.drop=firmware "}) {
    EXPECT_EQ(run_with_packets(run).results_text, run_text(run)) << run;
  }
}

// In nanoseconds, as pcapng has them.
using Times = std::multiset<std::uint64_t>;

Times captured(const std::vector<CapturedPacket>& packets, const std::string& interface,
               unsigned direction) {
  Times times;
  for (const CapturedPacket& packet : packets) {
    const bool is_management =
        interface.compare(0, 2, "ds") == 0 && (packet.octets[0] & 0xC0) == 0xC0;
    if (packet.interface == interface && packet.direction == direction && !is_management) {
      times.insert(packet.time_ns);
    }
  }
  return times;
}

Times in_rows(const std::vector<PacketRow>& rows, const std::string& column,
              const std::string& direction) {
  Times times;
  for (const PacketRow& row : rows) {
    const auto at = time_in(row, column);
    if (at && is(row, "direction", direction)) {
      times.insert(static_cast<std::uint64_t>(*at / kPsPerNs));
    }
  }
  return times;
}

TEST(Packets, PassWhenTheCaptureSaysSo) {
  const TemporaryFolder folder;
  const std::string file = folder.file("run.pcapng");
  const PacketRun run =
      run_with_packets("scenarios/traffic/speed-test.json --duration 0.4 --set stats.warmup_s=0",
                       "--capture " + file);
  const std::vector<CapturedPacket> packets = read_blocks(file);
  constexpr unsigned kReceived = 1;
  constexpr unsigned kSent = 2;
  const std::string modem = "lan-" + run.rows.front().at("modem");
  EXPECT_GT(run.rows.size(), 1000u);
  EXPECT_EQ(in_rows(run.rows, "entered_ps", "upstream"), captured(packets, modem, kReceived));
  EXPECT_EQ(in_rows(run.rows, "passed_on_ps", "upstream"), captured(packets, "wan", kSent));
  EXPECT_EQ(in_rows(run.rows, "entered_ps", "downstream"), captured(packets, "wan", kReceived));
  EXPECT_EQ(in_rows(run.rows, "delivered_ps", "downstream"), captured(packets, modem, kSent));
  // A packet that has left the CMTS and has not arrived has no time in its row.
  const Times left = in_rows(run.rows, "rf_end_ps", "downstream");
  const Times seen = captured(packets, "ds0", 0);
  EXPECT_TRUE(std::includes(seen.begin(), seen.end(), left.begin(), left.end()));
  EXPECT_LT(seen.size() - left.size(), 60u);
  // Every burst that ends a packet is on the channel when it arrives at the CMTS.
  const std::string channel = *run.results.find("config")
                                   ->find("rf")
                                   ->find("channels")
                                   ->elements.front()
                                   .find_string("name");
  const Times bursts = captured(packets, channel, 0);
  for (const std::uint64_t at : in_rows(run.rows, "received_ps", "upstream")) {
    ASSERT_TRUE(bursts.count(at)) << at;
  }
}

std::string inflated(const std::string& file) {
  std::string text;
  gzFile gz = gzopen(file.c_str(), "rb");
  char block[4096];
  for (int size = gzread(gz, block, sizeof block); size > 0;
       size = gzread(gz, block, sizeof block)) {
    text.append(block, static_cast<std::size_t>(size));
  }
  gzclose(gz);
  return text;
}

TEST(Packets, AreCompressedByTheNameOfTheFile) {
  const TemporaryFolder folder;
  const std::string run =
      "run scenarios/overload.json --duration 0.5 --set stats.warmup_s=0 -q --no-console -o " +
      folder.path().string() + " --packets ";
  ASSERT_EQ(app::run_program(run + folder.file("p.csv")).status, 0);
  ASSERT_EQ(app::run_program(run + folder.file("p.csv.gz")).status, 0);
  const std::string plain = contents_of(folder.file("p.csv")).value_or("");
  const std::string packed = contents_of(folder.file("p.csv.gz")).value_or("");
  ASSERT_GT(plain.size(), 100'000u);
  EXPECT_EQ(packed.substr(0, 2), "\x1f\x8b");
  EXPECT_LT(packed.size(), plain.size() / 3);
  EXPECT_EQ(inflated(folder.file("p.csv.gz")), plain);
}

TEST(Packets, GoWithOneRunOnlyAndIntoAFileOfTheirOwn) {
  app::Outcome outcome =
      app::run_program("run scenarios/overload.json --replications 2 --packets x.csv");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("--packets takes one run"));
  outcome = app::run_program("run scenarios/overload.json --packets x.csv --waves x.csv");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("would both be written to x.csv"));
  outcome = app::run_program("run scenarios/overload.json --packets ''");
  EXPECT_EQ(outcome.status, 2);
}

// The law's word and probability: with p = 0 nothing is dropped; a drop has both.
TEST(Packets, ShowTheProbabilityAndTheWordOfEachVerdict) {
  const PacketRun run =
      run_with_packets("scenarios/overload.json --duration 2 --set stats.warmup_s=0");
  unsigned drops = 0;
  std::set<std::string> words;
  for (const PacketRow& row : run.rows) {
    ASSERT_FALSE(row.at("drop_probability").empty());
    words.insert(row.at("random_word"));
    if (is(row, "cause", "aqm")) {
      ++drops;
      EXPECT_GT(std::stod(row.at("drop_probability")), 0);
      EXPECT_EQ(row.at("verdict"), "drop");
    }
  }
  EXPECT_GT(drops, 100u);
  EXPECT_GT(words.size(), run.rows.size() - 10);  // each decision has a word of its own
}

}  // namespace
}  // namespace docsis_vp::system::packets_test
