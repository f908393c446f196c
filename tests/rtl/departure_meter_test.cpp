#include <MeterGates.h>
#include <MeterGates___024root.h>
#include <MeterSilicon.h>
#include <MeterSilicon___024root.h>
#include <gtest/gtest.h>

#include "rtl/rate_meter.h"
#include "tests/rtl/vectors.h"

namespace docsis_vp::rtl::departure_meter_test {
namespace {

struct Widths {
  std::uint32_t largest_queue;
  std::uint32_t largest_packet;
  std::uint32_t largest_threshold;
  std::uint32_t most_bytes;
};

constexpr Widths kSilicon = {(1U << 27) - 1, 2047, 1'000'000, (1U << 20) - 1};
constexpr Widths kModel = {UINT32_MAX, UINT16_MAX, 1'000'000, UINT32_MAX};

::testing::AssertionResult same(const aqm_meter& a, const aqm_meter& b) {
  if (a.measuring == b.measuring && a.since_us == b.since_us && a.bytes == b.bytes) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "measuring " << a.measuring << " " << b.measuring << ", since " << a.since_us << " "
         << b.since_us << ", bytes " << a.bytes << " " << b.bytes;
}

aqm_meter_params draw_params(Vectors& drawn, const Widths& widths) {
  return {drawn.one_in(2) ? 10000 : 1500 + drawn.up_to(widths.largest_threshold - 1500),
          drawn.up_to(7), AQM_METER_RATES};
}

// Any state, any packet, within what a measurement can count.
template <typename Gates>
void measure_alike(Vectors drawn, const Widths& widths, unsigned clocks) {
  RateMeterInGates<Gates> gates;
  std::uint32_t ended = 0;
  unsigned most_clocks = 0;
  for (std::uint32_t i = 0; i < kVectors; ++i) {
    const aqm_meter_params params = draw_params(drawn, widths);
    const std::uint32_t size = drawn.of_any_width(widths.largest_packet);
    const std::uint32_t queue = drawn.one_in(2)
                                    ? drawn.beside({params.threshold_bytes}, widths.largest_queue)
                                    : drawn.of_any_width(widths.largest_queue);
    const std::uint32_t now = drawn.any();
    aqm_meter meter{!drawn.one_in(5), drawn.one_in(5) ? now : now - drawn.of_any_width(UINT32_MAX),
                    drawn.one_in(3)
                        ? drawn.beside({params.threshold_bytes - size, params.threshold_bytes},
                                       widths.most_bytes - size)
                        : drawn.of_any_width(widths.most_bytes - size)};
    if (drawn.one_in(2)) meter.bytes = drawn.up_to(params.threshold_bytes);
    meter.bytes = std::min(meter.bytes, widths.most_bytes - size);
    std::uint32_t average = drawn.one_in(5) ? 0 : drawn.of_any_width(UINT32_MAX);
    if (drawn.one_in(10)) average = UINT32_MAX - drawn.up_to(3);

    aqm_meter own = meter;
    const std::uint32_t wanted = aqm_meter_departed(&meter, &params, average, size, queue, now);
    ASSERT_EQ(gates.departed(own, params, average, size, queue, now), wanted) << "vector " << i;
    ASSERT_TRUE(same(own, meter)) << "vector " << i;
    most_clocks = std::max(most_clocks, gates.clocks());
    ended += gates.clocks() > 1;
  }
  EXPECT_EQ(most_clocks, clocks);
  EXPECT_GT(ended, kVectors / 10);
}

TEST(DepartureMeter, MeasuresAsTheModelDoes) {
  measure_alike<MeterSilicon>(Vectors("meter"), kSilicon, 43);
}

TEST(DepartureMeter, MeasuresAsTheModelDoesWithAllItsWidths) {
  measure_alike<MeterGates>(Vectors("wide meter"), kModel, 55);
}

// One queue through its life: long and short, over several wraps of time.
TEST(DepartureMeter, KeepsItsState) {
  Vectors drawn("life");
  RateMeterInGates<MeterSilicon> gates;
  const aqm_meter_params params = {10000, 3, AQM_METER_RATES};
  aqm_meter meter{};
  std::uint32_t average = 0;
  std::uint32_t queue = 0;
  std::uint32_t now = 0;
  std::uint32_t changes = 0;
  for (std::uint32_t i = 0; i < kVectors / 4; ++i) {
    if (drawn.one_in(100)) queue = drawn.up_to(30000);
    const std::uint32_t size = 64 + drawn.up_to(1454);
    now += drawn.one_in(10) ? 0 : drawn.one_in(50) ? drawn.up_to(10'000'000) : drawn.up_to(800);
    gates.show(params, size, queue, now);
    gates.block().run();
    const std::uint32_t wanted = aqm_meter_departed(&meter, &params, average, size, queue, now);
    aqm_meter own{};
    gates.store(own);
    ASSERT_EQ(gates.block()->average, wanted) << "packet " << i;
    ASSERT_TRUE(same(own, meter)) << "packet " << i;
    changes += wanted != average;
    average = wanted;
  }
  EXPECT_GT(changes, 1000U);
}

TEST(DepartureMeter, BeginsAnewByReset) {
  RateMeterInGates<MeterSilicon> gates;
  const aqm_meter_params params = {1500, 3, AQM_METER_RATES};
  gates.show(params, 100, 5000, 77);
  gates.block().run();
  gates.show(params, 1500, 5000, 177);
  gates.block().run();
  ASSERT_NE(gates.block()->average, 0U);
  gates.show(params, 100, 5000, 277);
  gates.block().run();
  ASSERT_TRUE(gates.block()->measuring);
  gates.block().reset();
  aqm_meter meter = {1, 1, 1};
  gates.store(meter);
  EXPECT_TRUE(same(meter, aqm_meter{}));
  EXPECT_EQ(gates.block()->average, 0U);
}

}  // namespace
}  // namespace docsis_vp::rtl::departure_meter_test
