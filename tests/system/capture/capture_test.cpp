// A run with --capture: what the file holds, and that the run does not notice.
#include <gmock/gmock.h>

#include <filesystem>
#include <map>

#include "models/docsis/map.h"
#include "models/docsis/segment_header.h"
#include "tests/app/program.h"
#include "tests/system/capture/blocks.h"
#include "tests/system/runs/run.h"

namespace docsis_vp::system {
namespace {

namespace fs = std::filesystem;

constexpr std::uint16_t kEthernet = 1;
constexpr std::uint16_t kDocsis = 143;
constexpr std::uint16_t kXra = 273;
constexpr std::size_t kXraHeaderBytes = 4 + 21;

class CaptureRun : public testing::Test {
 protected:
  ~CaptureRun() override { fs::remove(file_); }

  std::vector<CapturedPacket> capture(const std::string& arguments) {
    without_ = run_text(arguments);
    with_ = run_text(arguments + " --capture " + file_);
    return read_blocks(file_);
  }

  const std::string file_ = testing::TempDir() + "docsis_vp_capture_" +
                            testing::UnitTest::GetInstance()->current_test_info()->name() +
                            ".pcapng";
  std::string without_;
  std::string with_;
};

TEST_F(CaptureRun, ShowsEveryInterfaceInOrderAndChangesNothing) {
  const auto packets = capture("scenarios/overload.json --duration 0.3 --set stats.warmup_s=0");
  EXPECT_EQ(with_, without_);
  std::map<std::string, unsigned> seen;
  std::uint64_t last = 0;
  for (const CapturedPacket& packet : packets) {
    ++seen[packet.interface];
    EXPECT_GE(packet.time_ns, last);
    last = packet.time_ns;
  }
  for (const char* interface : {"lan-cm0", "wan", "ds0", "us", "us0"}) {
    EXPECT_GT(seen[interface], 20u) << interface;
  }
  EXPECT_EQ(seen["us"], seen["wan"]);
}

TEST_F(CaptureRun, BurstsAreWholeSegmentsInSequence) {
  const auto packets =
      capture("scenarios/isolated-packet.json --case docsis31 --duration 3 --set stats.warmup_s=0");
  unsigned segments = 0;
  unsigned requests = 0;
  for (const CapturedPacket& packet : packets) {
    if (packet.link_type != kXra) {
      continue;
    }
    EXPECT_EQ(packet.octets.size(), packet.original_bytes);
    const docsis::OctetView burst = docsis::OctetView(packet.octets).from(kXraHeaderBytes);
    if (packet.octets[1] == 0x4B) {
      ++requests;
      continue;
    }
    const auto header = docsis::parse_segment_header(burst);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->sequence, segments++ % docsis::kSegmentSequences);
  }
  EXPECT_GT(segments, 10u);
  EXPECT_GT(requests, 10u);
}

TEST_F(CaptureRun, ManagementIsWholeAndPacketsAreCutToTheirHeaders) {
  for (const CapturedPacket& packet :
       capture("scenarios/overload.json --duration 0.2 --set stats.warmup_s=0")) {
    if (packet.link_type == kDocsis && packet.octets[0] == 0xC2) {
      docsis::Map map;
      EXPECT_FALSE(docsis::parse_map(packet.octets, map));
    } else if (packet.link_type == kEthernet) {
      EXPECT_EQ(packet.octets.size(), 128u);
      EXPECT_EQ(packet.original_bytes, 1496u);
    }
  }
}

TEST(Capture, GoesWithOneRunOnly) {
  const app::Outcome outcome =
      app::run_program("run scenarios/quickstart.json --replications 2 --capture x.pcapng");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, testing::HasSubstr("--capture takes one run"));
}

}  // namespace
}  // namespace docsis_vp::system
