// Queue and link of ns-2 where packets come at one instant or through a line, beside the model's
// rate-shaping queue.
#include <gtest/gtest.h>

#include <cstdio>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/models/cm/support/transmit_queue_bench.h"

namespace docsis_vp::ns2::ns2_burst_test {
namespace {

constexpr unsigned kLimit = 21;
constexpr double kUnlimitedMbps = 1e9;

struct Burst {
  unsigned packets;
  unsigned bytes;
  unsigned lan_mbps;  // 0: the host sits at the queue
};

void PrintTo(const Burst& burst, std::ostream* out) {
  *out << burst.packets << " of " << burst.bytes << " bytes, LAN of " << burst.lan_mbps;
}

unsigned drops_in_ns2(const Burst& burst, double link_mbps) {
  std::ostringstream command;
  command << "'" << NS2_PROGRAM << "' '" << NS2_BURST_SCRIPT << "' " << burst.packets << ' '
          << burst.bytes << ' ' << burst.lan_mbps << ' ' << link_mbps << ' ' << kLimit;
  std::FILE* const output = popen(command.str().c_str(), "r");
  unsigned drops = 0;
  const bool read = output != nullptr && std::fscanf(output, "%u", &drops) == 1;
  if (output == nullptr || pclose(output) != 0 || !read) {
    throw std::runtime_error("failed: " + command.str());
  }
  return drops;
}

// Buckets that hold all of it.
unsigned drops_in_model(const Burst& burst) {
  cm::TransmitQueueConfig config;
  config.packets = 1'000;
  config.holds_next = true;
  cm::TransmitQueueBench bench({0, 10'000'000, 0}, config);
  const TimePs apart = burst.lan_mbps > 0 ? TimePs{burst.bytes} * 8 * kPsPerUs / burst.lan_mbps : 0;
  unsigned drops = 0;
  for (unsigned i = 0; i < burst.packets; ++i) {
    const bool taken = bench.offer_to_tail(burst.bytes, kPsPerSecond + i * apart, kLimit - 1);
    drops += taken ? 0 : 1;
  }
  return drops;
}

class Ns2Burst : public ::testing::TestWithParam<Burst> {};

TEST_P(Ns2Burst, LosesAsManyBeforeALinkWithoutBandwidth) {
  EXPECT_EQ(drops_in_model(GetParam()), drops_in_ns2(GetParam(), kUnlimitedMbps));
}

INSTANTIATE_TEST_SUITE_P(All, Ns2Burst,
                         ::testing::Values(Burst{24, 40, 0}, Burst{24, 40, 1000}, Burst{22, 40, 0},
                                           Burst{21, 40, 0}, Burst{100, 1500, 0},
                                           Burst{100, 1500, 10000}));

// A link is busy while it sends. Through a line of 1 Gbit/s 24 SYNs overflow a queue of 21 only
// before a link that sends each for longer than the line takes to bring several.
TEST(Ns2Link, IsBusyForItsSendingTime) {
  const Burst page{24, 40, 1000};
  EXPECT_EQ(drops_in_ns2(page, 1000), 0U);
  EXPECT_EQ(drops_in_ns2(page, 200), 0U);
  EXPECT_EQ(drops_in_ns2(page, 100), 1U);
  EXPECT_EQ(drops_in_ns2(page, 20), 3U);
}

}  // namespace
}  // namespace docsis_vp::ns2::ns2_burst_test
