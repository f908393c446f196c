// External effects on a CPU: resets, and a stalled bus.
#include <gmock/gmock.h>

#include "tests/platform/cpu/bench.h"

namespace docsis_vp::platform::testing::outside_test {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t kDevice = 0x20000010, kFlag = 0x80000800;

// Stores 0, 1, 2, 3 to the device at 20, 40, 60, 80 ns, and ends.
Program counting() {
  Program program;
  program.li(s0, kDevice);
  for (int i = 0; i < 4; ++i) {
    program.words(sw(s1, s0, 0), addi(s1, s1, 1));
  }
  return program.exit();
}

std::vector<std::pair<TimePs, std::uint32_t>> stores(const Bench& bench) {
  std::vector<std::pair<TimePs, std::uint32_t>> stores;
  for (const auto& access : bench.around.accesses) {
    if (access.address == kDevice) {
      stores.emplace_back(access.at / 1000, access.value);
    }
  }
  return stores;
}

using Store = std::pair<TimePs, std::uint32_t>;

TEST(Outside, AStalledBusHoldsTheNextInstructionUpAndCostsCycles) {
  Bench bench;
  bench.script.at(55'000, [&] { bench.cpu.stall_until(205'000); });
  bench.run(counting());
  EXPECT_THAT(stores(bench), ElementsAre(Store{20, 0}, Store{40, 1}, Store{210, 2}, Store{230, 3}));
  EXPECT_EQ(bench.cpu.counters().cycles_busy, 10U + 15U + 3U);  // 60 to 210 ns are 15
}

TEST(Outside, AResetBeginsAnewAndCostsNoCycles) {
  Bench bench;
  bench.script.at(55'000, [&] { bench.cpu.reset(Surroundings::kRam, 205'000); });
  bench.run(counting());
  EXPECT_THAT(stores(bench), ElementsAre(Store{20, 0}, Store{40, 1}, Store{230, 0}, Store{250, 1},
                                         Store{270, 2}, Store{290, 3}));
  EXPECT_EQ(bench.cpu.counters().cycles_busy, 6U + 10U + 3U);
}

TEST(Outside, AResetWakesASleepingCoreAndLeavesMemoryAlone) {
  Bench bench;
  bench.script.at(500'000, [&] { bench.cpu.reset(Surroundings::kRam, 500'000); });
  Program program;
  program.li(s0, kDevice).li(s2, kFlag);
  program.words(lw(t0, s2, 0), addi(t1, t0, 1), sw(t1, s2, 0), bne(t0, x0, 8), kWfi, sw(t0, s0, 0));
  bench.run(program.exit());
  EXPECT_THAT(stores(bench), ElementsAre(Store{580, 1}));
}

TEST(Outside, AResetForgetsCountersAndTheHandler) {
  Bench bench;
  bench.script.at(205'000, [&] { bench.cpu.reset(Surroundings::kRam, 205'000); });
  Program program;
  program.li(s0, kDevice).words(csrrs(a0, csr::kMtvec, x0), csrrs(a1, 0xb00, x0));
  program.words(sw(a0, s0, 0), sw(a1, s0, 0)).li(t0, 0x80000400);
  program.words(csrrw(x0, csr::kMtvec, t0), lw(t0, s0, 4), beq(t0, x0, -4)).exit();
  bench.around.on_read = [](std::uint32_t, TimePs at) { return at > 400'000 ? 1U : 0U; };
  bench.run(program);
  EXPECT_THAT(stores(bench), ElementsAre(Store{40, 0}, Store{50, 3}, Store{250, 0}, Store{260, 3}));
}

}  // namespace
}  // namespace docsis_vp::platform::testing::outside_test
