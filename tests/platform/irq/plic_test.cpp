#include "platform/irq/plic.h"

#include <gmock/gmock.h>

#include <stdexcept>
#include <vector>

#include "platform/base/random.h"
#include "platform/irq/plic_registers.h"
#include "tests/platform/support/hart_log.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::plic_test {
namespace {

using namespace plic_registers;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Change = HartLog::Change;

constexpr auto kExternal = HartInterrupt::kExternal;

class PlicTest : public ::testing::Test {
 protected:
  PlicTest() : plic("plic", PlicParameters{7}, hart), master("master") {
    master.socket.bind(plic.registers.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void set_priority(unsigned source, std::uint32_t priority) {
    master.write(kPriorityOffset + source * kPriorityStride, priority);
  }
  void enable(std::uint32_t sources) { master.write(kEnableOffset, sources); }
  void raise(unsigned source) { plic.set_source(source, true, now_ps()); }
  void lower(unsigned source) { plic.set_source(source, false, now_ps()); }
  std::uint32_t pending() { return master.read(kPendingOffset).value; }
  std::uint32_t claim(TimePs ahead = 0) { return master.read(kClaimOffset, ahead).value; }
  void complete(std::uint32_t source, TimePs ahead = 0) {
    master.write(kClaimOffset, source, ahead);
  }
  bool line() const { return !hart.changes.empty() && hart.changes.back().level; }

  HartLog hart;
  Plic plic;
  TestMaster master;
};

TEST_F(PlicTest, TellsTheHartAtTheInstantOfEachCause) {
  set_priority(1, 1);
  enable(1U << 1);
  run_to(100);
  plic.set_source(1, true, 105);
  EXPECT_EQ(claim(20), 1U);
  run_to(200);
  complete(1, 30);  // its level is still high
  EXPECT_THAT(hart.changes, ElementsAre(Change{105, kExternal, true}, Change{120, kExternal, false},
                                        Change{230, kExternal, true}));
}

TEST_F(PlicTest, APulseIsPendingOnceAndOnlyWhereTheGatewayIsOpen) {
  set_priority(2, 1);
  enable(1U << 2);
  plic.pulse(2, now_ps());
  EXPECT_EQ(claim(), 2U);
  plic.pulse(2, now_ps());  // in service
  complete(2);
  EXPECT_EQ(claim(), 0U);
}

TEST_F(PlicTest, KnowsSinceWhenASourceIsPendingAndInService) {
  set_priority(3, 2);
  enable(1U << 3);
  run_to(100);
  plic.set_source(3, true, 105);
  plic.set_source(3, true, 150);  // no other request
  EXPECT_TRUE(plic.state(3).pending);
  EXPECT_TRUE(plic.state(3).level);
  EXPECT_TRUE(plic.state(3).enabled);
  EXPECT_EQ(plic.state(3).priority, 2U);
  EXPECT_EQ(plic.state(3).pending_since, 105);
  EXPECT_FALSE(plic.state(3).in_service);
  run_to(200);
  EXPECT_EQ(claim(20), 3U);
  EXPECT_FALSE(plic.state(3).pending);
  EXPECT_TRUE(plic.state(3).in_service);
  EXPECT_EQ(plic.state(3).in_service_since, 220);
  run_to(300);
  complete(3);  // its level is still high
  EXPECT_FALSE(plic.state(3).in_service);
  EXPECT_EQ(plic.state(3).pending_since, 300);
}

TEST_F(PlicTest, AResetForgetsAllButTheLevels) {
  set_priority(1, 1);
  set_priority(2, 1);
  enable(3U << 1);
  raise(1);
  plic.pulse(2, now_ps());
  EXPECT_EQ(claim(), 1U);
  plic.reset(now_ps());
  EXPECT_FALSE(line());
  EXPECT_EQ(pending(), 1U << 1);
  set_priority(1, 1);
  enable(3U << 1);
  EXPECT_EQ(claim(), 1U) << "its gateway is open again";
}

TEST_F(PlicTest, NeedsPriorityEnableAndAPriorityAboveTheThreshold) {
  raise(3);
  EXPECT_EQ(pending(), 1U << 3);
  EXPECT_FALSE(line());
  enable(1U << 3);
  EXPECT_FALSE(line()) << "priority 0 never interrupts";
  EXPECT_EQ(claim(), 0U);
  set_priority(3, 2);
  EXPECT_TRUE(line());
  master.write(kThresholdOffset, 2);
  EXPECT_FALSE(line());
  master.write(kThresholdOffset, 1);
  EXPECT_TRUE(line());
  enable(0);
  EXPECT_FALSE(line());
}

TEST_F(PlicTest, ClaimsByPriorityThenNumberWhateverTheThreshold) {
  for (const unsigned source : {2U, 4U, 5U, 6U}) {
    set_priority(source, source == 5 ? 3 : 2);
    raise(source);
  }
  enable(0x74);
  master.write(kThresholdOffset, 7);
  EXPECT_EQ(master.peek(kClaimOffset), 5U) << "looking claims nothing";
  EXPECT_EQ(claim(), 5U);
  EXPECT_EQ(claim(), 2U);
  EXPECT_EQ(claim(), 4U);
  EXPECT_EQ(claim(), 6U);
  EXPECT_EQ(claim(), 0U);
}

TEST_F(PlicTest, TheGatewayStaysShutUntilCompletion) {
  set_priority(2, 1);
  enable(1U << 2);
  raise(2);
  EXPECT_EQ(claim(), 2U);
  lower(2);
  raise(2);
  EXPECT_EQ(pending(), 0U);
  complete(2);
  EXPECT_EQ(pending(), 1U << 2);
  EXPECT_EQ(claim(), 2U);
  lower(2);
  complete(2);
  EXPECT_EQ(pending(), 0U);
  EXPECT_FALSE(line());
}

TEST_F(PlicTest, APendingRequestOutlivesItsLevel) {
  set_priority(2, 1);
  enable(1U << 2);
  raise(2);
  lower(2);
  EXPECT_TRUE(line());
  EXPECT_EQ(claim(), 2U);
}

TEST_F(PlicTest, IgnoresCompletionOfWhatIsNotEnabledOrDoesNotExist) {
  set_priority(2, 1);
  enable(1U << 2);
  raise(2);
  claim();
  complete(3);
  complete(0);
  complete(32);
  complete(UINT32_MAX);
  EXPECT_EQ(pending(), 0U);
  enable(0);
  complete(2);
  enable(1U << 2);
  EXPECT_EQ(pending(), 0U) << "still in service";
  complete(2);
  EXPECT_EQ(pending(), 1U << 2);
}

TEST_F(PlicTest, RegistersHoldWhatExists) {
  enable(UINT32_MAX);
  EXPECT_EQ(master.read(kEnableOffset).value, 0xFEU);
  set_priority(0, 7);
  EXPECT_EQ(master.read(kPriorityOffset).value, 0U);
  set_priority(7, UINT32_MAX);
  EXPECT_EQ(master.read(kPriorityOffset + 7 * kPriorityStride).value, 7U);
  set_priority(8, 7);
  EXPECT_EQ(master.read(kPriorityOffset + 8 * kPriorityStride).value, 0U);
  master.write(kThresholdOffset, UINT32_MAX);
  EXPECT_EQ(master.read(kThresholdOffset).value, 7U);
}

TEST_F(PlicTest, RefusesSourcesItDoesNotHave) {
  EXPECT_THROW(plic.set_source(0, true, 0), std::out_of_range);
  EXPECT_THROW(plic.set_source(8, true, 0), std::out_of_range);
  EXPECT_THROW(plic.set_source(4000, true, 0), std::out_of_range);
}

// Against the specification read literally, source by source.
TEST_F(PlicTest, AgreesWithALiteralModelOverRandomHistories) {
  struct Source {
    unsigned priority = 0;
    bool enabled = false, level = false, pending = false, open = true;
  } sources[8];
  unsigned threshold = 0;
  RandomStream random(1, "plic");
  const auto best = [&] {
    unsigned found = 0;
    for (unsigned i = 1; i < 8; ++i) {
      if (sources[i].pending && sources[i].enabled && sources[i].priority > 0 &&
          (found == 0 || sources[i].priority > sources[found].priority)) {
        found = i;
      }
    }
    return found;
  };
  for (int step = 0; step < 20'000; ++step) {
    const unsigned source = 1 + random.next_u32() % 7;
    const std::uint32_t value = random.next_u32() % 8;
    switch (random.next_u32() % 6) {
      case 0:
        sources[source].level = value > 3;
        plic.set_source(source, value > 3, now_ps());
        break;
      case 1:
        sources[source].priority = value;
        set_priority(source, value);
        break;
      case 2:
        threshold = value / 2;
        master.write(kThresholdOffset, threshold);
        break;
      case 3: {
        const std::uint32_t mask = random.next_u32();
        for (unsigned i = 1; i < 8; ++i) {
          sources[i].enabled = (mask >> i & 1) != 0;
        }
        enable(mask);
        break;
      }
      case 4: {
        const unsigned expected = best();
        ASSERT_EQ(claim(), expected) << "step " << step;
        sources[expected].pending = false;
        sources[expected].open = expected == 0;
        break;
      }
      default:
        if (sources[source].enabled) {
          sources[source].open = true;
        }
        complete(source);
    }
    std::uint32_t pending_bits = 0;
    for (unsigned i = 1; i < 8; ++i) {
      sources[i].pending |= sources[i].level && sources[i].open;
      pending_bits |= std::uint32_t{sources[i].pending} << i;
    }
    ASSERT_EQ(pending(), pending_bits) << "step " << step;
    const unsigned found = best();
    ASSERT_EQ(line(), found != 0 && sources[found].priority > threshold) << "step " << step;
  }
}

TEST_F(PlicTest, TellsOfWhatSoftwareClaims) {
  std::vector<unsigned> claimed;
  plic.observe_claims([&claimed](unsigned source, unsigned context) {
    EXPECT_EQ(context, 0U);
    claimed.push_back(source);
  });
  set_priority(2, 1);
  set_priority(3, 2);
  enable(1U << 2 | 1U << 3);
  raise(2);
  raise(3);
  claim();
  claim();
  claim();  // nothing is left
  EXPECT_THAT(claimed, ElementsAre(3U, 2U));
}

}  // namespace
}  // namespace docsis_vp::platform::plic_test
