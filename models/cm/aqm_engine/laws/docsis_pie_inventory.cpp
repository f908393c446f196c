#include "models/aqm/docsis_pie/docsis_pie_params.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kProbability = 32;  // UQ4.28, up to 13.6
constexpr std::uint32_t kAccumulator = 32;  // UQ4.28, up to 8.5
constexpr std::uint32_t kDelay = 32;        // microseconds, saturating
constexpr std::uint32_t kTarget = bits_for(DOCSIS_PIE_LATENCY_TARGET_MAX_US);
constexpr std::uint32_t kBurst = bits_for(DOCSIS_PIE_MAX_BURST_US);
constexpr std::uint32_t kStatus = 2;
constexpr std::uint32_t kBurstReset =
    bits_for(DOCSIS_PIE_BURST_RESET_TIMEOUT_US + DOCSIS_PIE_INTERVAL_US);
constexpr std::uint32_t kError = 37;  // target and twice the trend, times ten
constexpr std::uint32_t kGain = 27;   // A per microsecond, Q48

// Unit of docsis_pie_enqueue().
Block data_path(const queue::LawConfig& law, const InventoryWidths& widths) {
  Block block{"data_path", "judges arriving packets, RFC 8034 sec. A.3"};
  block.add(full_unit(law, widths));

  Block guards{"guards", "when nothing is dropped"};
  guards.add(is_constant(kBurst), "burst allowance is over");
  guards.add(is_constant(kProbability), "p is 0");
  guards.add(adder(widths.depth + 2), "three times the queue");
  guards.add(less(widths.depth + 2), "a third of the buffer");
  if (law.settings.buffer_packets != 0) {
    guards.add(adder(widths.packets() + 2), "three times the packets");
    guards.add(less(widths.packets() + 2), "a third of them");
  }
  add_unlike_less(guards, kDelay + 1, kTarget, "twice the last delay below the target");
  guards.add(less_constant(kProbability), "p below 0.2");
  guards.add(less_constant(widths.depth), "two packets or less");
  block.add(std::move(guards));

  Block derandomizer{"derandomizer", "RFC 8034 sec. 4.4: no drop below 0.85, always one at 8.5"};
  if (kPacketLengthBits <= widths.frame_clocks) {
    derandomizer.add(serial_multiplier(kProbability, kPacketLengthBits), "p times size");
    derandomizer.add(counter(bits_for(kPacketLengthBits)), "bits of the size");
  } else {
    derandomizer.add(multiplier_unit(Pace::kHead, kProbability, kPacketLengthBits, "p times size"));
  }
  derandomizer.add(incrementer(kProbability + 1), "rounded to 1024ths");
  derandomizer.add(less_constant(kProbability + 1), "at most 0.85");
  derandomizer.add(mux(28), "at most 0.85");
  derandomizer.add(and_gates(kAccumulator), "nothing is accumulated while p is 0");
  derandomizer.add(adder(kAccumulator), "accumulated");
  derandomizer.add(2, less_constant(kAccumulator), "0.85, 8.5");
  derandomizer.add(and_gates(kAccumulator), "at most 8.5");
  derandomizer.add(mux(kAccumulator, 3), "as it was, accumulated, or 0");
  derandomizer.add(less(32), "random word against the packet's probability");
  block.add(std::move(derandomizer));

  Block changes{"changes", "of status, burst allowance and generation"};
  changes.add(mux(kStatus + kBurst), "the first drop of an episode");
  changes.add(incrementer(kGeneration), "counts changes");
  changes.add(mux(kGeneration), "as it was, or a change more");
  changes.add(flip_flops(3), "the verdict, and whether there is one");
  changes.add(control(8, 10), "verdicts");
  if (option_of(law, DOCSIS_PIE_ECN) != 0) {
    changes.add(less(kProbability), "mark below MAX_ECNTH");
  }
  block.add(std::move(changes));
  block.add(commit_unit(kProbability + kDelay, kBurst + kStatus));
  return block;
}

