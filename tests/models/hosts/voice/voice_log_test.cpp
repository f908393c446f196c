#include "models/hosts/voice/voice_log.h"

#include <gtest/gtest.h>

#include "models/hosts/voice/e_model.h"
#include "platform/base/errors.h"

namespace docsis_vp::hosts::voice_log_test {
namespace {

constexpr TimePs kInterval = 20 * kPsPerMs;

VoiceConfig nothing_added() {
  VoiceConfig config;
  config.added_latency_ms = 0;
  return config;
}

// Packet `sequence` of a source that started at 0.
void arrive(VoiceLog& log, std::uint64_t sequence, TimePs delay) {
  const TimePs created = static_cast<TimePs>(sequence) * kInterval;
  log.add(sequence, created, created + delay);
}

TEST(VoiceLog, CountsAPacketAsLateIfItsJitterExceedsTheLimit) {
  VoiceLog log(nothing_added());
  arrive(log, 0, 70 * kPsPerMs);             // 60 ms over the least delay: still in time
  arrive(log, 1, 70 * kPsPerMs + kPsPerUs);  // late
  arrive(log, 2, 10 * kPsPerMs);             // only now the least delay is known
  arrive(log, 3, 40 * kPsPerMs);
  const VoiceQuality quality = log.quality(4, 0, 3 * kInterval + 40 * kPsPerMs);
  EXPECT_EQ(quality.packets, 4U);
  EXPECT_EQ(quality.late, 1U);
  EXPECT_EQ(quality.lost, 0U);
  EXPECT_DOUBLE_EQ(quality.loss, 0.25);
  EXPECT_NEAR(*quality.mean_delay_ms, (70.0 + 10.0 + 40.0) / 3, 1e-9);
}

TEST(VoiceLog, RatesTheMeanDelayOfThePacketsInTime) {
  VoiceConfig config;
  config.added_latency_ms = 20;
  VoiceLog log(config);
  for (std::uint64_t i = 0; i < 100; ++i) {
    if (i % 20 != 7) arrive(log, i, 80 * kPsPerMs);
  }
  const VoiceQuality quality = log.quality(100, 0, 100 * kInterval);
  EXPECT_EQ(quality.lost, 5U);
  EXPECT_NEAR(*quality.mean_delay_ms, 100, 1e-9);
  EXPECT_NEAR(*quality.r_value, 75.01, 0.01);
  EXPECT_NEAR(*quality.mos, 3.82, 0.01);
}

TEST(VoiceLog, TellsPacketsLostAtTheEndFromThoseUnderWay) {
  VoiceLog log(nothing_added());
  arrive(log, 0, 10 * kPsPerMs);
  arrive(log, 1, 10 * kPsPerMs);
  // Packets 2..6 were sent at 40, 60, ... 120 ms; at 135 ms those up to 60 ms would be late.
  const VoiceQuality quality = log.quality(7, 0, 135 * kPsPerMs);
  EXPECT_EQ(quality.lost, 2U);
  EXPECT_EQ(quality.packets, 4U);
  EXPECT_EQ(log.quality(7, 0, kPsPerSecond).lost, 5U);
  EXPECT_EQ(log.quality(2, 0, kPsPerSecond).lost, 0U);
}

TEST(VoiceLog, LosesEverythingIfNothingArrives) {
  const VoiceLog log(nothing_added());
  const VoiceQuality quality = log.quality(50, 0, kPsPerSecond);
  EXPECT_EQ(quality.lost, 50U);
  EXPECT_DOUBLE_EQ(quality.loss, 1);
  EXPECT_FALSE(quality.mean_delay_ms);
  EXPECT_NEAR(*quality.r_value, 11.02, 0.01);  // 94.2 - 30 ln 16
  EXPECT_NEAR(*quality.mos, 1.05, 0.05);
}

TEST(VoiceLog, DoesNotJudgeWhatMayBeUnderWay) {
  const VoiceLog log(nothing_added());
  EXPECT_FALSE(log.quality(4, 0, 3 * kInterval).r_value);
  EXPECT_TRUE(log.quality(5, 0, 4 * kInterval).r_value);
}

TEST(VoiceLog, SaysNothingOfNothing) {
  const VoiceLog log(nothing_added());
  const VoiceQuality quality = log.quality(0, 0, 0);
  EXPECT_EQ(quality.packets, 0U);
  EXPECT_FALSE(quality.mean_delay_ms);
  EXPECT_FALSE(quality.mos);
}

TEST(VoiceLog, LeavesTheWarmUpOut) {
  VoiceConfig config = nothing_added();
  config.warmup = 3 * kInterval;
  VoiceLog log(config);
  arrive(log, 0, kPsPerMs);  // the least delay of all: that others are late by
  arrive(log, 2, 300 * kPsPerMs);
  arrive(log, 4, 61 * kPsPerMs);  // packet 3 is lost
  arrive(log, 5, 61 * kPsPerMs + kPsPerUs);
  const VoiceQuality quality = log.quality(6, 3, 5 * kInterval + 65 * kPsPerMs);
  EXPECT_EQ(quality.packets, 3U);
  EXPECT_EQ(quality.lost, 1U);
  EXPECT_EQ(quality.late, 1U);
  EXPECT_NEAR(*quality.mean_delay_ms, 61, 1e-9);
}

// The last to arrive of the warm-up is packet 0; 1 and 2 are lost in it, and do not count.
TEST(VoiceLog, LeavesLossesOfTheWarmUpOut) {
  VoiceConfig config = nothing_added();
  config.warmup = 3 * kInterval;
  VoiceLog log(config);
  arrive(log, 0, 10 * kPsPerMs);
  // Nothing has arrived since: 3 and 4 may be under way, or lost.
  EXPECT_EQ(log.quality(5, 3, 4 * kInterval).lost, 2U);
  arrive(log, 4, 10 * kPsPerMs);
  const VoiceQuality quality = log.quality(5, 3, 4 * kInterval + 10 * kPsPerMs);
  EXPECT_EQ(quality.packets, 2U);
  EXPECT_EQ(quality.lost, 1U);
  // A warm-up of which nothing arrived.
  VoiceLog silent(config);
  arrive(silent, 3, 10 * kPsPerMs);
  EXPECT_EQ(silent.quality(4, 3, 4 * kInterval).lost, 0U);
  EXPECT_EQ(silent.quality(4, 3, 4 * kInterval).packets, 1U);
}

TEST(VoiceLog, TakesReorderedPackets) {
  VoiceLog log(nothing_added());
  arrive(log, 1, 10 * kPsPerMs);
  arrive(log, 0, 40 * kPsPerMs);
  EXPECT_EQ(log.quality(2, 0, kPsPerSecond).lost, 0U);
  EXPECT_EQ(log.quality(2, 0, kPsPerSecond).packets, 2U);
}

TEST(VoiceLog, RefusesValuesOutOfRange) {
  VoiceConfig config;
  config.late_ms = 0;
  EXPECT_THROW(VoiceLog{config}, ConfigError);
  config = {};
  config.added_latency_ms = -1;
  EXPECT_THROW(VoiceLog{config}, ConfigError);
  config = {};
  config.interval = 0;
  EXPECT_THROW(VoiceLog{config}, ConfigError);
}

}  // namespace
}  // namespace docsis_vp::hosts::voice_log_test
