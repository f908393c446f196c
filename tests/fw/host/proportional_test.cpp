// examples/custom-firmware on the host, with a hardware access layer of a few lines.
#include <gmock/gmock.h>

#include <string>
#include <vector>

extern "C" {
#include "examples/custom-firmware/proportional.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/interrupt_controller.h"

int firmware_main(void);
void external_interrupt(void);
void console_print(const char* text);
void watchdog_kick(void);
[[noreturn]] void background_run(std::uint32_t tick_us);
}

namespace {

struct Started {};

struct Hardware {
  std::uint32_t pending = 0;
  std::uint32_t source = 0;
  std::vector<aqm_queue> queues = {{}, {}};
  std::vector<aqm_law> committed = {{}, {}};
  std::string text;
  unsigned kicks = 0;
  unsigned completed = 0;
} hardware;

}  // namespace

uint32_t aqm_engine_flow_count(void) {
  return static_cast<uint32_t>(hardware.queues.size());
}
void aqm_engine_read_config(unsigned, aqm_config* config) {
  *config = {10'000, 0, 1'250'000, 0, 0};  // 10 ms at 10 Mbit/s
}
uint32_t aqm_engine_pending_flows(void) {
  return hardware.pending;
}
void aqm_engine_enable_interrupt(void) {}
void aqm_engine_clear_interrupt(void) {}
void aqm_engine_read_snapshot(unsigned flow, aqm_queue* queue, aqm_law* law) {
  *queue = hardware.queues[flow];
  law->generation = 7;
}
void aqm_engine_commit(unsigned flow, const aqm_law* law) {
  hardware.committed[flow] = *law;
}
void interrupt_controller_enable(uint32_t) {}
uint32_t interrupt_controller_claim(void) {
  return hardware.source;
}
void interrupt_controller_complete(uint32_t source) {
  hardware.completed += source;
}
void console_print(const char* text) {
  hardware.text += text;
}
void watchdog_kick(void) {
  ++hardware.kicks;
}
void background_run(std::uint32_t) {
  throw Started{};
}

namespace {

constexpr double kOneQ28 = 1U << 28;

TEST(Proportional, DropsNothingUpToTheTarget) {
  EXPECT_EQ(proportional_drop_prob_q28(0, 10'000), 0U);
  EXPECT_EQ(proportional_drop_prob_q28(10'000, 10'000), 0U);
}

TEST(Proportional, DropsATenthForEachTargetAboveItAndNotAll) {
  EXPECT_NEAR(proportional_drop_prob_q28(20'000, 10'000) / kOneQ28, 0.1, 1e-6);
  EXPECT_NEAR(proportional_drop_prob_q28(39'000, 10'000) / kOneQ28, 0.29, 1e-6);
  EXPECT_NEAR(proportional_drop_prob_q28(UINT32_MAX, 1) / kOneQ28, 0.85, 1e-6);
}

TEST(Proportional, KnowsTheDelayOfAQueue) {
  EXPECT_EQ(proportional_delay_us(12'500, 1'250'000), 10'000U);
  EXPECT_EQ(proportional_delay_us(0, 1'250'000), 0U);
  EXPECT_EQ(proportional_delay_us(12'500, 0), 0U);
}

TEST(Proportional, CommitsForEachFlowThatWaitsAtATick) {
  EXPECT_THROW(firmware_main(), Started);
  EXPECT_EQ(hardware.text, "proportional: ready\n");
  hardware.queues[1].bytes = 25'000;
  hardware.pending = 2;
  hardware.source = INTERRUPT_AQM_TICK;
  external_interrupt();
  EXPECT_EQ(hardware.committed[0].qdelay_old_us, 0U);
  EXPECT_EQ(hardware.committed[1].qdelay_old_us, 20'000U);
  EXPECT_NEAR(hardware.committed[1].drop_prob_q28 / kOneQ28, 0.1, 1e-6);
  EXPECT_EQ(hardware.committed[1].generation, 7U);
  EXPECT_EQ(hardware.kicks, 1U);
  EXPECT_EQ(hardware.completed, INTERRUPT_AQM_TICK);
}

}  // namespace
