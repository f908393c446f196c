#include "models/hosts/file_transfer/file_transfer.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "platform/base/errors.h"
#include "tests/models/hosts/connection/ideal_connection.h"
#include "tests/models/hosts/timer_queue/manual_timer_queue.h"

namespace docsis_vp::hosts::file_transfer_test {
namespace {

constexpr TimePs kMs = kPsPerMs;

// Connections with a delay of 1 ms and 1 us per octet both ways: a file of 10 000 octets takes 2 ms
// for the handshake, 10 ms to leave and 1 ms to arrive; its connection is closed 1 ms later.
struct Bench {
  explicit Bench(const FileTransferConfig& config, unsigned count = 1) {
    for (unsigned i = 0; i < count; ++i) {
      owned.push_back(std::make_unique<IdealConnection>(
          IdealConnection::Config{kMs, kPsPerUs, kPsPerUs}, timers));
      connections.push_back(owned.back().get());
    }
    transfer = std::make_unique<FileTransfer>(config, connections, timers, 1);
  }
  std::uint64_t files_at(TimePs at) {
    timers.run_to(at);
    return transfer->durations().count();
  }

  ManualTimerQueue timers;
  std::vector<std::unique_ptr<IdealConnection>> owned;
  std::vector<Connection*> connections;
  std::unique_ptr<FileTransfer> transfer;
};

FileTransferConfig files_of_10_kb() {
  FileTransferConfig config;
  config.file_bytes = 10'000;
  return config;
}

TEST(FileTransfer, CompletesWhenTheLastOctetArrives) {
  FileTransferConfig config = files_of_10_kb();
  config.start = 5 * kMs;
  Bench bench(config);
  EXPECT_EQ(bench.files_at(18 * kMs - 1), 0U);
  EXPECT_EQ(bench.files_at(18 * kMs), 1U);
  EXPECT_DOUBLE_EQ(*bench.transfer->durations().mean_s(), 13e-3);
}

TEST(FileTransfer, RestartsWhenItsOneConnectionIsClosed) {
  Bench bench(files_of_10_kb());
  // 13 ms, closed at 14, the next from there.
  EXPECT_EQ(bench.files_at(27 * kMs - 1), 1U);
  EXPECT_EQ(bench.files_at(27 * kMs), 2U);
  EXPECT_EQ(bench.files_at(139 * kMs), 10U);
  EXPECT_EQ(bench.owned[0]->opened_times(), 10U);
}

TEST(FileTransfer, RestartsAtOnceOnASecondConnection) {
  Bench bench(files_of_10_kb(), 2);
  EXPECT_EQ(bench.files_at(26 * kMs), 2U);
  EXPECT_EQ(bench.files_at(130 * kMs), 10U);
  EXPECT_EQ(bench.owned[0]->opened_times(), 6U);
  EXPECT_EQ(bench.owned[1]->opened_times(), 5U);
}

// Without a pause the octets of all files leave one behind the other: ten whole segments each take
// 14.6 ms.
TEST(FileTransfer, GoesOnOverOneConnection) {
  FileTransferConfig config = files_of_10_kb();
  config.file_bytes = 14'600;
  config.persistent = true;
  Bench bench(config);
  const TimePs file = 14'600 * kPsPerUs;
  EXPECT_EQ(bench.files_at(3 * kMs + file - 1), 0U);
  EXPECT_EQ(bench.files_at(3 * kMs + file), 1U);
  EXPECT_EQ(bench.transfer->files_begun(), 2U);
  EXPECT_EQ(bench.files_at(3 * kMs + 2 * file - 1), 1U);
  EXPECT_EQ(bench.files_at(3 * kMs + 10 * file), 10U);
  EXPECT_EQ(bench.owned[0]->opened_times(), 1U);
  EXPECT_DOUBLE_EQ(*bench.transfer->durations().mean_s(), 14.6e-3 + 3e-3 / 10);
}

TEST(FileTransfer, PausesOnOneConnection) {
  FileTransferConfig config = files_of_10_kb();
  config.persistent = true;
  config.pause_s = 0.1;
  Bench bench(config);
  EXPECT_EQ(bench.files_at(113 * kMs), 1U);
  EXPECT_EQ(bench.transfer->files_begun(), 2U);
  // No handshake: 10 ms to leave, 1 to arrive.
  EXPECT_EQ(bench.files_at(124 * kMs - 1), 1U);
  EXPECT_EQ(bench.files_at(124 * kMs), 2U);
  EXPECT_EQ(bench.owned[0]->opened_times(), 1U);
}

TEST(FileTransfer, ClosesItsOneConnectionBehindTheLastFile) {
  for (const double pause_s : {0.0, 0.005}) {
    FileTransferConfig config = files_of_10_kb();
    config.persistent = true;
    config.pause_s = pause_s;
    config.files = 3;
    Bench bench(config);
    EXPECT_EQ(bench.files_at(kPsPerSecond), 3U);
    EXPECT_EQ(bench.transfer->files_begun(), 3U);
    EXPECT_TRUE(bench.owned[0]->closed());
    EXPECT_EQ(bench.owned[0]->opened_times(), 1U);
  }
}

TEST(FileTransfer, StopsWhatGoesOnOverOneConnection) {
  FileTransferConfig config = files_of_10_kb();
  config.persistent = true;
  config.stop = 48 * kMs;
  Bench bench(config);
  const std::uint64_t files = bench.files_at(48 * kMs);
  EXPECT_EQ(files, 4U);
  EXPECT_EQ(bench.files_at(kPsPerSecond), files);
  EXPECT_TRUE(bench.owned[0]->closed());
}

TEST(FileTransfer, PausesFromCompletion) {
  FileTransferConfig config = files_of_10_kb();
  config.pause_s = 0.1;
  Bench bench(config);
  bench.timers.run_to(113 * kMs - 1);
  EXPECT_EQ(bench.transfer->files_begun(), 1U);
  bench.timers.run_to(113 * kMs);
  EXPECT_EQ(bench.transfer->files_begun(), 2U);
  EXPECT_EQ(bench.files_at(126 * kMs), 2U);
}

TEST(FileTransfer, KeepsAPeriodAndStretchesItForALongFile) {
  FileTransferConfig config = files_of_10_kb();
  config.pause_from = PauseFrom::kStart;
  config.pause_s = 0.05;
  Bench bench(config, 2);
  bench.timers.run_to(100 * kMs);
  EXPECT_EQ(bench.transfer->files_begun(), 3U);  // at 0, 50, 100
  config.pause_s = 0.004;
  Bench busy(config, 2);
  busy.timers.run_to(26 * kMs);
  EXPECT_EQ(busy.transfer->files_begun(), 3U);  // at 0, 13, 26
}

TEST(FileTransfer, EndsAfterSoManyFiles) {
  FileTransferConfig config = files_of_10_kb();
  config.files = 3;
  Bench bench(config);
  EXPECT_EQ(bench.files_at(kPsPerSecond), 3U);
  EXPECT_TRUE(bench.owned[0]->closed());
}

TEST(FileTransfer, CountsFilesBegunAfterTheWarmUp) {
  FileTransferConfig config = files_of_10_kb();
  config.warmup = 13 * kMs;
  config.files = 3;
  Bench bench(config, 2);
  EXPECT_EQ(bench.files_at(kPsPerSecond), 2U);
  EXPECT_EQ(bench.transfer->files_begun(), 3U);
}

TEST(FileTransfer, DownloadsFromTheServer) {
  FileTransferConfig config = files_of_10_kb();
  config.sender = End::kServer;
  Bench bench(config);
  EXPECT_EQ(bench.files_at(13 * kMs), 1U);
}

TEST(FileTransfer, WithoutASizeSendsUntilItIsStopped) {
  FileTransferConfig config;
  config.stop = 100 * kMs;
  Bench bench(config);
  bench.timers.run_to(50 * kMs);
  EXPECT_FALSE(bench.owned[0]->closed());
  EXPECT_GT(bench.owned[0]->unsent(End::kClient), 1'000'000U);
  bench.timers.run_to(110 * kMs);
  EXPECT_TRUE(bench.owned[0]->closed());
  EXPECT_EQ(bench.transfer->files_begun(), 1U);
  EXPECT_EQ(bench.transfer->durations().count(), 0U);
}

TEST(FileTransfer, FinishesTheFileThatIsUnderWayWhenItStopsAndBeginsNoOther) {
  FileTransferConfig config = files_of_10_kb();
  config.stop = 20 * kMs;
  Bench bench(config);
  EXPECT_EQ(bench.files_at(kPsPerSecond), 2U);
  EXPECT_EQ(bench.transfer->files_begun(), 2U);
  EXPECT_TRUE(bench.owned[0]->closed());
}

TEST(FileTransfer, OpensNoFailedConnectionAnewOnceItHasStopped) {
  FileTransferConfig config = files_of_10_kb();
  config.stop = 20 * kMs;
  Bench bench(config);
  bench.timers.run_to(21 * kMs);
  bench.owned[0]->fail();
  EXPECT_EQ(bench.files_at(kPsPerSecond), 1U);
  EXPECT_EQ(bench.owned[0]->opened_times(), 2U);
}

TEST(FileTransfer, BeginsAFileAnewIfItsConnectionFails) {
  Bench bench(files_of_10_kb());
  bench.timers.run_to(7 * kMs);
  bench.owned[0]->fail();
  EXPECT_EQ(bench.files_at(20 * kMs), 1U);
  EXPECT_EQ(bench.transfer->files_begun(), 1U);
  EXPECT_DOUBLE_EQ(*bench.transfer->durations().mean_s(), 20e-3);  // the failure included
}

TEST(FileTransfer, RefusesABadConfiguration) {
  FileTransferConfig config;
  EXPECT_THROW(Bench(config, 0), ConfigError);
  config.file_bytes = 0;
  EXPECT_THROW(Bench{config}, ConfigError);
  config = {};
  config.pause_s = -1;
  EXPECT_THROW(Bench{config}, ConfigError);
}

}  // namespace
}  // namespace docsis_vp::hosts::file_transfer_test
