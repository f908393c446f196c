#include <gtest/gtest.h>

#include <cstdlib>

#include "models/hosts/trace_source/trace_source.h"
#include "tests/models/hosts/recording_sink.h"

namespace docsis_vp::hosts::record_upload_test {
namespace {

TEST(RecordUpload, RecordsTwoSecondsBehindTheBottleneck) {
  const std::string path = ::testing::TempDir() + "docsis_vp_record_upload.pcapng";
  const std::string command = "tools/traces/record-upload -t 2 -o " + path + " > " + path + ".log";
  ASSERT_EQ(std::system(command.c_str()), 0);
  ASSERT_NE(std::system("ip netns list | grep -q ^upload-"), 0) << "a namespace is left";
  TraceSourceConfig config;
  config.file = path;
  FlowTable table;
  PacketPool pool;
  RecordingSink sink;
  TraceSource source("source", config, "upload", table, pool, sink);
  sc_core::sc_start(platform::to_sc_time(10 * kPsPerSecond));
  EXPECT_EQ(source.flows().size(), 2U);
  const double seconds = to_seconds(source.captured_duration());
  EXPECT_GT(seconds, 1.5);
  EXPECT_LT(seconds, 4);
  EXPECT_NEAR(static_cast<double>(source.sent_bytes()) * 8e-6 / seconds, 14, 1);
  for (const RecordingSink::Row& row : sink.rows) ASSERT_LE(std::get<3>(row), 1'518U);
}

}  // namespace
}  // namespace docsis_vp::hosts::record_upload_test
