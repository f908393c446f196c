#include "models/aqm/dual_queue/virtual_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace docsis_vp::aqm::virtual_queue_test {
namespace {

constexpr std::uint64_t kRate = 50'000'000;
constexpr std::uint32_t kMapNs = 945'000;
constexpr std::uint32_t kFrameNs = 135'000;

virtual_queue_config usual() {
  return {kRate, 0, 0, kMapNs, kFrameNs, 10, 7, 0};
}

virtual_queue_params params_of(const virtual_queue_config& config) {
  virtual_queue_params params;
  EXPECT_EQ(virtual_queue_params_init(&params, &config), nullptr);
  return params;
}

TEST(VirtualQueue, DrainsAtMaxRateAndIncludesThePacket) {
  const virtual_queue_params params = params_of(usual());
  const std::uint64_t packet_ns = aqm_scaled(1000, &params.ns_per_byte);
  EXPECT_EQ(packet_ns, 160'000U);
  virtual_queue queue{0, 0};
  EXPECT_EQ(virtual_queue_arrive(&queue, packet_ns, 1'000'000), 160'000U);
  EXPECT_EQ(virtual_queue_arrive(&queue, packet_ns, 1'100'000), 220'000U);
  EXPECT_EQ(virtual_queue_arrive(&queue, packet_ns, 1'100'000), 380'000U);
  EXPECT_EQ(virtual_queue_arrive(&queue, packet_ns, 9'000'000), 160'000U);
  // Time that runs backwards drains nothing, and moves nothing.
  EXPECT_EQ(virtual_queue_arrive(&queue, packet_ns, 8'000'000), 320'000U);
  EXPECT_EQ(queue.last_ns, 9'000'000U);
}

TEST(VirtualQueue, GivesBackWhatDidNotStay) {
  virtual_queue queue{100, 0};
  virtual_queue_undo(&queue, 60);
  EXPECT_EQ(queue.delay_ns, 40U);
  virtual_queue_undo(&queue, 60);
  EXPECT_EQ(queue.delay_ns, 0U);
}

TEST(VirtualQueue, AveragesTheLoopFromItsFirstSample) {
  const virtual_queue_params params = params_of(usual());
  virtual_queue_alignment alignment{};
  virtual_queue_sample_loop(&alignment, &params, 2'000'000);
  EXPECT_EQ(virtual_queue_loop_delay_ns(&alignment, &params), 2'000'000U);
  virtual_queue_sample_loop(&alignment, &params, 3'280'000);
  EXPECT_EQ(virtual_queue_loop_delay_ns(&alignment, &params), 2'010'000U);
  for (int i = 0; i < 5'000; ++i) {
    virtual_queue_sample_loop(&alignment, &params, 1'000'000);
  }
  EXPECT_EQ(virtual_queue_loop_delay_ns(&alignment, &params), 1'000'000U);
}

TEST(VirtualQueue, AddsTheLoopDelayOffset) {
  virtual_queue_config config = usual();
  config.loop_delay_offset_maps = 2;
  const virtual_queue_params params = params_of(config);
  const virtual_queue_alignment alignment{};
  EXPECT_EQ(virtual_queue_loop_delay_ns(&alignment, &params), 2U * kMapNs);
}

TEST(VirtualQueue, AllowsWhatTheLoopAndProactiveGrantsExplain) {
  virtual_queue_config config = usual();
  config.lg_ewma = 0;  // AQ is the last sample
  config.ggr_bits_per_s = 5'000'000;
  config.ggi_us = 1'000;
  const virtual_queue_params params = params_of(config);
  // Seven frames of 135 us at 5 Mbit/s: 590.625 bytes.
  EXPECT_EQ(params.pgs_bytes, 590U);
  virtual_queue_alignment alignment{};
  virtual_queue_sample_loop(&alignment, &params, 2'000'000);
  // 2 ms at 45 Mbit/s: 11 250 bytes.
  EXPECT_EQ(virtual_queue_least_ns(&alignment, &params, 11'840), 0U);
  EXPECT_EQ(virtual_queue_least_ns(&alignment, &params, 11'841), 160U);
  EXPECT_EQ(virtual_queue_least_ns(&alignment, &params, 12'840), 160'000U);
  for (const auto& [tenths, bytes] : {std::pair{0U, 0U}, {5U, 295U}, {20U, 1'181U}}) {
    config.pgs_tenths = tenths;
    EXPECT_EQ(params_of(config).pgs_bytes, bytes);
  }
  config.pgs_tenths = 10;
  config.ggi_us = 0;  // the interval of MAPs
  EXPECT_EQ(params_of(config).pgs_bytes, 590U);
}

TEST(VirtualQueue, AllowsNothingOfTheLoopWhereGrantsTakeTheRate) {
  virtual_queue_config config = usual();
  config.lg_ewma = 0;
  config.ggr_bits_per_s = kRate + 1;
  const virtual_queue_params params = params_of(config);
  virtual_queue_alignment alignment{};
  virtual_queue_sample_loop(&alignment, &params, 2'000'000);
  EXPECT_EQ(
      virtual_queue_least_ns(&alignment, &params, static_cast<std::uint32_t>(params.pgs_bytes) + 1),
      160U);
}

TEST(VirtualQueue, AveragesTheBytesFromZero) {
  const virtual_queue_params params = params_of(usual());
  virtual_queue_alignment alignment{};
  double average = 0;
  for (std::uint32_t i = 0; i < 2'000; ++i) {
    const std::uint32_t bytes = (i * 7919) % 30'000;
    virtual_queue_least_ns(&alignment, &params, bytes);
    average += (bytes - average) / 128;
    // Rounding down loses less than 2^-16 a sample, so below 128 x 2^-16 in all.
    const double kept = static_cast<double>(alignment.queued_bytes_q16) / 65'536;
    ASSERT_LE(kept, average + 1e-9);
    ASSERT_GT(kept, average - 0.002);
  }
}

TEST(VirtualQueue, IsNotAlignedBeforeTheLoopIsKnown) {
  virtual_queue_config config = usual();
  config.lg_ewma = 0;
  const virtual_queue_params params = params_of(config);
  virtual_queue_alignment alignment{};
  EXPECT_EQ(virtual_queue_least_ns(&alignment, &params, 1'000'000), 0U);
}

TEST(VirtualQueue, IsLiftedAndNeverLowered) {
  virtual_queue queue{500, 77};
  virtual_queue_align(&queue, 400);
  EXPECT_EQ(queue.delay_ns, 500U);
  virtual_queue_align(&queue, 501);
  EXPECT_EQ(queue.delay_ns, 501U);
  EXPECT_EQ(queue.last_ns, 77U);
}

// Constant load behind a link that grants each MAP what was asked for three MAPs before, at most
// `granted_rate`. Returns the estimates' minimum and maximum over the last half of 4 s.
std::pair<std::uint64_t, std::uint64_t> estimates(double load_rate, double granted_rate) {
  virtual_queue_config config = usual();
  config.loop_delay_offset_maps = 1;  // until the next request
  const virtual_queue_params params = params_of(config);
  const std::uint64_t packet_ns = aqm_scaled(1000, &params.ns_per_byte);
  virtual_queue queue{0, 0};
  virtual_queue_alignment alignment{};
  double queued = 0;
  double asked[3] = {0, 0, 0};
  std::uint64_t least = ~std::uint64_t{0};
  std::uint64_t most = 0;
  double next_packet = 0;
  std::uint64_t next_map = 0;
  for (std::uint64_t now = 0; now < 4'000'000'000; now += 500'000) {  // VQ_INTERVAL
    while (next_packet < static_cast<double>(now)) {
      const std::uint64_t delay =
          virtual_queue_arrive(&queue, packet_ns, static_cast<std::uint64_t>(next_packet));
      queued += 1000;
      if (now > 2'000'000'000) {
        least = std::min(least, delay);
        most = std::max(most, delay);
      }
      next_packet += 8e12 / load_rate;
    }
    for (; next_map <= now; next_map += kMapNs) {
      const double granted = std::min(asked[0], granted_rate * kMapNs / 8e9);
      queued -= std::min(queued, granted);
      asked[0] = asked[1] + (asked[0] - granted);
      asked[1] = asked[2];
      asked[2] = std::max(0.0, queued - asked[0] - asked[1]);
      virtual_queue_sample_loop(&alignment, &params, 3 * kMapNs);
    }
    virtual_queue_align(
        &queue, virtual_queue_least_ns(&alignment, &params, static_cast<std::uint32_t>(queued)));
  }
  return {least, most};
}

TEST(VirtualQueue, StaysAtOnePacketWhileTheLoopExplainsTheQueue) {
  const auto [least, most] = estimates(49.9e6, 50e6);
  EXPECT_EQ(least, 160'000U);
  EXPECT_LT(most, 3U * 160'000U);
}

TEST(VirtualQueue, GrowsWithALoadBeyondTheRate) {
  // 4.4 % too much for 4 s: some 176 ms.
  EXPECT_GT(estimates(52.2e6, 50e6).second, 100'000'000U);
}

TEST(VirtualQueue, SeesARealQueueThatGrantsCannotCarry) {
  // 45 Mbit/s are granted, so the virtual queue at 50 Mbit/s alone would stay empty.
  EXPECT_GT(estimates(49e6, 45e6).second, 100'000'000U);
}

TEST(VirtualQueue, RefusesWhatIsOutOfRange) {
  const auto refused = [](void (*change)(virtual_queue_config&)) {
    virtual_queue_config config = usual();
    change(config);
    virtual_queue_params params;
    const char* says = virtual_queue_params_init(&params, &config);
    return std::string(says != nullptr ? says : "");
  };
  EXPECT_EQ(refused([](virtual_queue_config& c) { c.map_interval_ns = 0; }),
            "map_interval_ns: expected 1..1073741824");
  EXPECT_EQ(refused([](virtual_queue_config& c) { c.frame_ns = (1U << 30) + 1; }),
            "frame_ns: expected 1..1073741824");
  EXPECT_EQ(refused([](virtual_queue_config& c) { c.pgs_tenths = 21; }),
            "pgs_tenths: expected 0..20 tenths of a grant interval");
  EXPECT_EQ(refused([](virtual_queue_config& c) { c.lg_ewma = 16; }),
            "lg_ewma: expected 0..15, log2 of the divisor");
  EXPECT_EQ(refused([](virtual_queue_config& c) { c.loop_delay_offset_maps = 17; }),
            "loop_delay_offset_maps: expected 0..16 MAP intervals");
  EXPECT_EQ(refused([](virtual_queue_config& c) { c.ggi_us = 2'000'000; }),
            "ggi_us: expected at most a second");
  EXPECT_EQ(refused([](virtual_queue_config& c) { c.max_rate_bits_per_s = 1ULL << 40; }),
            "max_rate_bits_per_s: expected less than 2^40");
  EXPECT_EQ(refused([](virtual_queue_config& c) {
              c.ggr_bits_per_s = 1;
              c.ggi_us = 134;
            }),
            "ggi_us: expected at least one frame, or 0 for the interval of MAPs");
}

}  // namespace
}  // namespace docsis_vp::aqm::virtual_queue_test
