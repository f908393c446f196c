// docsis_pie.elf on the control CPU against the same C in the engine's own sequencer.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "models/cm/aqm_engine/aqm_engine_registers.h"
#include "platform/timer/watchdog_registers.h"
#include "tests/fw/control_cpu.h"
#include "tests/fw/twin.h"
#include "tests/models/cm/aqm_engine/engine_bench.h"

namespace docsis_vp::fw {
namespace {

namespace reg = cm::aqm_engine_registers;

const std::string kDocsisPie = DOCSIS_VP_FIRMWARE_DIR "/docsis_pie.elf";

cm::AqmEngineConfig engine_config(cm::Placement control_law,
                                  const std::vector<std::uint64_t>& rates) {
  cm::AqmEngineConfig config;
  config.control_law = control_law;
  config.tick_phase = 5 * kPsPerMs;
  for (unsigned i = 0; i < rates.size(); ++i) {
    const auto rate = static_cast<std::uint32_t>(rates[i]);
    config.flows.push_back({"docsis_pie",
                            {10'000, 2 * rate, rate, rate / 4, 0},
                            "aqm/cm0/us" + std::to_string(i) + "/0"});
  }
  return config;
}

platform::CpuConfig cpu_config(const char* profile) {
  platform::CpuConfig config;
  config.profile = platform::cycle_profile(profile);
  config.clock_hz = 200'000'000;
  return config;
}

struct FirmwareSide {
  FirmwareSide(const char* profile, const std::vector<std::uint64_t>& rates)
      : twin(sc_core::sc_gen_unique_name("firmware"),
             engine_config(cm::Placement::kFirmware, rates)),
        cpu(sc_core::sc_gen_unique_name("cpu"), cpu_config(profile), outcome, &twin.engine) {
    cpu.load(kDocsisPie);
  }
  Twin twin;
  platform::Outcome outcome;
  ControlCpu cpu;
};

void run_for(TimePs time) {
  sc_core::sc_start(platform::to_sc_time(time));
}

TEST(FirmwareInTheLoop, DecidesPacketByPacketAsHardwareWhenItTakesNoTime) {
  const std::vector<std::uint64_t> rates = {2'500'000, 1'250'000, 625'000, 12'500'000};
  FirmwareSide firmware("zero", rates);
  Twin hardware("hardware", engine_config(cm::Placement::kHardware, rates));
  Traffic traffic("traffic", rates, {&firmware.twin, &hardware});
  traffic.tick_phase = 5 * kPsPerMs;
  run_for(12 * kPsPerSecond);

  ASSERT_FALSE(firmware.outcome.ended()) << firmware.outcome.cause();
  ASSERT_GE(hardware.verdicts.size(), 100'000U);
  EXPECT_GT(std::count(hardware.verdicts.begin(), hardware.verdicts.end(),
                       std::make_pair(std::uint8_t{0}, std::uint8_t{AQM_DROP})),
            1'000);
  EXPECT_GT(traffic.at_ticks, 50U) << "arrivals at the instant of latch and commit";
  EXPECT_TRUE(firmware.twin.verdicts == hardware.verdicts);
  for (unsigned flow = 0; flow < rates.size(); ++flow) {
    const aqm_law one = firmware.twin.engine.flow(flow).law();
    const aqm_law other = hardware.engine.flow(flow).law();
    EXPECT_EQ(one.drop_prob_q28, other.drop_prob_q28);
    EXPECT_EQ(one.generation, other.generation);
    EXPECT_GT(one.generation, 1U) << "several episodes";
    const auto& counters = firmware.twin.engine.counters(flow);
    EXPECT_EQ(counters.missed_updates, 0U);
    EXPECT_EQ(counters.commit_conflicts, 0U);
    EXPECT_EQ(counters.updates, hardware.engine.counters(flow).updates);
  }
}

TEST(FirmwareInTheLoop, FirstDropBetweenLatchAndCommitKeepsItsBurstAllowance) {
  FirmwareSide firmware("ibex-small", {1'250'000});
  cm::AqmEngine& engine = firmware.twin.engine;
  cm::Script script;
  const auto arrive = [&](int packets) {
    for (int i = 0; i < packets; ++i) {
      firmware.twin.arrive(0, 1'500);
    }
  };
  script.at(4 * kPsPerMs, [&] { arrive(40); });
  script.at(5 * kPsPerMs - 1, [&] {
    engine.commit(0, {10U << 28, 60'000, 0, DOCSIS_PIE_QUIESCENT, 0, 0});
  });
  script.at(5 * kPsPerMs + 500 * kPsPerNs, [&] {
    EXPECT_EQ(engine.ticks(), 1U);
    EXPECT_EQ(engine.pending(), 1U) << "latched, firmware under way";
    arrive(10);  // 10 x 0.85 must drop
  });
  run_for(6 * kPsPerMs);
  EXPECT_EQ(engine.pending(), 0U);
  EXPECT_EQ(engine.counters(0).aqm_drops.packets, 1U);
  EXPECT_EQ(engine.counters(0).commit_conflicts, 1U);
  EXPECT_EQ(engine.flow(0).law().status, unsigned{DOCSIS_PIE_ACTIVE});
  EXPECT_EQ(engine.flow(0).law().burst_us, 142'000U);
  for (unsigned update = 1; update <= 9; ++update) {
    run_for(16 * kPsPerMs);
    EXPECT_EQ(engine.flow(0).law().burst_us, update < 9 ? 142'000U - 16'000U * update : 0U);
    EXPECT_EQ(engine.flow(0).law().drop_prob_q28, 0U);
  }
}

TEST(FirmwareInTheLoop, OneUpdateCostsSixReadsAndFourWrites) {
  constexpr unsigned kFlows = 3;
  FirmwareSide firmware("ibex-small", std::vector<std::uint64_t>(kFlows, 1'250'000));
  BusCounter& counter = *firmware.cpu.to_engine;
  run_for(4 * kPsPerMs);  // booted
  counter.reads.clear();
  counter.writes.clear();
  run_for(20 * kPsPerMs);  // ticks at 5 and 21 ms
  const std::map<std::uint32_t, unsigned> block_reads = {{reg::kTickTimeOffset, 2},
                                                         {reg::kUpdatePendingOffset, 2}};
  const std::map<std::uint32_t, unsigned> block_writes = {{reg::kInterruptStatusOffset, 2}};
  std::map<std::uint32_t, unsigned> reads = block_reads;
  std::map<std::uint32_t, unsigned> writes = block_writes;
  for (unsigned flow = 0; flow < kFlows; ++flow) {
    const std::uint32_t base = reg::kFlowOffset + flow * reg::kFlowStride;
    for (const std::uint32_t offset :
         {reg::kFlowDepthBytesOffset, reg::kFlowMsrTokensOffset, reg::kFlowDropProbOffset,
          reg::kFlowQdelayOldOffset, reg::kFlowBurstOffset, reg::kFlowStateOffset}) {
      reads[base + offset] = 2;
    }
    for (const std::uint32_t offset :
         {reg::kFlowCommitDropProbOffset, reg::kFlowCommitQdelayOldOffset,
          reg::kFlowCommitBurstOffset, reg::kFlowCommitOffset}) {
      writes[base + offset] = 2;
    }
  }
  EXPECT_EQ(counter.reads, reads);
  EXPECT_EQ(counter.writes, writes);
  EXPECT_EQ(counter.not_words, 0U);
}

TEST(FirmwareInTheLoop, BootsSaysSoSleepsAndKicksTheWatchdog) {
  FirmwareSide firmware("ibex-small", {1'250'000, 1'250'000});
  run_for(4 * kPsPerMs);
  EXPECT_EQ(firmware.cpu.text(), "docsis_pie: 2 service flows\n");
  EXPECT_TRUE(firmware.cpu.cpu.sleeping());
  run_for(kPsPerSecond);
  EXPECT_EQ(firmware.twin.engine.ticks(), 63U);
  EXPECT_EQ(firmware.cpu.to_watchdog.writes[platform::watchdog_registers::kKickOffset], 63U);
  EXPECT_EQ(firmware.twin.engine.counters(1).missed_updates, 0U);
  EXPECT_TRUE(firmware.cpu.cpu.sleeping());
  EXPECT_FALSE(firmware.outcome.ended());
}

TEST(FirmwareInTheLoop, TheWatchdogFindsTicksThatAreNotServed) {
  FirmwareSide firmware("ibex-small", {1'250'000});
  run_for(50 * kPsPerMs);
  firmware.twin.engine.enable_interrupt(false, platform::now_ps());
  run_for(kPsPerSecond);
  ASSERT_TRUE(firmware.outcome.failed());
  EXPECT_GT(firmware.outcome.at(), (37 + 100) * kPsPerMs) << "100 ms from the tick at 37 ms";
  EXPECT_LT(firmware.outcome.at(), (37 + 101) * kPsPerMs);
}

// Cycles of one update on a core like Ibex: the difference between nine flows and one.
TEST(FirmwareInTheLoop, AnUpdateTakesAFewHundredCyclesPerFlow) {
  const std::vector<std::uint64_t> one_rate(1, 1'250'000);
  const std::vector<std::uint64_t> nine_rates(9, 1'250'000);
  FirmwareSide one("ibex-small", one_rate);
  FirmwareSide nine("ibex-small", nine_rates);
  Traffic to_one("to_one", one_rate, {&one.twin});
  Traffic to_nine("to_nine", nine_rates, {&nine.twin});
  const auto busy = [](const FirmwareSide& side) {
    return static_cast<double>(side.cpu.cpu.counters().cycles_busy);
  };
  run_for(4 * kPsPerMs);  // both have booted
  const double boot_one = busy(one);
  const double boot_nine = busy(nine);
  run_for(12 * kPsPerSecond);
  const double ticks = one.twin.engine.ticks();
  const double per_tick = (busy(one) - boot_one) / ticks;
  const double per_flow = ((busy(nine) - boot_nine) / ticks - per_tick) / 8;
  std::cout << "cycles per tick: " << per_tick - per_flow << " and " << per_flow
            << " per flow; boot with one flow " << boot_one << '\n';
  EXPECT_GT(per_flow, 100);
  EXPECT_LT(per_flow, 400);
}

}  // namespace
}  // namespace docsis_vp::fw
