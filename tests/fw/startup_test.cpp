// Start-up code, trap handler and stack guard, by programs that need them.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/fw/control_cpu.h"

namespace docsis_vp::fw::startup_test {
namespace {

struct BareRun {
  explicit BareRun(const std::string& image) : cpu("cpu", config(), outcome) {
    cpu.load(DOCSIS_VP_FIRMWARE_DIR "/test_" + image + ".elf");
    sc_core::sc_start(platform::to_sc_time(kPsPerMs));
  }
  static platform::CpuConfig config() {
    platform::CpuConfig config;
    config.profile = platform::cycle_profile("ibex-small");
    return config;
  }
  platform::Outcome outcome;
  ControlCpu cpu;
};

TEST(FirmwareStartup, PreparesMemoryAsCWantsIt) {
  const BareRun run("startup");
  ASSERT_TRUE(run.outcome.ended());
  EXPECT_EQ(run.outcome.exit_code(), 0);
  EXPECT_FALSE(run.outcome.failed());
}

TEST(FirmwareInterrupts, RestoresTheirEnableAfterASection) {
  const BareRun run("masks");
  ASSERT_TRUE(run.outcome.ended());
  EXPECT_EQ(run.outcome.exit_code(), 0);
}

TEST(FirmwareTrap, ReportsCausePcAndValueAndExitsWithOne) {
  const BareRun run("trap");
  ASSERT_TRUE(run.outcome.ended());
  EXPECT_EQ(run.outcome.exit_code(), 1);
  const auto image = platform::ElfImage::read(DOCSIS_VP_FIRMWARE_DIR "/test_trap.elf");
  const auto* main = image.symbol("main");
  ASSERT_NE(main, nullptr);
  unsigned pc = 0;
  unsigned value = 0;
  ASSERT_EQ(std::sscanf(run.cpu.text().c_str(), "trap: cause 0x00000005 pc 0x%x mtval 0x%x\n", &pc,
                        &value),
            2)
      << run.cpu.text();
  EXPECT_EQ(image.describe(pc).rfind("main", 0), 0U) << image.describe(pc);
  EXPECT_EQ(value, 0x2fff0000U);
}

// Below the stack nothing is.
TEST(FirmwareStackGuard, TrapsAnOverflow) {
  const BareRun run("stack_overflow");
  ASSERT_TRUE(run.outcome.ended());
  EXPECT_EQ(run.cpu.text().rfind("trap: cause 0x00000007 pc 0x", 0), 0U) << run.cpu.text();
  EXPECT_EQ(run.outcome.exit_code(), 1);
}

}  // namespace
}  // namespace docsis_vp::fw::startup_test
