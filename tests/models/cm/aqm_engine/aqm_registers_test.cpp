// The engine as firmware sees it.
#include "models/cm/aqm_engine/aqm_registers.h"

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "models/aqm/byte_time.h"
#include "models/cm/aqm_engine/aqm_engine_registers.h"
#include "tests/models/cm/aqm_engine/engine_bench.h"

namespace docsis_vp::cm {
namespace {

namespace reg = aqm_engine_registers;

constexpr std::uint32_t kP10 = 10U << 28;  // UQ4.28

// An initiator that makes one 32-bit access at a time, `delay` ahead of the kernel.
class Master : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Master, 32> socket;

  explicit Master(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {}

  std::uint32_t read(std::uint32_t offset) { return access(tlm::TLM_READ_COMMAND, offset, 0); }
  void write(std::uint32_t offset, std::uint32_t value) {
    access(tlm::TLM_WRITE_COMMAND, offset, value);
  }
  std::uint32_t look(std::uint32_t offset) {
    std::uint32_t word = 0;
    tlm::tlm_generic_payload payload;
    prepare(payload, tlm::TLM_READ_COMMAND, offset, word);
    EXPECT_EQ(socket->transport_dbg(payload), sizeof word);
    return word;
  }
  bool last_ok() const { return ok_; }
  TimePs delay = 0;

 private:
  std::uint32_t access(tlm::tlm_command command, std::uint32_t offset, std::uint32_t word) {
    tlm::tlm_generic_payload payload;
    prepare(payload, command, offset, word);
    sc_core::sc_time local = platform::to_sc_time(delay);
    socket->b_transport(payload, local);
    ok_ = payload.is_response_ok();
    return word;
  }
  static void prepare(tlm::tlm_generic_payload& payload, tlm::tlm_command command,
                      std::uint32_t offset, std::uint32_t& word) {
    payload.set_command(command);
    payload.set_address(offset);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
  }
  bool ok_ = true;
};

struct RegisterBench : Bench {
  explicit RegisterBench(const AqmEngineConfig& config) : Bench(config) {
    master.socket.bind(registers.socket());
  }
  std::uint32_t flow_word(unsigned flow, std::uint32_t offset) {
    return master.read(reg::kFlowOffset + flow * reg::kFlowStride + offset);
  }
  void write_flow_word(unsigned flow, std::uint32_t offset, std::uint32_t value) {
    master.write(reg::kFlowOffset + flow * reg::kFlowStride + offset, value);
  }

