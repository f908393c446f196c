#include "models/cm/coupled_law/coupled_law_register_file.h"

#include "models/cm/coupled_law/coupled_law_registers.h"

namespace docsis_vp::cm {

namespace {

namespace coupled_reg = coupled_law_registers;

std::uint32_t aggregate_base(unsigned number) {
  return coupled_reg::kAggregateOffset + number * coupled_reg::kAggregateStride;
}

std::uint32_t low_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}

std::uint32_t high_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

std::uint64_t of_words(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32 | low;
}

}  // namespace

CoupledLawRegisterFile::CoupledLawRegisterFile(const sc_core::sc_module_name& name, CoupledLaw* law)
    : sc_module(name), file_("file") {
  file_.add(coupled_reg::kAggregateCountOffset,
            [law](TimePs) { return law != nullptr ? law->aggregates() : 0U; });
  if (law == nullptr) {
    file_.add(coupled_reg::kPendingOffset, [](TimePs) { return 0U; });
    return;
  }
  add_block(*law);
  for (unsigned number = 0; number < law->aggregates(); ++number) {
    add_snapshot(*law, number);
    add_commit(*law, number);
    add_settings(*law, number);
    add_counters(*law, number);
  }
}

// The enabled causes have the bits of CoupledLaw::Cause.
void CoupledLawRegisterFile::add_block(CoupledLaw& law) {
  static_assert(coupled_reg::kInterruptEnableUpdateMask == CoupledLaw::kUpdate);
  static_assert(coupled_reg::kInterruptEnableAlignMask == CoupledLaw::kAlign);
  file_.add(coupled_reg::kPendingOffset, [&law](TimePs) {
    return law.update_pending() << coupled_reg::kPendingUpdateShift | law.align_pending();
  });
  file_.add(
      coupled_reg::kInterruptEnableOffset, [&law](TimePs) { return law.interrupt_enabled(); },
      [&law](std::uint32_t value, TimePs at) { law.enable_interrupt(value, at); });
}

void CoupledLawRegisterFile::add_snapshot(CoupledLaw& law, unsigned number) {
  const auto add = [&](std::uint32_t offset, auto word_of) {
    file_.add(aggregate_base(number) + offset, [&law, number, word_of](TimePs) -> std::uint32_t {
      return word_of(law.snapshot(number), law.alignment(number));
    });
  };
  using Update = queue::CoupledSnapshot;
  using Align = queue::AlignmentSnapshot;
  add(coupled_reg::kAggregateClassicBytesOffset,
      [](const Update& u, const Align&) { return u.classic_bytes; });
  add(coupled_reg::kAggregateIntervalBytesOffset,
      [](const Update& u, const Align&) { return u.interval_bytes; });
  add(coupled_reg::kAggregateDropProbOffset,
      [](const Update& u, const Align&) { return u.law.drop_prob_q28; });
  add(coupled_reg::kAggregateQdelayOldOffset,
      [](const Update& u, const Align&) { return u.law.qdelay_old_us; });
  add(coupled_reg::kAggregateBurstOffset,
      [](const Update& u, const Align&) { return u.law.burst_us; });
  add(coupled_reg::kAggregateStateOffset, [](const Update& u, const Align&) {
    return u.law.generation << coupled_reg::kAggregateStateGenerationShift |
           (u.law.status & coupled_reg::kAggregateStateStatusMask);
  });
  add(coupled_reg::kAggregateQueuedBytesOffset,
      [](const Update&, const Align& a) { return a.queued_bytes; });
  add(coupled_reg::kAggregateLoopDelayOffset,
      [](const Update&, const Align& a) { return a.loop_delay_ns; });
  add(coupled_reg::kAggregateLoopKnownOffset,
      [](const Update&, const Align& a) { return a.loop_is_known ? 1U : 0U; });
}

