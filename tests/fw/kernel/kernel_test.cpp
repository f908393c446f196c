// Tests fw/kernel with programs that reveal its errors.
#include <gtest/gtest.h>

#include <cstdio>

#include "platform/timer/clint.h"
#include "tests/fw/control_cpu.h"

namespace docsis_vp::fw::kernel_test {
namespace {

struct KernelRun {
  explicit KernelRun(const std::string& image) : cpu("cpu", config(), outcome) {
    cpu.map("clint", cm::soc_registers::kClintBase, clint.registers.socket);
    cpu.load(DOCSIS_VP_FIRMWARE_DIR "/test_kernel_" + image + ".elf");
    sc_core::sc_start(platform::to_sc_time(100 * kPsPerMs));
  }
  static platform::CpuConfig config() {
    platform::CpuConfig config;
    config.profile = platform::cycle_profile("ibex-small");
    config.clock_hz = 200'000'000;
    return config;
  }
  platform::Outcome outcome;
  ControlCpu cpu;
  platform::Clint clint{"clint", cpu.cpu};
};

TEST(Kernel, KeepsAllRegistersOfATaskAndLetsEqualsTakeTurns) {
  const KernelRun run("context");
  ASSERT_TRUE(run.outcome.ended()) << "a task stands still";
  EXPECT_FALSE(run.outcome.failed()) << run.outcome.cause();
  EXPECT_EQ(run.outcome.exit_code(), 0) << run.cpu.text();
}

TEST(Kernel, ATaskOfHigherPriorityRunsHundredsOfCyclesAfterItMay) {
  const KernelRun run("latency");
  ASSERT_TRUE(run.outcome.ended());
  EXPECT_EQ(run.outcome.exit_code(), 0) << run.cpu.text();
  unsigned give = 0;
  unsigned timer = 0;
  ASSERT_EQ(std::sscanf(run.cpu.text().c_str(), "give %u timer %u", &give, &timer), 2);
  std::printf("cycles: semaphore %u, timer %u\n", give, timer);
  EXPECT_GT(give, 100U) << "64 words are saved and restored";
  EXPECT_LT(give, 1000U) << "a tick may come between";
  EXPECT_GT(timer, 100U);
  EXPECT_LT(timer, 1000U);
}

TEST(Kernel, FindsAStackThatIsTooSmall) {
  const KernelRun run("overflow");
  ASSERT_TRUE(run.outcome.ended());
  EXPECT_EQ(run.outcome.exit_code(), 1);
  EXPECT_EQ(run.cpu.text(), "panic: stack overflow of a task\n");
}

}  // namespace
}  // namespace docsis_vp::fw::kernel_test
