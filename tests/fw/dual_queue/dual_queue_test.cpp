// The coupled dual queue on the control CPU: the same C, compiled for RV32IM without libgcc,
// decides as it does on the host.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

#include "tests/fw/control_cpu.h"
#include "tests/fw/dual_queue/script.h"

namespace docsis_vp::fw::dual_queue_test {
namespace {

TEST(FirmwareDualQueue, DecidesAsTheHostDoes) {
  constexpr std::uint32_t kPackets = 3'000;
  std::array<std::uint32_t, SCRIPT_WORDS> words{};
  ASSERT_EQ(script_run(kPackets, words.data()), 0U);
  for (std::size_t i = 4; i < words.size(); ++i) {
    EXPECT_GT(words[i], 0U) << "nothing of kind " << i << " happens";
  }
  std::string expected;
  for (const std::uint32_t word : words) {
    char line[16];
    std::snprintf(line, sizeof line, "0x%08x\n", word);
    expected += line;
  }
  platform::CpuConfig config;
  config.profile = platform::cycle_profile("ibex-small");
  platform::Outcome outcome;
  ControlCpu cpu("cpu", config, outcome);
  cpu.load(DOCSIS_VP_FIRMWARE_DIR "/test_dual_queue.elf");
  sc_core::sc_start(platform::to_sc_time(2'000 * kPsPerMs));
  ASSERT_TRUE(outcome.ended());
  EXPECT_EQ(outcome.exit_code(), 0);
  EXPECT_EQ(cpu.text(), expected);
}

// RV32IM has no 64-bit division; the law must not fall back on libgcc's.
TEST(FirmwareDualQueue, NeedsNoRuntimeLibrary) {
  const auto image = platform::ElfImage::read(DOCSIS_VP_FIRMWARE_DIR "/test_dual_queue.elf");
  for (const char* function : {"__udivdi3", "__umoddi3", "__divdi3", "__moddi3", "__muldi3",
                               "__multi3", "__lshrdi3", "__ashldi3", "sqrt"}) {
    EXPECT_EQ(image.symbol(function), nullptr) << function;
  }
  EXPECT_NE(image.symbol("dual_queue_update"), nullptr);
}

}  // namespace
}  // namespace docsis_vp::fw::dual_queue_test
