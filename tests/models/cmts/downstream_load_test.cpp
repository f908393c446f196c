// Tests of the demands that DownstreamLoad derives from the service of its slots.
#include "models/cmts/downstream_load.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "platform/base/time.h"

namespace docsis_vp::cmts::downstream_load_test {
namespace {

using State = DownstreamLoad::State;
using Parts = std::vector<std::uint32_t>;

constexpr TimePs kPeriod = 32 * kPsPerMs;

// Slot 0 may use both channels, slot 1 the second one only. Packets of 1000 bytes at 8 Mbit/s.
class Load {
 public:
  Load() : load_({0b11, 0b10}, slots(), {0, 1}, 2) {}

  // Channel 0 sends `first` packets of slot 0, channel 1 `second` of slot 1 in a period of 32 ms.
  bool plan(unsigned first, unsigned second, State of_first, std::uint64_t backlog = 0) {
    for (unsigned ms = 0; ms < 32; ++ms) {
      serve(0, 0, ms < first);
      serve(1, 1, ms < second);
      now_ += kPsPerMs;
    }
    return load_.begin_service(0, now_) &&
           load_.plan({{of_first, backlog}, {State::kUnmet, 100'000}}, now_);
  }
  DownstreamLoad& load() { return load_; }

 private:
  static std::vector<DownstreamLoad::Slot> slots() {
    std::vector<DownstreamLoad::Slot> slots(2);
    slots[1].set = 1;
    return slots;
  }
  void serve(unsigned channel, unsigned slot, bool sends) {
    load_.begin_service(channel, now_);
    if (sends) load_.sent(channel, slot, 1'000, true);
  }

  DownstreamLoad load_;
  TimePs now_ = 0;
};

TEST(DownstreamLoad, PlansOnceInAPeriod) {
  Load load;
  EXPECT_FALSE(load.load().begin_service(0, kPeriod - 1));
  EXPECT_TRUE(load.load().begin_service(0, kPeriod));
  // No channel has sent.
  EXPECT_FALSE(load.load().plan({{}, {}}, kPeriod));
  EXPECT_FALSE(load.load().begin_service(0, 2 * kPeriod - 1));
  EXPECT_EQ(load.load().planned(), kPeriod);
}

// Slot 1 takes all of its channel, so that slot 0 has the other one.
TEST(DownstreamLoad, ASlotThatWasEmptyAsksForWhatItSent) {
  Load load;
  ASSERT_TRUE(load.plan(16, 32, State::kMet));
  EXPECT_TRUE(load.load().is_met(0));
  EXPECT_FALSE(load.load().is_met(1));
  EXPECT_EQ(load.load().parts_q16(0), (Parts{65'536, 0}));
  EXPECT_EQ(load.load().parts_q16(1), Parts{65'536});
}

TEST(DownstreamLoad, ASlotThatAlwaysWaitsAsksForMoreEachTime) {
  Load load;
  ASSERT_TRUE(load.plan(16, 32, State::kMet));
  // It sent 4 Mbit/s and may have 8. A backlog of 32 000 bytes is 8 Mbit/s of a period: it asks for
  // 1/128, 1/64 ... of it in addition, 3.9 Mbit/s after six plans and 7.9 after seven.
  unsigned plans = 0;
  for (; load.load().is_met(0); ++plans) {
    ASSERT_TRUE(load.plan(16, 32, State::kUnmet, 32'000));
  }
  EXPECT_EQ(plans, 7U);
  ASSERT_TRUE(load.plan(16, 32, State::kMet));
  EXPECT_TRUE(load.load().is_met(0));
}

TEST(DownstreamLoad, ASetWithoutTrafficHasNoParts) {
  Load load;
  ASSERT_TRUE(load.plan(0, 32, State::kMet));
  EXPECT_EQ(load.load().parts_q16(0), Parts{});
}

}  // namespace
}  // namespace docsis_vp::cmts::downstream_load_test
