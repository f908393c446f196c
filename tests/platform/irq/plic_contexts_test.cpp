// Contexts of the interrupt controller, one for each hart.
#include <gmock/gmock.h>

#include <stdexcept>
#include <vector>

#include "platform/base/random.h"
#include "platform/irq/plic.h"
#include "platform/irq/plic_registers.h"
#include "tests/platform/support/hart_log.h"
#include "tests/platform/support/test_master.h"

namespace docsis_vp::platform::plic_contexts_test {
namespace {

using ::testing::ElementsAre;
using Change = HartLog::Change;

constexpr unsigned kContexts = 3;
constexpr auto kExternal = HartInterrupt::kExternal;

// Addresses of the RISC-V PLIC specification 1.0, "Memory Map".
constexpr std::uint32_t enable_of(unsigned context) {
  return 0x2000 + 0x80 * context;
}
constexpr std::uint32_t threshold_of(unsigned context) {
  return 0x200000 + 0x1000 * context;
}
constexpr std::uint32_t claim_of(unsigned context) {
  return 0x200004 + 0x1000 * context;
}

class PlicContexts : public ::testing::Test {
 protected:
  PlicContexts() { master.socket.bind(plic.registers.socket); }
  void set_priority(unsigned source, std::uint32_t priority) { master.write(4 * source, priority); }
  std::uint32_t claim(unsigned context) { return master.read(claim_of(context)).value; }
  bool line(unsigned context) const {
    const std::vector<Change>& changes = harts[context].changes;
    return !changes.empty() && changes.back().level;
  }

  HartLog harts[kContexts];
  Plic plic{"plic", PlicParameters{7}, InterruptSinks{harts[0], harts[1], harts[2]}};
  TestMaster master{"master"};
};

TEST_F(PlicContexts, HaveEnablesAndThresholdsOfTheirOwn) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (unsigned i = 0; i < kContexts; ++i) {
    master.write(enable_of(i), 2U << i);
    master.write(threshold_of(i), i);
  }
  for (unsigned i = 0; i < kContexts; ++i) {
    EXPECT_EQ(master.read(enable_of(i)).value, 2U << i);
    EXPECT_EQ(master.read(threshold_of(i)).value, i);
    EXPECT_EQ(plic.threshold(i), i);
    EXPECT_TRUE(plic.state(i + 1, i).enabled);
    EXPECT_FALSE(plic.state(i + 1, (i + 1) % kContexts).enabled);
  }
  EXPECT_NE(master.read(enable_of(kContexts)).status, tlm::TLM_OK_RESPONSE)
      << "there is no such context";
  EXPECT_NE(master.read(claim_of(kContexts)).status, tlm::TLM_OK_RESPONSE);
  EXPECT_THROW(plic.state(1, kContexts), std::out_of_range);
}

TEST_F(PlicContexts, AClaimTakesTheSourceFromAllOfThem) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  set_priority(1, 1);
  set_priority(2, 2);
  master.write(enable_of(0), 3U << 1);
  master.write(enable_of(1), 3U << 1);
  master.write(threshold_of(1), 1);
  plic.set_source(1, true, 10);
  plic.set_source(2, true, 20);
  EXPECT_EQ(claim(1), 2U);
  EXPECT_EQ(claim(0), 1U);
  EXPECT_EQ(claim(0), 0U);
  EXPECT_THAT(harts[0].changes,
              ElementsAre(Change{10, kExternal, true}, Change{0, kExternal, false}));
  EXPECT_THAT(harts[1].changes,
              ElementsAre(Change{20, kExternal, true}, Change{0, kExternal, false}));
  EXPECT_TRUE(harts[2].changes.empty());
}

// PLIC specification, "Interrupt Completion": the completion comes from a context that enables the
// source, whichever claimed it.
TEST_F(PlicContexts, AnyThatEnablesASourceCompletesIt) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  set_priority(1, 1);
  master.write(enable_of(0), 1U << 1);
  master.write(enable_of(1), 1U << 1);
  plic.set_source(1, true, now_ps());
  EXPECT_EQ(claim(0), 1U);
  master.write(claim_of(2), 1);
  EXPECT_FALSE(line(0)) << "context 2 does not enable it";
  master.write(claim_of(1), 1);
  EXPECT_TRUE(line(0));
  EXPECT_TRUE(line(1));
}

TEST_F(PlicContexts, AResetForgetsAllOfThem) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  set_priority(1, 1);
  for (unsigned i = 0; i < kContexts; ++i) {
    master.write(enable_of(i), 1U << 1);
  }
  plic.set_source(1, true, now_ps());
  plic.reset(now_ps());
  for (unsigned i = 0; i < kContexts; ++i) {
    EXPECT_FALSE(line(i)) << i;
    EXPECT_EQ(master.read(enable_of(i)).value, 0U);
  }
}

TEST_F(PlicContexts, MayNotBeNoneOrTooMany) {
  EXPECT_THROW(Plic("none", {}, InterruptSinks{}), std::invalid_argument);
  EXPECT_THROW(Plic("many", {}, InterruptSinks(Plic::kMaxContexts + 1, harts[0])),
               std::invalid_argument);
}

// Against the specification read literally, context by context.
TEST_F(PlicContexts, AgreeWithALiteralModelOverRandomHistories) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  struct Source {
    unsigned priority = 0;
    bool level = false, pending = false, open = true;
  } sources[8];
  bool enabled[kContexts][8] = {};
  unsigned threshold[kContexts] = {};
  RandomStream random(1, "plic contexts");
  const auto best = [&](unsigned context) {
    unsigned found = 0;
    for (unsigned i = 1; i < 8; ++i) {
      if (sources[i].pending && enabled[context][i] && sources[i].priority > 0 &&
          (found == 0 || sources[i].priority > sources[found].priority)) {
        found = i;
      }
    }
    return found;
  };
  for (int step = 0; step < 5'000; ++step) {
    const unsigned source = 1 + random.next_u32() % 7;
    const unsigned context = random.next_u32() % kContexts;
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
        threshold[context] = value / 2;
        master.write(threshold_of(context), threshold[context]);
        break;
      case 3: {
        const std::uint32_t mask = random.next_u32();
        for (unsigned i = 1; i < 8; ++i) {
          enabled[context][i] = (mask >> i & 1) != 0;
        }
        master.write(enable_of(context), mask);
        break;
      }
      case 4: {
        const unsigned expected = best(context);
        ASSERT_EQ(claim(context), expected) << "step " << step;
        sources[expected].pending = false;
        sources[expected].open = expected == 0;
        break;
      }
      default:
        sources[source].open |= enabled[context][source];
        master.write(claim_of(context), source);
    }
    for (unsigned i = 1; i < 8; ++i) {
      sources[i].pending |= sources[i].level && sources[i].open;
    }
    for (unsigned i = 0; i < kContexts; ++i) {
      const unsigned found = best(i);
      ASSERT_EQ(line(i), found != 0 && sources[found].priority > threshold[i])
          << "step " << step << ", context " << i;
    }
  }
}

}  // namespace
}  // namespace docsis_vp::platform::plic_contexts_test
