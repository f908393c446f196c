// Damaged DOCSIS configuration files through the program: exit status 2, one line with the file and
// the offset, and no output left. Unknown encodings are skipped.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "models/docsis/config_file/config_file.h"
#include "tests/app/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::app {
namespace {

namespace fs = std::filesystem;
using Octets = std::vector<std::uint8_t>;
using ::testing::HasSubstr;

constexpr std::size_t kServiceFlowAt = 3;

void append(Octets& to, const Octets& more) {
  std::copy(more.begin(), more.end(), std::back_inserter(to));
}

// Network access; an upstream service flow with its reference, QoS set, rate and buffer, and
// whatever else is to be in it or behind it.
Octets body(const Octets& in_flow = {}, const Octets& behind = {}) {
  Octets flow = {1,  2, 0, 1, 6, 1, 7,    8,   4, 0, 0x1E, 0x84, 0x80,  // 2 Mbit/s
                 35, 6, 2, 4, 0, 0, 0xC3, 0x50};                        // 50 000 bytes
  append(flow, in_flow);
  Octets octets = {3, 1, 1, 24, static_cast<std::uint8_t>(flow.size())};
  append(octets, flow);
  append(octets, behind);
  return octets;
}

// With MICs, end and padding.
Octets whole(const Octets& tlvs) {
  return docsis::write_config_file(docsis::read_config_tlvs(tlvs), std::nullopt);
}

class DamagedConfigFile : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(scenario_path()) << R"({"duration_s": 1,
      "modems": [{"name": "cm0", "config_file": "modem.cfg"}], "service_flows": [],
      "flows": [{"name": "load", "modem": "cm0", "rate_mbps": 3}]})";
  }

  std::string path(const std::string& name) const { return folder_.file(name); }
  std::string scenario_path() const { return path("x.json"); }
  void write(const Octets& octets) const {
    std::ofstream file(path("modem.cfg"), std::ios::binary);
    file.write(reinterpret_cast<const char*>(octets.data()),
               static_cast<std::streamsize>(octets.size()));
  }
  static void expect_one_line(const Outcome& outcome, const std::string& expected) {
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(expected));
  }
  void expect_refused(const Octets& octets, const std::string& expected) const {
    write(octets);
    expect_one_line(run_program("run " + scenario_path() + " -o " + path("out")),
                    "x.json:2: modems[0].config_file: " + path("modem.cfg") + ": " + expected);
    expect_one_line(run_program("config decode " + path("modem.cfg") + " -o " + path("out")),
                    "modem.cfg: " + expected);
    EXPECT_FALSE(fs::exists(path("out")));
  }

  TemporaryFolder folder_;
};

TEST_F(DamagedConfigFile, IsRefusedWithTheOffsetOfItsFirstBadEncoding) {
  const Octets good = whole(body());
  const auto changed = [&](std::size_t at, std::uint8_t octet) {
    Octets octets = good;
    octets.at(at) = octet;
    return octets;
  };
  const auto cut = [&](std::size_t length) {
    return Octets(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length));
  };
  Octets behind_the_end = good;
  behind_the_end.push_back(3);
  const struct {
    const char* damage;
    Octets octets;
    std::string expected;
  } cases[] = {
      {"empty", {}, "offset 0: "},
      {"cut behind a type", cut(kServiceFlowAt + 1), "offset 3: encoding 24 "},
      {"cut in a group", cut(kServiceFlowAt + 7), "offset 3: encoding 24 "},
      {"cut between encodings", cut(kServiceFlowAt), "offset 3: "},
      {"a value out of range", changed(2, 7), "offset 0: encoding 3 (network_access) is 7"},
      {"a length too long", changed(kServiceFlowAt + 1, 250), "offset 3: encoding 24 "},
      {"a length inside too long", changed(kServiceFlowAt + 3, 200), "offset 5: encoding 24.1 "},
      {"a group that ends early", changed(kServiceFlowAt + 1, 14), "offset 18: encoding 24.35 "},
      {"an end too many", behind_the_end, "offset "},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.damage);
    expect_refused(c.octets, c.expected);
  }
}

TEST_F(DamagedConfigFile, WhatReadsWellButIsNotWhatWasWrittenFailsTheMic) {
  Octets octets = whole(body());
  octets.at(kServiceFlowAt + 12) ^= 1;  // in the rate
  write(octets);
  const Outcome outcome = run_program("run " + scenario_path() + " -o " + path("out"));
  expect_one_line(outcome, "modem.cfg: the MIC of the CM does not match");
  EXPECT_FALSE(fs::exists(path("out")));
}

// More service flows than a modem has, however well each is formed.
TEST_F(DamagedConfigFile, ABombOfServiceFlowsIsRefused) {
  Octets tlvs;
  for (std::uint16_t reference = 1; reference <= 2'000; ++reference) {
    Octets flow = body();
    flow.erase(flow.begin(), flow.begin() + kServiceFlowAt);
    flow[4] = static_cast<std::uint8_t>(reference >> 8);
    flow[5] = static_cast<std::uint8_t>(reference);
    append(tlvs, flow);
  }
  write(whole(tlvs));
  expect_one_line(run_program("run " + scenario_path() + " -o " + path("out")),
                  "the modem \"cm0\" has 2000 upstream service flows, expected 1 to 48");
}

// At the top and in a service flow, alone and by the ten thousand: the run is the same.
TEST_F(DamagedConfigFile, UnknownEncodingsAreSkipped) {
  const auto sent = [&](const Octets& octets) {
    write(octets);
    return system::number(system::run_results(scenario_path()), "service_flows.0.sent_bytes");
  };
  const double usual = sent(whole(body()));
  EXPECT_GT(usual, 200'000);
  EXPECT_EQ(sent(whole(body({200, 3, 1, 2, 3}))), usual);
  Octets bomb;
  for (int i = 0; i < 10'000; ++i) {
    append(bomb, {201, 2, 0xFF, 0x00});
  }
  EXPECT_EQ(sent(whole(body({}, bomb))), usual);
}

}  // namespace
}  // namespace docsis_vp::app
