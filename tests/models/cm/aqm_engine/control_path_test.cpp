// Latch, law and commit: their order, their races, their cost.
#include <gtest/gtest.h>

#include "tests/models/cm/aqm_engine/engine_bench.h"

namespace docsis_vp::cm::control_path_test {
namespace {

TEST(AqmControlPath, LatchesEverySixteenMillisecondsFromItsPhaseOn) {
  Bench bench(config_of({pie_flow(), no_aqm_flow(), pie_flow()}));
  bench.run_until(40 * kPsPerMs);
  std::vector<std::pair<unsigned, TimePs>> seen;
  for (const auto& snapshot : bench.queues.snapshots) {
    seen.emplace_back(snapshot.flow, snapshot.at / kPsPerMs);
  }
  const std::vector<std::pair<unsigned, TimePs>> expected = {{0, 5},  {2, 5},  {0, 21},
                                                             {2, 21}, {0, 37}, {2, 37}};
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(bench.engine.ticks(), 3U);
  EXPECT_EQ(bench.engine.enabled(), 0b101U);
}

// Laws of 16, 15 and 500 ms and one that has none, in one modem: each is latched in its own time,
// and no other with it.
TEST(AqmControlPath, EveryLawHasItsOwnInterval) {
  const aqm_config settings{15'000, 1'000'000, 1'000'000, 300'000, 0};
  Bench bench(config_of({pie_flow(),
                         {"pie", settings, "aqm/cm0/us1/0"},
                         {"ared", settings, "aqm/cm0/us2/0"},
                         {"codel", settings, "aqm/cm0/us3/0"}},
                        Placement::kFirmware));
  EXPECT_EQ(bench.engine.enabled(), 0b0111U);
  std::vector<std::pair<TimePs, std::uint32_t>> pending;  // ms; bits of the flows latched then
  std::uint32_t ticks = 0;
  for (TimePs ms = 0; ms <= 510; ++ms) {
    bench.run_until(ms * kPsPerMs + 1);
    if (bench.engine.ticks() == ticks) continue;
    EXPECT_EQ(bench.engine.tick_time(), ms * kPsPerMs);
    ticks = bench.engine.ticks();
    pending.emplace_back(ms, bench.engine.pending());
    for (unsigned flow = 0; flow < 3; ++flow) {
      if ((bench.engine.pending() >> flow & 1) != 0) {
        bench.engine.commit(flow, bench.engine.latched(flow).law);
      }
    }
  }
  std::vector<std::pair<TimePs, std::uint32_t>> expected;
  for (TimePs ms = 0; ms <= 510; ++ms) {
    const std::uint32_t due =
        (ms % 16 == 5 ? 1U : 0U) | (ms % 15 == 5 ? 2U : 0U) | (ms % 500 == 5 ? 4U : 0U);
    if (due != 0) expected.emplace_back(ms, due);
  }
  EXPECT_EQ(pending, expected);
  EXPECT_EQ(bench.engine.counters(0).updates, 32U);
  EXPECT_EQ(bench.engine.counters(1).updates, 34U);
  EXPECT_EQ(bench.engine.counters(2).updates, 2U);
  EXPECT_EQ(bench.engine.counters(0).missed_updates, 0U);
}

TEST(AqmControlPath, MayTickAtTimeZero) {
  AqmEngineConfig config = config_of({pie_flow()});
  config.tick_phase = 0;
  Bench bench(config);
  bench.run_until(16 * kPsPerMs + 1);
  EXPECT_EQ(bench.engine.ticks(), 2U);
}

TEST(AqmControlPath, RunsTheLawOnWhatWasLatched) {
  Bench bench(config_of({pie_flow()}));
  bench.queues.queues[0].bytes = 30'000;
  bench.run_until(6 * kPsPerMs);
  SoftwareLaw software;
  LawSnapshot start;
  start.queue.bytes = 30'000;
  const aqm_law expected = software.update(start);
  EXPECT_EQ(bench.engine.flow(0).law().drop_prob_q28, expected.drop_prob_q28);
  EXPECT_GT(expected.drop_prob_q28, 0U);
  EXPECT_EQ(bench.engine.flow(0).law().qdelay_old_us, 30'000U);
  EXPECT_EQ(bench.engine.counters(0).updates, 1U);
  EXPECT_EQ(bench.engine.pending(), 0U);
}

// Order at one instant.

TEST(AqmControlPath, LatchAndHardwareCommitPrecedeArrivalsOfTheSameInstant) {
  Bench bench(config_of({pie_flow()}));
  bench.queues.queues[0].bytes = 30'000;
  bench.queues.grow = true;
  bench.script.at(5 * kPsPerMs, [&] { bench.arrive(0, 1'500); });
  bench.run_until(6 * kPsPerMs);
  EXPECT_EQ(bench.engine.latched(0).queue.bytes, 30'000U);
  ASSERT_EQ(bench.queues.written.size(), 1U);
  EXPECT_EQ(bench.queues.written[0].accepted, 5 * kPsPerMs);
}

TEST(AqmControlPath, CommitsOfFirmwareThatTakesNoTimePrecedeArrivalsOfTheSameInstant) {
  Bench bench(config_of({pie_flow()}, Placement::kFirmware));
  bench.queues.queues[0].bytes = 150'000;
  bench.engine.enable_interrupt(true, 0);
  SoftwareLaw software;
  Process firmware("firmware", [&] {
    EXPECT_EQ(platform::now_ps(), 5 * kPsPerMs);
    bench.engine.commit(0, software.update(bench.engine.latched(0)));
  });
  bench.engine.connect_interrupt([&](bool level, TimePs) {
    if (level) {
      firmware.notify(0);
    }
  });
  std::uint64_t commits_before_arrival = 0;
  struct AtVerdict : VerdictObserver {
    AtVerdict(const AqmEngine& e, std::uint64_t& c) : engine(e), commits(c) {}
    void judged(unsigned, const Packet&, aqm_verdict, TimePs) override {
      commits = engine.computed_flow(0).counters().updates;
    }
    const AqmEngine& engine;
    std::uint64_t& commits;
  } observer(bench.engine, commits_before_arrival);
  bench.engine.observe(observer);
  bench.script.at(5 * kPsPerMs, [&] { bench.arrive(0, 1'500); });
  bench.run_until(6 * kPsPerMs);
  EXPECT_EQ(commits_before_arrival, 1U);
}

// The race of the first drop between latch and commit.

// Brings flow 0 to QUIESCENT with a drop probability that lets one packet drop at will.
void make_ripe_for_the_first_drop(AqmEngine& engine) {
  const std::uint32_t generation = engine.flow(0).law().generation;
  engine.commit(0, {10U << 28, 60'000, 0, DOCSIS_PIE_QUIESCENT, generation, 0});
}

TEST(AqmControlPath, FirstDropBetweenLatchAndFirmwareCommitKeepsItsBurstAllowance) {
  Bench bench(config_of({pie_flow()}, Placement::kFirmware));
  bench.queues.queues[0].bytes = 60'000;
  make_ripe_for_the_first_drop(bench.engine);
  SoftwareLaw software;
  bench.script.at(6 * kPsPerMs, [&] {
    for (int i = 0; i < 10; ++i) {  // 10 x 0.85 must drop
      bench.arrive(0, 1'500);
    }
  });
  bench.script.at(7 * kPsPerMs, [&] {
    ASSERT_EQ(bench.engine.counters(0).aqm_drops.packets, 1U);
    const aqm_law committed = software.update(bench.engine.latched(0));
    EXPECT_EQ(committed.burst_us, 0U);
    bench.engine.commit(0, committed);
  });
  bench.run_until(8 * kPsPerMs);
  EXPECT_EQ(bench.engine.flow(0).law().status, unsigned{DOCSIS_PIE_ACTIVE});
  EXPECT_EQ(bench.engine.flow(0).law().burst_us, 142'000U);
  EXPECT_GT(bench.engine.flow(0).law().drop_prob_q28, 0U) << "probability is always the law's";
  EXPECT_EQ(bench.engine.flow(0).law().qdelay_old_us, 60'000U);
  EXPECT_EQ(bench.engine.counters(0).commit_conflicts, 1U);

  // Nine updates of immunity, the first of which zeroes the probability.
  for (unsigned update = 1; update <= 9; ++update) {
    bench.run_until((5 + 16 * update) * kPsPerMs + kPsPerUs);
    bench.engine.commit(0, software.update(bench.engine.latched(0)));
    EXPECT_EQ(bench.engine.flow(0).law().drop_prob_q28, 0U);
    EXPECT_EQ(bench.engine.flow(0).law().burst_us, update < 9 ? 142'000U - 16'000U * update : 0U);
  }
  EXPECT_EQ(bench.engine.counters(0).commit_conflicts, 1U);
}

TEST(AqmControlPath, FirstDropBetweenLatchAndHardwareCommitKeepsItsBurstAllowance) {
  AqmEngineConfig config = config_of({pie_flow()});
  config.options.law_cycles_per_flow = 250'000;  // 1 ms at 250 MHz
  Bench bench(config);
  bench.queues.queues[0].bytes = 60'000;
  make_ripe_for_the_first_drop(bench.engine);
  bench.script.at(5'500 * kPsPerUs, [&] {
    for (int i = 0; i < 10; ++i) {
      bench.arrive(0, 1'500);
    }
  });
  bench.run_until(7 * kPsPerMs);
  EXPECT_EQ(bench.engine.flow(0).law().status, unsigned{DOCSIS_PIE_ACTIVE});
  EXPECT_EQ(bench.engine.flow(0).law().burst_us, 142'000U);
  EXPECT_GT(bench.engine.flow(0).law().drop_prob_q28, 0U);
  EXPECT_EQ(bench.engine.counters(0).commit_conflicts, 1U);
  for (unsigned update = 1; update <= 9; ++update) {
    bench.run_until((7 + 16 * update) * kPsPerMs);
    EXPECT_EQ(bench.engine.flow(0).law().drop_prob_q28, 0U);
    EXPECT_EQ(bench.engine.flow(0).law().burst_us, update < 9 ? 142'000U - 16'000U * update : 0U);
  }
}

TEST(AqmControlPath, LeavingInactiveBetweenLatchAndCommitIsKeptToo) {
  Bench bench(config_of({pie_flow()}, Placement::kFirmware));
  bench.queues.queues[0].bytes = 99'000;
  bench.script.at(6 * kPsPerMs, [&] {
    bench.queues.queues[0].bytes = 100'000;
    bench.arrive(0, 1'500);
  });
  SoftwareLaw software;
  bench.script.at(7 * kPsPerMs,
                  [&] { bench.engine.commit(0, software.update(bench.engine.latched(0))); });
  bench.run_until(8 * kPsPerMs);
  EXPECT_EQ(bench.engine.flow(0).law().status, unsigned{DOCSIS_PIE_QUIESCENT});
  EXPECT_EQ(bench.engine.counters(0).commit_conflicts, 1U);
}

TEST(AqmControlPath, ACommitForAnOlderSnapshotIsJudgedByThatSnapshotsGeneration) {
  Bench bench(config_of({pie_flow()}, Placement::kFirmware));
  bench.queues.queues[0].bytes = 60'000;
  make_ripe_for_the_first_drop(bench.engine);
  SoftwareLaw software;
  aqm_law late{};
  bench.script.at(6 * kPsPerMs, [&] {
    late = software.update(bench.engine.latched(0));
    for (int i = 0; i < 10; ++i) {
      bench.arrive(0, 1'500);
    }
  });
  bench.script.at(22 * kPsPerMs, [&] { bench.engine.commit(0, late); });  // after the next latch
  bench.run_until(23 * kPsPerMs);
  EXPECT_EQ(bench.engine.flow(0).law().burst_us, 142'000U);
  EXPECT_EQ(bench.engine.counters(0).commit_conflicts, 1U);
  EXPECT_EQ(bench.engine.counters(0).missed_updates, 1U);
}

// Costs, misses, interrupts.

TEST(AqmControlPath, TheHardwareLawTakesItsCyclesFlowByFlow) {
  AqmEngineConfig config = config_of({pie_flow(), pie_flow(), no_aqm_flow(), pie_flow()});
  config.options.law_cycles_per_flow = 60;  // 240 ns
  Bench bench(config);
  const TimePs start = 5 * kPsPerMs;  // a clock edge
  const struct {
    TimePs at;
    std::uint32_t pending;
  } cases[] = {{start + 239'999, 0b1011}, {start + 240'000, 0b1010}, {start + 479'999, 0b1010},
               {start + 480'000, 0b1000}, {start + 719'999, 0b1000}, {start + 720'000, 0}};
  for (const auto& c : cases) {
    bench.run_until(c.at);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    EXPECT_EQ(bench.engine.pending(), c.pending) << c.at;
  }
  EXPECT_EQ(bench.engine.flow(0).update_latency_ps().max(), 240'000U);
  EXPECT_EQ(bench.engine.flow(2).update_latency_ps().count(), 0U);
  EXPECT_EQ(bench.engine.flow(3).update_latency_ps().max(), 720'000U);
}

TEST(AqmControlPath, CountsUpdatesThatTheLawMissed) {
  Bench bench(config_of({pie_flow(), pie_flow()}, Placement::kFirmware));
  SoftwareLaw software;
  bench.run_until(20 * kPsPerMs);
  bench.engine.commit(1, software.update(bench.engine.latched(1)));
  EXPECT_EQ(bench.engine.pending(), 0b01U);
  bench.run_until(40 * kPsPerMs);  // latches at 21 and 37 ms
  EXPECT_EQ(bench.engine.counters(0).missed_updates, 2U);
  EXPECT_EQ(bench.engine.counters(1).missed_updates, 1U);
  EXPECT_EQ(bench.engine.counters(0).updates, 0U);
  EXPECT_EQ(bench.engine.flow(0).update_latency_ps().count(), 0U);
  EXPECT_EQ(bench.engine.flow(1).update_latency_ps().max(), std::uint64_t{15 * kPsPerMs});
}

TEST(AqmControlPath, ASequencerThatIsTooSlowMissesUpdates) {
  AqmEngineConfig config = config_of({pie_flow(), pie_flow()});
  config.options.law_cycles_per_flow = 2'500'000;  // 10 ms
  Bench bench(config);
  bench.run_until(100 * kPsPerMs);  // latches at 5, 21, .. 85 ms
  EXPECT_EQ(bench.engine.counters(0).updates, 6U);
  EXPECT_EQ(bench.engine.counters(0).missed_updates, 0U);
  EXPECT_EQ(bench.engine.counters(1).updates, 0U);
  EXPECT_EQ(bench.engine.counters(1).missed_updates, 5U);
}

TEST(AqmControlPath, DisabledFlowsAreNeitherLatchedNorMissed) {
  Bench bench(config_of({pie_flow(), pie_flow(), no_aqm_flow()}, Placement::kFirmware));
  bench.engine.enable(0b110);
  EXPECT_EQ(bench.engine.enabled(), 0b010U) << "a flow without a law cannot be enabled";
  bench.run_until(40 * kPsPerMs);
  EXPECT_EQ(bench.engine.counters(0).missed_updates, 0U);
  EXPECT_EQ(bench.engine.counters(1).missed_updates, 2U);
}

TEST(AqmControlPath, RaisesItsInterruptAtTheLatchUntilCleared) {
  Bench bench(config_of({pie_flow()}, Placement::kFirmware));
  std::vector<std::pair<bool, TimePs>> line;
  bench.engine.connect_interrupt([&](bool level, TimePs at) { line.emplace_back(level, at); });
  bench.run_until(6 * kPsPerMs);
  EXPECT_TRUE(line.empty());
  EXPECT_TRUE(bench.engine.interrupt_status()) << "status does not need the enable";
  bench.engine.enable_interrupt(true, 6 * kPsPerMs);
  bench.engine.clear_interrupt(7 * kPsPerMs);
  bench.engine.clear_interrupt(8 * kPsPerMs);
  bench.run_until(40 * kPsPerMs);
  const std::vector<std::pair<bool, TimePs>> expected = {
      {true, 6 * kPsPerMs}, {false, 7 * kPsPerMs}, {true, 21 * kPsPerMs}};
  EXPECT_EQ(line, expected);
}

}  // namespace
}  // namespace docsis_vp::cm::control_path_test
