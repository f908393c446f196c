#include "models/cm/aqm_engine/aqm_registers.h"

#include <algorithm>

#include "models/aqm/byte_time.h"
#include "models/cm/aqm_engine/aqm_engine_registers.h"

namespace docsis_vp::cm {

namespace {

namespace reg = aqm_engine_registers;

constexpr unsigned kWordFlows = 32;  // flows of a register with one bit per flow

std::uint32_t first_word(FlowMask mask) {
  return static_cast<std::uint32_t>(mask);
}

std::uint32_t second_word(FlowMask mask) {
  return static_cast<std::uint32_t>(mask >> kWordFlows);
}

std::uint32_t flow_base(unsigned flow) {
  return reg::kFlowOffset + flow * reg::kFlowStride;
}

std::uint32_t state_word(const aqm_law& law) {
  return law.generation << reg::kFlowStateGenerationShift |
         (law.status & reg::kFlowStateStatusMask);
}

}  // namespace

AqmRegisters::AqmRegisters(const sc_core::sc_module_name& name, AqmEngine& engine)
    : sc_module(name), engine_(engine), file_("file") {
  engine.expect_readers();
  add_block();
  for (unsigned flow = 0; flow < engine.flows(); ++flow) {
    add_snapshot(flow);
    add_commit(flow);
    add_settings(flow);
    add_options(flow);
    add_counters(flow);
  }
}

void AqmRegisters::add_block() {
  file_.add(
      reg::kInterruptStatusOffset,
      [this](TimePs) { return engine_.interrupt_status() ? reg::kInterruptStatusTickMask : 0; },
      [this](std::uint32_t value, TimePs at) {
        if ((value & reg::kInterruptStatusTickMask) != 0) {
          engine_.clear_interrupt(at);
        }
      });
  file_.add(
      reg::kInterruptEnableOffset,
      [this](TimePs) { return engine_.interrupt_enabled() ? reg::kInterruptEnableTickMask : 0; },
      [this](std::uint32_t value, TimePs at) {
        engine_.enable_interrupt((value & reg::kInterruptEnableTickMask) != 0, at);
      });
  file_.add(
      reg::kFlowEnableOffset, [this](TimePs) { return first_word(engine_.enabled()); },
      [this](std::uint32_t value, TimePs) {
        engine_.enable(FlowMask{second_word(engine_.enabled())} << kWordFlows | value);
      });
  file_.add(reg::kUpdatePendingOffset, [this](TimePs) { return first_word(engine_.pending()); });
  file_.add(
      reg::kFlowEnable1Offset, [this](TimePs) { return second_word(engine_.enabled()); },
      [this](std::uint32_t value, TimePs) {
        engine_.enable(FlowMask{value} << kWordFlows | first_word(engine_.enabled()));
      });
  file_.add(reg::kUpdatePending1Offset, [this](TimePs) { return second_word(engine_.pending()); });
  file_.add(reg::kTickCountOffset, [this](TimePs) { return engine_.ticks(); });
  file_.add(reg::kTickTimeOffset, [this](TimePs) { return to_us32(engine_.tick_time()); });
  file_.add(reg::kControlLawOffset, [this](TimePs) {
    return engine_.control_law() == Placement::kFirmware ? reg::kControlLawFirmwareMask : 0;
  });
  const unsigned flows = engine_.flows();
  file_.add(reg::kFlowCountOffset, [flows](TimePs) { return std::min(flows, kWordFlows); });
  file_.add(reg::kFlowCount1Offset,
            [flows](TimePs) { return flows > kWordFlows ? flows - kWordFlows : 0U; });
}

void AqmRegisters::add_snapshot(unsigned flow) {
  const auto add = [&](std::uint32_t offset, auto word_of) {
    file_.add(
        flow_base(flow) + offset,
        [this, flow, word_of](TimePs) -> std::uint32_t {
          return word_of(engine_.read_snapshot(flow));
        },
        {},
        [this, flow, word_of](TimePs) -> std::uint32_t { return word_of(engine_.latched(flow)); });
  };
  using Snapshot = LawSnapshot;
  add(reg::kFlowDepthBytesOffset, [](const Snapshot& s) { return s.queue.bytes; });
  add(reg::kFlowMsrTokensOffset, [](const Snapshot& s) { return s.queue.msr_tokens; });
  add(reg::kFlowDropProbOffset, [](const Snapshot& s) { return s.law.drop_prob_q28; });
  add(reg::kFlowQdelayOldOffset, [](const Snapshot& s) { return s.law.qdelay_old_us; });
  add(reg::kFlowBurstOffset, [](const Snapshot& s) { return s.law.burst_us; });
  add(reg::kFlowStateOffset, [](const Snapshot& s) { return state_word(s.law); });
  add(reg::kFlowDepthPacketsOffset, [](const Snapshot& s) { return s.queue.packets; });
  add(reg::kFlowGrantedBytesOffset, [](const Snapshot& s) { return s.queue.granted_bytes; });
  add(reg::kFlowAckedRequestBytesOffset,
      [](const Snapshot& s) { return s.queue.acked_request_bytes; });
  add(reg::kFlowMeasuredOffset, [](const Snapshot& s) { return s.law.measured; });
  add(reg::kFlowCeBytesOffset, [](const Snapshot& s) { return s.queue.ce_bytes; });
  add(reg::kFlowDrainedMapsOffset, [](const Snapshot& s) { return s.queue.drained_maps; });
}

void AqmRegisters::add_commit(unsigned flow) {
  const auto add = [&](std::uint32_t offset, std::uint32_t& word) {
    file_.add(
        flow_base(flow) + offset, [&word](TimePs) { return word; },
        [&word](std::uint32_t value, TimePs) { word = value; });
  };
  Commit& words = commits_[flow];
  add(reg::kFlowCommitMeasuredOffset, words.measured);
  add(reg::kFlowCommitDropProbOffset, words.drop_prob_q28);
  add(reg::kFlowCommitQdelayOldOffset, words.qdelay_old_us);
  add(reg::kFlowCommitBurstOffset, words.burst_us);
  file_.add(flow_base(flow) + reg::kFlowCommitOffset, {},
            [this, flow](std::uint32_t value, TimePs at) { commit(flow, value, at); });
}

void AqmRegisters::commit(unsigned flow, std::uint32_t status_and_generation, TimePs at) {
  if (!engine_.flow(flow).has_law()) {
    return;
  }
  // The register holds the low 24 bits of the generation; the upper bits are those of the present
  // one.
  constexpr std::uint32_t kHeld = UINT32_MAX >> reg::kFlowCommitGenerationShift;
  const std::uint32_t present = engine_.flow(flow).law().generation;
  const Commit& words = commits_[flow];
  aqm_law law{};
  law.drop_prob_q28 = words.drop_prob_q28;
  law.qdelay_old_us = words.qdelay_old_us;
  law.burst_us = words.burst_us;
  law.measured = words.measured;
  law.status = status_and_generation & reg::kFlowCommitStatusMask;
  law.generation = (present & ~kHeld) | (status_and_generation >> reg::kFlowCommitGenerationShift);
  engine_.commit(flow, law, at);
}

void AqmRegisters::add_settings(unsigned flow) {
  const auto add = [&](std::uint32_t offset, std::uint32_t value) {
    file_.add(flow_base(flow) + offset, [value](TimePs) { return value; });
  };
  const aqm_config& settings = engine_.flow(flow).settings();
  const aqm_byte_time peak = aqm_byte_time_of(settings.peak_rate_bytes_per_s);
  const aqm_byte_time sustained = aqm_byte_time_of(settings.msr_bytes_per_s);
  add(reg::kFlowAlgorithmOffset, engine_.flow(flow).algorithm_id());
  add(reg::kFlowLatencyTargetOffset, settings.latency_target_us);
  add(reg::kFlowBufferBytesOffset, settings.buffer_bytes);
  add(reg::kFlowPeakRateOffset, settings.peak_rate_bytes_per_s);
  add(reg::kFlowPeakMantissaOffset, peak.mantissa);
  add(reg::kFlowPeakShiftOffset, peak.shift);
  add(reg::kFlowMsrRateOffset, settings.msr_bytes_per_s);
  add(reg::kFlowMsrMantissaOffset, sustained.mantissa);
  add(reg::kFlowMsrShiftOffset, sustained.shift);
  add(reg::kFlowBufferPacketsOffset, settings.buffer_packets);
}

void AqmRegisters::add_options(unsigned flow) {
  const std::vector<std::uint32_t>& values = engine_.flow(flow).options();
  for (std::uint32_t i = 0; i < AQM_OPTIONS_MAX; ++i) {
    const std::uint32_t value = i < values.size() ? values[i] : 0;
    file_.add(reg::kOptionsOffset + flow * reg::kOptionsStride + i * reg::kOptionsValueStride,
              [value](TimePs) { return value; });
  }
}

void AqmRegisters::add_counters(unsigned flow) {
  const FlowAqm& source = engine_.flow(flow);
  const FlowAqm::Counters& counters = source.counters();
  const std::uint32_t base = flow_base(flow);
  file_.add(base + reg::kFlowAccumulatorOffset,
            [&source](TimePs) { return source.accumulator_q28(); });
  const auto add_word = [&](std::uint32_t offset, const std::uint64_t& count) {
    file_.add(base + offset, [&count](TimePs) { return static_cast<std::uint32_t>(count); });
  };
  add_word(reg::kFlowCommitConflictsOffset, counters.commit_conflicts);
  add_word(reg::kFlowMissedUpdatesOffset, counters.missed_updates);
  const auto add_tally = [&](std::uint32_t packets, std::uint32_t bytes, const PacketTally& tally) {
    file_.add_counter64(base + packets, [&tally](TimePs) { return tally.packets; });
    file_.add_counter64(base + bytes, [&tally](TimePs) { return tally.bytes; });
  };
  add_tally(reg::kFlowAcceptedPacketsLowOffset, reg::kFlowAcceptedBytesLowOffset,
            counters.accepted);
  add_tally(reg::kFlowAqmDropPacketsLowOffset, reg::kFlowAqmDropBytesLowOffset, counters.aqm_drops);
  add_tally(reg::kFlowAqmMarkPacketsLowOffset, reg::kFlowAqmMarkBytesLowOffset, counters.aqm_marks);
  add_tally(reg::kFlowTailDropPacketsLowOffset, reg::kFlowTailDropBytesLowOffset,
            counters.buffer_drops);
  add_tally(reg::kFlowHeadDropPacketsLowOffset, reg::kFlowHeadDropBytesLowOffset,
            counters.head_drops);
}

}  // namespace docsis_vp::cm