  AqmRegisters registers{"registers", engine};
  Master master{"master"};
};

TEST(AqmRegisters, ShowTheLatchedSnapshot) {
  RegisterBench bench(config_of({no_aqm_flow(), pie_flow()}, Placement::kFirmware));
  bench.queues.queues[1] = {60'000, 40, 1'234, 5'678, 910, 0, 3'000, 2, 17, 0, 0};
  bench.engine.commit(1, {kP10, 59'000, 32'000, DOCSIS_PIE_QUIESCENT, 0, 0});
  bench.run_until(6 * kPsPerMs);
  bench.queues.queues[1].bytes = 1;
  const struct {
    std::uint32_t offset, value;
  } cases[] = {{reg::kFlowDepthBytesOffset, 60'000},
               {reg::kFlowDepthPacketsOffset, 40},
               {reg::kFlowMsrTokensOffset, 1'234},
               {reg::kFlowGrantedBytesOffset, 5'678},
               {reg::kFlowAckedRequestBytesOffset, 910},
               {reg::kFlowDropProbOffset, kP10},
               {reg::kFlowQdelayOldOffset, 59'000},
               {reg::kFlowBurstOffset, 32'000},
               {reg::kFlowStateOffset, DOCSIS_PIE_QUIESCENT},
               {reg::kFlowCeBytesOffset, 3'000},
               {reg::kFlowDrainedMapsOffset, 17}};
  for (const auto& c : cases) {
    EXPECT_EQ(bench.flow_word(1, c.offset), c.value) << c.offset;
  }
  EXPECT_EQ(bench.master.read(reg::kTickCountOffset), 1U);
  EXPECT_EQ(bench.master.read(reg::kTickTimeOffset), 5'000U);
  EXPECT_EQ(bench.master.read(reg::kUpdatePendingOffset), 0b10U);
  EXPECT_EQ(bench.master.read(reg::kFlowEnableOffset), 0b10U);
  EXPECT_EQ(bench.master.read(reg::kFlowCountOffset), 2U);
  EXPECT_EQ(bench.master.read(reg::kControlLawOffset), 1U);
}

TEST(AqmRegisters, ShowTheConfiguration) {
  FlowAqmConfig flow = pie_flow();
  flow.settings = {20'000, 2'500'000, 1'250'000, 312'500, 0};
  RegisterBench bench(config_of({flow, no_aqm_flow()}));
  const aqm_byte_time peak = aqm_byte_time_of(2'500'000);
  const aqm_byte_time sustained = aqm_byte_time_of(1'250'000);
  const struct {
    std::uint32_t offset, value;
  } cases[] = {{reg::kFlowAlgorithmOffset, 1},
               {reg::kFlowLatencyTargetOffset, 20'000},
               {reg::kFlowBufferBytesOffset, 312'500},
               {reg::kFlowPeakRateOffset, 2'500'000},
               {reg::kFlowPeakMantissaOffset, peak.mantissa},
               {reg::kFlowPeakShiftOffset, peak.shift},
               {reg::kFlowMsrRateOffset, 1'250'000},
               {reg::kFlowMsrMantissaOffset, sustained.mantissa},
               {reg::kFlowMsrShiftOffset, sustained.shift}};
  for (const auto& c : cases) {
    EXPECT_EQ(bench.flow_word(0, c.offset), c.value) << c.offset;
  }
  EXPECT_EQ(bench.flow_word(1, reg::kFlowAlgorithmOffset), 0U);
  EXPECT_EQ(bench.master.read(reg::kControlLawOffset), 0U);
}

TEST(AqmRegisters, ShowTheOptionsOfTheAlgorithm) {
  FlowAqmConfig flow = pie_flow();
  flow.options = {DOCSIS_PIE_COMBINED, 40'000, 1, 250'000, 1};
  RegisterBench bench(config_of({flow, pie_flow(), no_aqm_flow()}));
  const auto option = [&bench](unsigned number, std::uint32_t index) {
    return bench.master.read(reg::kOptionsOffset + number * reg::kOptionsStride +
                             index * reg::kOptionsValueStride);
  };
  for (std::uint32_t i = 0; i < DOCSIS_PIE_OPTIONS; ++i) {
    EXPECT_EQ(option(0, i), flow.options[i]) << i;
    EXPECT_EQ(option(1, i), docsis_pie_options[i].initial) << i;
    EXPECT_EQ(option(2, i), 0U) << i;
  }
  EXPECT_EQ(option(0, DOCSIS_PIE_OPTIONS), 0U);
  EXPECT_EQ(option(0, AQM_OPTIONS_MAX - 1), 0U);
}

TEST(AqmRegisters, OneWriteCommitsAndSaysForWhichSnapshot) {
  RegisterBench bench(config_of({pie_flow()}, Placement::kFirmware));
  bench.run_until(6 * kPsPerMs);
  bench.write_flow_word(0, reg::kFlowCommitDropProbOffset, 1'000);
  bench.write_flow_word(0, reg::kFlowCommitQdelayOldOffset, 2'000);
  bench.write_flow_word(0, reg::kFlowCommitBurstOffset, 3'000);
  EXPECT_EQ(bench.flow_word(0, reg::kFlowCommitBurstOffset), 3'000U);
  EXPECT_EQ(bench.engine.pending(), 1U) << "nothing happens before the commit";
  bench.write_flow_word(0, reg::kFlowCommitOffset, DOCSIS_PIE_ACTIVE);
  EXPECT_EQ(bench.engine.pending(), 0U);
  EXPECT_EQ(bench.engine.flow(0).law().drop_prob_q28, 1'000U);
  EXPECT_EQ(bench.engine.flow(0).law().qdelay_old_us, 2'000U);
  EXPECT_EQ(bench.engine.flow(0).law().burst_us, 3'000U);
  EXPECT_EQ(bench.engine.flow(0).law().status, unsigned{DOCSIS_PIE_ACTIVE});

  bench.write_flow_word(0, reg::kFlowCommitDropProbOffset, 4'000);
  bench.write_flow_word(0, reg::kFlowCommitBurstOffset, 5'000);
  bench.write_flow_word(0, reg::kFlowCommitOffset,
                        7U << reg::kFlowCommitGenerationShift | DOCSIS_PIE_INACTIVE);
  EXPECT_EQ(bench.engine.flow(0).law().drop_prob_q28, 4'000U);
  EXPECT_EQ(bench.engine.flow(0).law().burst_us, 3'000U);
  EXPECT_EQ(bench.engine.flow(0).law().status, unsigned{DOCSIS_PIE_ACTIVE});
  EXPECT_EQ(bench.flow_word(0, reg::kFlowCommitConflictsOffset), 1U);
}

// Ticks at 5, 21, 37, 53 ms.
TEST(AqmRegisters, AnUpdateCountsFromTheTickWhoseSnapshotWasRead) {
  RegisterBench bench(config_of({pie_flow()}, Placement::kFirmware));
  const Histogram& latency = bench.engine.flow(0).update_latency_ps();
  const auto commit_at = [&](TimePs at) {
    bench.run_until(at);
    bench.write_flow_word(0, reg::kFlowCommitOffset, DOCSIS_PIE_ACTIVE);
  };
  bench.run_until(6 * kPsPerMs);
  bench.flow_word(0, reg::kFlowDepthBytesOffset);
  commit_at(22 * kPsPerMs);
  EXPECT_EQ(latency.max(), std::uint64_t{17 * kPsPerMs});

  bench.run_until(38 * kPsPerMs);
  bench.flow_word(0, reg::kFlowDepthBytesOffset);
  bench.run_until(54 * kPsPerMs);
  bench.master.look(reg::kFlowOffset + reg::kFlowDepthBytesOffset);
  commit_at(55 * kPsPerMs);
  EXPECT_EQ(latency.max(), std::uint64_t{18 * kPsPerMs}) << "a debugger answers nothing";

  commit_at(70 * kPsPerMs);  // once more of the snapshot that was read last
  EXPECT_EQ(latency.max(), std::uint64_t{33 * kPsPerMs});
}

TEST(AqmRegisters, FirstDropBetweenLatchAndCommitKeepsItsBurstAllowance) {
  RegisterBench bench(config_of({pie_flow()}, Placement::kFirmware));
  bench.queues.queues[0].bytes = 60'000;
  bench.engine.commit(0, {kP10, 60'000, 0, DOCSIS_PIE_QUIESCENT, 0, 0});
  bench.script.at(6 * kPsPerMs, [&] {
    for (int i = 0; i < 10; ++i) {
      bench.arrive(0, 1'500);
    }
  });
  bench.run_until(7 * kPsPerMs);
  const std::uint32_t state = bench.flow_word(0, reg::kFlowStateOffset);
  bench.write_flow_word(0, reg::kFlowCommitDropProbOffset, 1'000);
  bench.write_flow_word(0, reg::kFlowCommitBurstOffset, 0);
  bench.write_flow_word(0, reg::kFlowCommitOffset, state);
  EXPECT_EQ(bench.engine.flow(0).law().burst_us, 142'000U);
  EXPECT_EQ(bench.engine.flow(0).law().status, unsigned{DOCSIS_PIE_ACTIVE});
  EXPECT_EQ(bench.flow_word(0, reg::kFlowCommitConflictsOffset), 1U);
}

TEST(AqmRegisters, CountersAreTheEngines) {
  RegisterBench bench(config_of({pie_flow()}, Placement::kFirmware));
  bench.queues.queues[0].bytes = 60'000;
  bench.engine.commit(0, {kP10, 60'000, 0, DOCSIS_PIE_ACTIVE, 0, 0});
  bench.script.at(1'000, [&] {
    for (int i = 0; i < 24; ++i) {
      bench.arrive(0, 1'500);
    }
    bench.queues.queues[0].bytes = 299'000;
  });
  bench.script.at(2'000, [&] { bench.queues.queues[0].bytes = 60'000; });
  bench.script.at(3'000, [&] {
    for (int i = 0; i < 25; ++i) {
      bench.arrive(0, 1'400);
    }
  });
  bench.script.at(4'000, [&] { bench.arrive(0, 64); });  // the 25th was dropped: 0.625 to go
  bench.run_until(40 * kPsPerMs);
  const FlowAqm::Counters& counters = bench.engine.counters(0);
  ASSERT_EQ(counters.buffer_drops.packets, 24U);
  ASSERT_GT(counters.aqm_drops.packets, 1U);
  const struct {
    std::uint32_t low;
    std::uint64_t value;
  } cases[] = {{reg::kFlowAcceptedPacketsLowOffset, counters.accepted.packets},
               {reg::kFlowAcceptedBytesLowOffset, counters.accepted.bytes},
               {reg::kFlowAqmDropPacketsLowOffset, counters.aqm_drops.packets},
               {reg::kFlowAqmDropBytesLowOffset, counters.aqm_drops.bytes},
               {reg::kFlowAqmMarkPacketsLowOffset, 0},
               {reg::kFlowAqmMarkBytesLowOffset, 0},
               {reg::kFlowTailDropPacketsLowOffset, 24},
               {reg::kFlowTailDropBytesLowOffset, 36'000}};
  for (const auto& c : cases) {
    EXPECT_EQ(bench.flow_word(0, c.low), c.value) << c.low;
    EXPECT_EQ(bench.flow_word(0, c.low + 4), 0U) << c.low;
  }
  EXPECT_EQ(bench.flow_word(0, reg::kFlowAccumulatorOffset),
            bench.engine.flow(0).accumulator_q28());
  EXPECT_EQ(bench.flow_word(0, reg::kFlowAccumulatorOffset), kP10 / 16);
  EXPECT_EQ(bench.flow_word(0, reg::kFlowMissedUpdatesOffset), 2U);
}

// A law at the head drops and marks while every packet waits 30 ms.
TEST(AqmRegisters, CountWhatHappensAtTheHead) {
  FlowAqmConfig flow{"codel", {5'000, 0, 1'000'000, 300'000, 0}, "aqm/cm0/us0/0"};
  const aqm_algorithm& codel = *aqm_find("codel");
  flow.options.resize(aqm_count_options(codel.options));
  aqm_initial_options(codel.options, flow.options.data());
  for (std::size_t i = 0; i < flow.options.size(); ++i) {
    if (codel.options[i].name == std::string("ecn")) flow.options[i] = 1;
  }
  RegisterBench bench(config_of({flow}, Placement::kHardware));
  bench.queues.queues[0].bytes = 60'000;
  std::uint64_t dropped = 0;
  std::uint64_t marked = 0;
  for (int ms = 1; ms < 1'000; ++ms) {
    const PacketHandle packet = bench.pool.take();
    packet->size_bytes = 1'000;
    packet->ecn = ms % 2 == 0 ? Ecn::kEct0 : Ecn::kNotEct;
    const TimePs now = ms * kPsPerMs;
    const aqm_verdict verdict = bench.engine.judge_head(0, *packet, now - 30 * kPsPerMs, {}, now);
    if (verdict == AQM_DROP) {
      bench.engine.head_dropped(0, *packet);
    }
    dropped += verdict == AQM_DROP ? 1 : 0;
    marked += verdict == AQM_MARK ? 1 : 0;
    EXPECT_EQ(packet->ecn == Ecn::kCe, verdict == AQM_MARK);
  }
  EXPECT_GT(dropped, 5U);
  EXPECT_GT(marked, 5U);
  EXPECT_EQ(bench.flow_word(0, reg::kFlowHeadDropPacketsLowOffset), dropped);
  EXPECT_EQ(bench.flow_word(0, reg::kFlowHeadDropBytesLowOffset), dropped * 1'000);
  EXPECT_EQ(bench.flow_word(0, reg::kFlowAqmMarkPacketsLowOffset), marked);
  EXPECT_EQ(bench.flow_word(0, reg::kFlowAqmMarkBytesLowOffset), marked * 1'000);
  EXPECT_EQ(bench.flow_word(0, reg::kFlowAqmDropPacketsLowOffset), 0U);
}

// As the manual numbers them.
TEST(AqmRegisters, ShowWhichAlgorithmAFlowHas) {
  const std::vector<std::pair<const char*, std::uint32_t>> manual = {
      {"none", 0},       {"docsis_pie", 1}, {"codel", 2},           {"codel_dt", 3},
      {"codel_tail", 4}, {"pie", 5},        {"pie_draft", 6},       {"pie_linux", 7},
      {"ared", 8},       {"red", 9},        {"pie_linux_2014", 10}, {"tail_drop", 0},
  };
  std::vector<FlowAqmConfig> flows;
  for (const auto& entry : manual) {
    const aqm_algorithm* law = aqm_find(entry.first);
    const std::uint32_t target_us = law != nullptr ? law->target_us : 0;
    flows.push_back({entry.first, {target_us, 1'000'000, 1'000'000, 300'000, 0}, "aqm/cm0/us0/0"});
  }
  RegisterBench bench(config_of(flows));
  for (unsigned flow = 0; flow < manual.size(); ++flow) {
    EXPECT_EQ(bench.flow_word(flow, reg::kFlowAlgorithmOffset), manual[flow].second)
        << manual[flow].first;
  }
}

TEST(AqmRegisters, InterruptChangesAtTheInstantOfTheAccess) {
  RegisterBench bench(config_of({pie_flow()}, Placement::kFirmware));
  std::vector<std::pair<bool, TimePs>> line;
  bench.engine.connect_interrupt([&](bool level, TimePs at) { line.emplace_back(level, at); });
  bench.run_until(6 * kPsPerMs);
  bench.master.delay = 250;
  bench.master.write(reg::kInterruptEnableOffset, 1);
  EXPECT_EQ(bench.master.read(reg::kInterruptStatusOffset), 1U);
  bench.master.delay = 500;
  bench.master.write(reg::kInterruptStatusOffset, 0);
  EXPECT_EQ(bench.master.read(reg::kInterruptStatusOffset), 1U) << "0 clears nothing";
  bench.master.write(reg::kInterruptStatusOffset, 1);
  EXPECT_EQ(bench.master.read(reg::kInterruptStatusOffset), 0U);
  EXPECT_EQ(bench.master.read(reg::kInterruptEnableOffset), 1U);
  const std::vector<std::pair<bool, TimePs>> expected = {{true, 6 * kPsPerMs + 250},
                                                         {false, 6 * kPsPerMs + 500}};
  EXPECT_EQ(line, expected);
}

TEST(AqmRegisters, AbsentFlowsAreBusErrorsAndFlowsWithoutALawIgnoreCommits) {
  RegisterBench bench(config_of({no_aqm_flow()}, Placement::kFirmware));
  bench.flow_word(1, reg::kFlowDepthBytesOffset);
  EXPECT_FALSE(bench.master.last_ok());
  bench.write_flow_word(0, reg::kFlowCommitOffset, 1);
  EXPECT_TRUE(bench.master.last_ok());
  EXPECT_EQ(bench.engine.counters(0).updates, 0U);
  bench.master.write(reg::kFlowEnableOffset, UINT32_MAX);
  EXPECT_EQ(bench.master.read(reg::kFlowEnableOffset), 0U);
}

}  // namespace
}  // namespace docsis_vp::cm
