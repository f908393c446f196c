// Checks the statements of traces/README.md about the committed capture.
#include <gmock/gmock.h>

#include <filesystem>
#include <vector>

#include "models/hosts/trace_source/trace_source.h"
#include "tests/models/hosts/recording_sink.h"

namespace docsis_vp::hosts::committed_trace_test {
namespace {

TEST(LinuxUploadTrace, IsAnUploadBehindABottleneckOf14Mbit) {
  TraceSourceConfig config;
  config.file = "traces/linux-upload-14mbit.pcapng";
  FlowTable table;
  PacketPool pool;
  RecordingSink sink;
  TraceSource source("source", config, "upload", table, pool, sink);
  EXPECT_LT(std::filesystem::file_size(config.file), 5'000'000U);
  EXPECT_EQ(source.captured_packets(), 46'089U);
  EXPECT_EQ(source.captured_duration(), 39'876'498'002 * kPsPerNs);
  ASSERT_EQ(source.flows().size(), 2U);  // iperf3's control connection and its data
  EXPECT_EQ(table.key(1).protocol, 6);
  EXPECT_THAT(table.key(1).source,
              ::testing::ElementsAre(192, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));

  sc_core::sc_start(platform::to_sc_time(60 * kPsPerSecond));
  EXPECT_EQ(source.sent_packets(), 46'089U);
  EXPECT_EQ(source.sent_bytes(), 69'948'861U);
  std::uint64_t control = 0;
  std::vector<std::uint64_t> bytes_per_second(40);
  for (const auto& [time, flow, sequence, size_bytes] : sink.rows) {
    ASSERT_LE(size_bytes, 1'518U);
    control += flow == source.flows()[0] ? 1 : 0;
    bytes_per_second.at(static_cast<std::size_t>(time / kPsPerSecond)) += size_bytes;
  }
  EXPECT_EQ(control, 7U);
  for (std::size_t second = 0; second < 39; ++second) {
    EXPECT_NEAR(static_cast<double>(bytes_per_second[second]) * 8e-6, 14.03, 0.1) << second;
  }
}

}  // namespace
}  // namespace docsis_vp::hosts::committed_trace_test