// Unit of docsis_pie_update(): serial, about 60 clocks per flow.
Block control_law(const queue::LawConfig& law, const InventoryWidths& widths) {
  const bool tracks = option_of(law, DOCSIS_PIE_PREDICTOR) != DOCSIS_PIE_TOKEN_BUCKET;
  Block block{"control_law", "computes p every 16 ms, RFC 8034 sec. A.4, one flow after the other"};
  block.add(token_delay_unit(Pace::kArrival, true, widths));

  add_docsis_pie_steps(block);

  Block sequencer{"sequencer", "steps of the law, flow by flow"};
  sequencer.add(flip_flops(widths.depth + widths.tokens), "depth and tokens of the flow at hand");
  sequencer.add(control(24, 32), "about 60 clocks, products among them");
  sequencer.add(counter(widths.flow() + 1), "the flow at hand");
  block.add(std::move(sequencer));

  if (tracks) {
    Block tracker{"rate_tracker", "the rate of the CMTS's grants, cablelabs-2014 appendix A"};
    tracker.add(subtractor(32), "bytes granted in an interval");
    tracker.add(equal(32), "whether a request always waited");
    tracker.add(4, adder(32), "times 62.5; average; silence");
    tracker.add(2, less(32), "more than the estimate; stale");
    tracker.add(2, mux(32), "as it was, averaged, or anew");
    tracker.add(reciprocal_unit("time of a byte at that rate, peak and sustained in turn"));
    tracker.add(2, less(32), "limited by peak and sustained rate");
    block.add(std::move(tracker));
  }
  return block;
}

}  // namespace

void add_docsis_pie_steps(area::Block& block) {
  Block step{"step", "the change of p"};
  step.add(subtractor(kDelay + 1), "delay less target");
  step.add(subtractor(kDelay + 1), "delay less the last one");
  step.add(adder(kError), "times ten: eight and two");
  step.add(adder(kError), "both terms");
  step.add(multiplier_unit(Pace::kArrival, kError, kGain, "times A; then p times 0.98"));
  step.add(7, less_constant(kProbability), "which factor: p from 0.000001 to 10");
  step.add(shifter(kError + kGain, 17), "divided by 2048 to 1/32");
  step.add(incrementer(kProbability + 4), "rounded");
  step.add(less_constant(kProbability + 4), "at most 0.02 from 0.1 on");
  step.add(mux(kProbability + 4), "at most 0.02 from 0.1 on");
  step.add(adder(kProbability + 4), "the new p");
  step.add(3, less_constant(kDelay), "delays below 5 ms or above 200 ms");
  step.add(mux(kProbability + 4, 3), "decays, as it is, or 0.02 more");
  step.add(adder(kProbability + 4), "0.02 more");
  step.add(less_constant(kProbability + 4), "at most 13.6");
  step.add(mux(kProbability, 3), "0, the new p, or 13.6");
  step.add(hold(kError + kGain), "between two steps");
  block.add(std::move(step));

  Block episode{"episode", "burst allowance and status"};
  episode.add(2, less(kDelay), "delay and last one below half of the target");
  episode.add(subtractor(kBurst), "an interval less of the allowance");
  episode.add(less_constant(kBurst), "not below 0");
  episode.add(mux(kBurst), "not below 0");
  episode.add(adder(kBurstReset), "quiet for an interval more");
  episode.add(less_constant(kBurstReset), "for a second");
  episode.add(control(4, 6), "active, quiescent, inactive");
  block.add(std::move(episode));
}

LawInventory docsis_pie_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  const bool tracks = option_of(law, DOCSIS_PIE_PREDICTOR) != DOCSIS_PIE_TOKEN_BUCKET;
  const bool ecn = option_of(law, DOCSIS_PIE_ECN) != 0;
  LawInventory inventory;
  inventory.data_path = data_path(law, widths);
  inventory.control_law = control_law(law, widths);
  inventory.shared_bits = kProbability + kDelay + kBurst + kStatus + kGeneration;
  inventory.state_bits = inventory.shared_bits + kAccumulator;
  inventory.law_state_bits = kBurstReset + (tracks ? 3 * 32 + 24 : 0);
  inventory.settings_bits = kTarget + limit_bits(law, widths) + (ecn ? kProbability : 0);
  inventory.law_settings_bits = 2 * kByteTimeBits + (tracks ? 2 * 32 + 24 : 0);
  inventory.marked_bits = option_of(law, DOCSIS_PIE_EXCLUDE_CE) != 0 ? widths.depth : 0;
  add_measure(inventory.control_law, inventory.marked_bits);
  inventory.draws = true;
  return inventory;
}

}  // namespace docsis_vp::cm