void CoupledLawRegisterFile::add_commit(CoupledLaw& law, unsigned number) {
  const auto add = [&](std::uint32_t offset, std::uint32_t& word) {
    file_.add(
        aggregate_base(number) + offset, [&word](TimePs) { return word; },
        [&word](std::uint32_t value, TimePs) { word = value; });
  };
  Commit& words = commits_[number];
  add(coupled_reg::kAggregateCommitDropProbOffset, words.drop_prob_q28);
  add(coupled_reg::kAggregateCommitQdelayOldOffset, words.qdelay_old_us);
  add(coupled_reg::kAggregateCommitBurstOffset, words.burst_us);
  add(coupled_reg::kAggregateCommitCoupledLowOffset, words.coupled_low);
  add(coupled_reg::kAggregateCommitCoupledHighOffset, words.coupled_high);
  add(coupled_reg::kAggregateCommitLeastHighOffset, words.least_high);
  file_.add(
      aggregate_base(number) + coupled_reg::kAggregateCommitOffset, {},
      [this, &law, number](std::uint32_t value, TimePs at) { commit(law, number, value, at); });
  file_.add(aggregate_base(number) + coupled_reg::kAggregateCommitLeastOffset, {},
            [&law, &words, number](std::uint32_t value, TimePs at) {
              law.commit_alignment(number, of_words(words.least_high, value), at);
            });
}

// The register holds the low 24 bits of the generation; the upper bits are those of the present
// one.
void CoupledLawRegisterFile::commit(CoupledLaw& law, unsigned number,
                                    std::uint32_t status_and_generation, TimePs at) {
  constexpr std::uint32_t kHeldBits = UINT32_MAX >> coupled_reg::kAggregateCommitGenerationShift;
  const std::uint32_t latched = law.snapshot(number).law.generation;
  const Commit& words = commits_[number];
  aqm_law result{};
  result.drop_prob_q28 = words.drop_prob_q28;
  result.qdelay_old_us = words.qdelay_old_us;
  result.burst_us = words.burst_us;
  result.status = status_and_generation & coupled_reg::kAggregateCommitStatusMask;
  result.generation = (latched & ~kHeldBits) |
                      (status_and_generation >> coupled_reg::kAggregateCommitGenerationShift);
  law.commit(number, result, of_words(words.coupled_high & 1U, words.coupled_low), at);
}

void CoupledLawRegisterFile::add_settings(const CoupledLaw& law, unsigned number) {
  const auto add = [&](std::uint32_t offset, std::uint32_t value) {
    file_.add(aggregate_base(number) + offset, [value](TimePs) { return value; });
  };
  const dual_queue_config& config = law.aggregate(number).config().queue.law;
  add(coupled_reg::kAggregateAmsrLowOffset, low_word(config.amsr_bits_per_s));
  add(coupled_reg::kAggregateAmsrHighOffset, high_word(config.amsr_bits_per_s));
  add(coupled_reg::kAggregateMsrLLowOffset, low_word(config.msr_l_bits_per_s));
  add(coupled_reg::kAggregateMsrLHighOffset, high_word(config.msr_l_bits_per_s));
  add(coupled_reg::kAggregateMsrCLowOffset, low_word(config.msr_c_bits_per_s));
  add(coupled_reg::kAggregateMsrCHighOffset, high_word(config.msr_c_bits_per_s));
  add(coupled_reg::kAggregateWeightOffset, config.weight);
  add(coupled_reg::kAggregateCouplingOffset, config.coupling_tenths);
  add(coupled_reg::kAggregateLatencyTargetOffset, config.latency_target_us);
  add(coupled_reg::kAggregateGuaranteedGrantRateOffset, config.ggr_bits_per_s);
  add(coupled_reg::kAggregateGuaranteedGrantIntervalOffset, config.ggi_us);
  add(coupled_reg::kAggregateMapIntervalOffset, config.map_interval_ns);
  add(coupled_reg::kAggregateFrameOffset, config.frame_ns);
  add(coupled_reg::kAggregateEwmaExponentOffset, config.vq_lg_ewma);
  add(coupled_reg::kAggregateLoopOffsetMapsOffset, config.loop_delay_offset_maps);
}

void CoupledLawRegisterFile::add_counters(const CoupledLaw& law, unsigned number) {
  const auto add = [&](std::uint32_t offset, const std::uint32_t& count) {
    file_.add(aggregate_base(number) + offset, [&count](TimePs) { return count; });
  };
  const CoupledLaw::Counters& counters = law.counters(number);
  add(coupled_reg::kAggregateCommitConflictsOffset, counters.commit_conflicts);
  add(coupled_reg::kAggregateMissedUpdatesOffset, counters.missed_updates);
  add(coupled_reg::kAggregateMissedAlignmentsOffset, counters.missed_alignments);
}

}  // namespace docsis_vp::cm
