// Captures as people have them: cut, with a clock that jumps, of several links, or our own.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "tests/app/program.h"
#include "tests/models/hosts/capture_writer.h"
#include "tests/system/capture/blocks.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system::replay_test {
namespace {

using hosts::CaptureWriter;
using hosts::Octets;
using hosts::udp_frame;
using ::testing::HasSubstr;

// One modem; a flow "r" replays a file with these keys beside it.
std::string replay(const std::string& file, const std::string& keys = "") {
  return R"({"name": "t", "duration_s": 2, "modems": [{"name": "cm0"}],
      "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10,
                         "aqm": {"algorithm": "none"}},
                        {"name": "ds0", "modem": "cm0", "direction": "downstream",
                         "max_sustained_rate_mbps": 100}],
      "flows": [{"name": "r", "kind": "trace", "modem": "cm0", "file": ")" +
         file + "\"" + keys + "}]}";
}

class Captures : public ::testing::Test {
 protected:
  std::string write(const Octets& octets) const {
    hosts::write_file(file_, octets);
    return file_;
  }
  // Returns the status of `check` and its output.
  app::Outcome check(const std::string& scenario) const {
    std::ofstream(folder_.file("s.json")) << scenario;
    return app::run_program("check " + folder_.file("s.json"));
  }
  double sent(const std::string& scenario) const {
    return number(run_results(ScenarioFile(scenario).path()), "flows.0.sent_packets");
  }

  const TemporaryFolder folder_;
  const std::string file_ = folder_.file("c.pcap");
};

// The header of 24 octets and so many packets of 100 octets, 10 ms apart.
CaptureWriter packets(unsigned count, std::uint32_t magic = 0xa1b2c3d4) {
  CaptureWriter writer(false);
  writer.pcap_header(magic, 1);
  for (unsigned i = 0; i < count; ++i) {
    writer.pcap_packet(1, 10'000 * i, 100, udp_frame(1));
  }
  return writer;
}

TEST_F(Captures, ThatAreCutAreReplayedAsFarAsTheyGo) {
  Octets octets = packets(5).octets();
  octets.resize(octets.size() - 10);
  const std::string scenario = replay(write(octets));
  EXPECT_EQ(check(scenario).status, 0);
  EXPECT_EQ(check(scenario).err, "docsis-vp: r: " + file_ + ": ends within the packet at byte " +
                                     std::to_string(24 + 4 * (16 + udp_frame(1).size())) +
                                     ", the 4 before it are replayed\n");
  EXPECT_EQ(sent(scenario), 4);
  octets.resize(24 + 20);
  EXPECT_THAT(check(replay(write(octets))).err,
              HasSubstr("no packet to replay, it ends within the first one\n"));
}

TEST_F(Captures, WhoseClockJumpsAreNamedAndTheGapClosed) {
  CaptureWriter writer(false);
  writer.pcap_header(0xa1b2c3d4, 1)
      .pcap_packet(100, 0, 100, udp_frame(1))
      .pcap_packet(3'700, 0, 100, udp_frame(1))
      .pcap_packet(100, 10'000, 100, udp_frame(1));
  const std::string file = write(writer.octets());
  EXPECT_EQ(check(replay(file)).err,
            "docsis-vp: r: " + file_ +
                ": its clock goes on by 3600 s at byte 82, its clock goes back by 3599.99 s at "
                "byte 140; max_gap_s closes such gaps\n");
  EXPECT_EQ(sent(replay(file)), 1);
  const std::string closed = replay(file, R"(, "max_gap_s": 0.5)");
  EXPECT_EQ(check(closed).err, "");
  EXPECT_EQ(sent(closed), 3);
}

TEST_F(Captures, OfUnknownLinksAreReplayedIfTheFilterLeavesNone) {
  CaptureWriter writer(false);
  writer.section().interface(105).interface(1);
  writer.enhanced(0, 0, 100, Octets(40)).enhanced(1, 1'000, 100, udp_frame(1));
  const std::string file = write(writer.octets());
  const app::Outcome all = check(replay(file));
  EXPECT_EQ(all.status, 2);
  EXPECT_THAT(all.err, HasSubstr("flows[0].file: " + file_ + ": byte 68: link type 105"));
  EXPECT_EQ(sent(replay(file, R"(, "ip_source": "10.0.0.1")")), 1);
  EXPECT_EQ(sent(replay(file, R"(, "interface": "1")")), 1);
  EXPECT_THAT(check(replay(file, R"(, "interface": "1", "ip_source": "9.9.9.9")")).err,
              HasSubstr("flows[0].ip_source: no packet of " + file_ + " comes from 9.9.9.9\n"));
  EXPECT_THAT(check(replay(file, R"(, "interface": "lan")")).err,
              HasSubstr("flows[0].interface: no packet of " + file_ +
                        " is of interface \"lan\", it has \"\", \"\"\n"));
}

std::vector<CapturedPacket> received(const std::string& file, const std::string& interface) {
  std::vector<CapturedPacket> frames = read_blocks(file);
  frames.erase(std::remove_if(frames.begin(), frames.end(),
                              [&](const CapturedPacket& frame) {
                                return frame.interface != interface || frame.direction != 1;
                              }),
               frames.end());
  return frames;
}

// Frames that entered the modem in one run enter it in the next, at the same times; no others do.
TEST_F(Captures, OfOurOwnReplayWhatEnteredTheModem) {
  const std::string first = folder_.file("first.pcapng");
  run_text("scenarios/quickstart.json --duration 1 --capture " + first);
  const std::vector<CapturedPacket> before = received(first, "lan-cm0");
  ASSERT_GT(before.size(), 500U);
  const std::string second = folder_.file("second.pcapng");
  const ScenarioFile scenario(replay(first, R"(, "start_s": 0.25)"));
  EXPECT_EQ(check(replay(first)).err, "");
  run_text(scenario.path() + " --capture " + second);
  const std::vector<CapturedPacket> after = received(second, "lan-cm0");
  ASSERT_EQ(after.size(), before.size());
  EXPECT_EQ(received(second, "wan").size(), 0U);
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(after[i].original_bytes, before[i].original_bytes);
    const double shift = static_cast<double>(after[i].time_ns) -
                         static_cast<double>(before[i].time_ns - before[0].time_ns);
    // The first has no time to enter the line before the start.
    ASSERT_NEAR(shift, 250e6, i == 0 ? 20'000 : 2) << i;
  }
}

TEST_F(Captures, OfOurOwnReplayDownstreamWhatEnteredTheCmts) {
  const std::string first = folder_.file("first.pcapng");
  const ScenarioFile upload(R"({"name": "u", "duration_s": 1, "modems": [{"name": "cm0"}],
      "service_flows": [{"name": "us0", "modem": "cm0", "max_sustained_rate_mbps": 10},
                        {"name": "ds0", "modem": "cm0", "direction": "downstream",
                         "max_sustained_rate_mbps": 100}],
      "flows": [{"name": "up", "kind": "tcp", "modem": "cm0"}]})");
  run_text(upload.path() + " --capture " + first);
  const std::vector<CapturedPacket> acks = received(first, "wan");
  ASSERT_GT(acks.size(), 50U);
  EXPECT_EQ(sent(replay(first, R"(, "direction": "downstream")")),
            static_cast<double>(acks.size()));
  // Another modem than any of the capture: the only LAN port there is.
  std::string other = replay(first);
  for (std::size_t at = other.find("cm0"); at != std::string::npos; at = other.find("cm0")) {
    other.replace(at, 3, "cm9");
  }
  EXPECT_EQ(sent(other), static_cast<double>(received(first, "lan-cm0").size()));
}

}  // namespace
}  // namespace docsis_vp::system::replay_test
