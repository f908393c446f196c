#include "models/aqm/pie/pie_params.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

constexpr std::uint32_t kPieProbability = 29;  // UQ1.28, up to 1
constexpr std::uint32_t kPieAccumulator = 32;  // UQ4.28, up to 8.5
constexpr std::uint32_t kPieDelay = bits_for(PIE_DELAY_MAX_US);
constexpr std::uint32_t kPieStatus = 5;
constexpr std::uint32_t kMeasured = 32;
constexpr std::uint32_t kWeight = 35;  // alpha and beta per microsecond, Q48
constexpr std::uint32_t kSum = kWeight + kPieDelay + 2;
constexpr std::uint32_t kQuiet = 21;  // a second and an interval

struct Variant {
  explicit Variant(const queue::LawConfig& law)
      : by_rate(option_of(law, PIE_ESTIMATOR) == PIE_BY_DEPARTURE_RATE),
        by_timestamp(option_of(law, PIE_ESTIMATOR) == PIE_BY_TIMESTAMP),
        threshold_bytes(option_of(law, PIE_DQ_THRESHOLD)),
        byte_mode(option_of(law, PIE_BYTE_MODE) != 0),
        derandomize(option_of(law, PIE_DERANDOMIZE) != 0),
        step_cap(option_of(law, PIE_STEP_CAP) != 0),
        active_at_third(option_of(law, PIE_ACTIVE_AT_THIRD) != 0),
        limits_packets(law.settings.buffer_packets != 0),
        ecn(option_of(law, PIE_ECN) != 0),
        draft(law.algorithm == "pie_draft"),
        linux_flavour(law.algorithm == "pie_linux"),
        linux_2014(law.algorithm == "pie_linux_2014") {}
  bool of_linux() const { return linux_flavour || linux_2014; }
  // RFC 8033 averages the times of a threshold of bytes; the variants average rates.
  bool meters_rates() const { return draft || of_linux(); }
  bool by_token_bucket() const { return !by_rate && !by_timestamp; }

  bool by_rate;
  bool by_timestamp;
  std::uint32_t threshold_bytes;
  bool byte_mode;
  bool derandomize;
  bool step_cap;
  bool active_at_third;
  bool limits_packets;
  bool ecn;
  bool draft;
  bool linux_flavour;
  bool linux_2014;
};

Block drop_engine(const Variant& variant, const InventoryWidths& widths) {
  Block block{"drop_early", "RFC 8033 sec. 4.1"};
  block.add(incrementer(kPieDelay), "half of the target, rounded up");
  block.add(less(kPieDelay), "last delay below half of the target");
  block.add(less_constant(kPieProbability), "p below 0.2");
  block.add(less(widths.depth), "few packets or less");
  block.add(is_constant(kPieDelay), "burst allowance is over");
  block.add(less(33), "random word against p");
  if (variant.byte_mode) {
    block.add(multiplier_unit(pace_at_arrival(widths, 2 * 16), 32, kPieProbability,
                              "p times size, times 1 / MEAN_PKTSIZE"));
    block.add(less_constant(32), "at most 1");
    block.add(mux(kPieProbability), "at most 1");
  }
  if (variant.derandomize) {
    block.add(adder(kPieAccumulator), "RFC 8033 sec. 5.4: accumulated");
    block.add(2, less_constant(kPieAccumulator), "0.85, 8.5");
    block.add(mux(kPieAccumulator, 3), "as it was, accumulated, or 0");
  }
  if (variant.active_at_third) {
    block.add(adder(widths.depth + 2), "three times the queue");
    block.add(less(widths.depth + 2), "a third of the buffer");
    if (variant.limits_packets) {
      block.add(adder(widths.packets() + 2), "three times the packets");
      block.add(less(widths.packets() + 2), "a third of them");
    }
  }
  if (variant.ecn) {
    block.add(less(kPieProbability), "mark below MAX_ECNTH");
  }
  return block;
}

Block data_path(const queue::LawConfig& law, const Variant& variant,
                const InventoryWidths& widths) {
  Block block{"data_path", "judges arriving packets and measures those that leave, RFC 8033"};
  block.add(full_unit(law, widths));
  block.add(drop_engine(variant, widths));
  Block changes{"changes", "of status, burst allowance and generation"};
  changes.add(mux(kPieStatus + kPieDelay), "status and allowance");
  changes.add(equal(kPieStatus + kPieDelay), "whether they change");
  changes.add(incrementer(kGeneration), "counts changes");
  changes.add(control(8, 10), "restart, burst, verdicts, waking up");
  if (variant.linux_flavour) {
    changes.add(subtractor(kTimeBits), "time since the last departure");
  }
  if (variant.of_linux()) {
    changes.add(subtractor(kPieDelay), "less of the allowance");
  }
  block.add(std::move(changes));
  block.add(commit_unit(kPieProbability + kPieDelay, kPieDelay + kPieStatus));
  if (variant.by_rate) {
    block.add(meter_unit(variant.meters_rates(), variant.threshold_bytes, widths));
  } else if (variant.by_timestamp) {
    Block sojourn{"sojourn", "the time that the last packet waited"};
    sojourn.add(subtractor(kTimeBits), "since it was accepted");
    sojourn.add(mux(kTimeBits), "0 where that lies ahead, or the queue is empty");
    block.add(std::move(sojourn));
  }
  return block;
}

Block queue_delay(const Variant& variant, const InventoryWidths& widths) {
  Block block{"queue_delay",
              "by Little's law on the measured rate, by the token bucket, or the last sojourn"};
  block.add(less_constant(32), "saturates");
  block.add(mux(kPieDelay, 3), "0, the delay, or the most");
  if (variant.by_timestamp) {
    return block;
  }
  if (variant.by_token_bucket()) {
    block.add(token_delay_unit(Pace::kArrival, true, widths));
  } else if (variant.meters_rates()) {
    block.add(reciprocal_unit("time of a byte at the measured rate"));
    block.add(token_delay_unit(Pace::kArrival, false, widths));
  } else {
    block.add(multiplier_unit(Pace::kArrival, 32, widths.depth, "bytes times the measured time"));
    block.add(
        divider_unit(32 + widths.depth, bits_for(variant.threshold_bytes), "by the threshold"));
  }
  return block;
}

Block control_law(const Variant& variant, const InventoryWidths& widths) {
  Block block{"control_law",
              "computes p every interval, RFC 8033 sec. 4.2, one queue after the "
              "other"};
  block.add(queue_delay(variant, widths));
  Block step{"step", "the change of p"};
  step.add(subtractor(kPieDelay + 1), "delay less target");
  step.add(subtractor(kPieDelay + 1), "delay less the last one");
  step.add(multiplier_unit(Pace::kArrival, kWeight, kPieDelay + 1,
                           "times alpha; times beta; then p times 0.98"));
  step.add(adder(kSum), "both terms");
  step.add(variant.linux_2014 ? 2
           : variant.draft    ? 4
                              : 6,
           less_constant(kPieProbability), "which factor");
  step.add(shifter(kSum, 13), "divided by up to 2048");
  step.add(incrementer(kPieProbability + 4), "rounded");
  if (variant.step_cap) {
    step.add(less_constant(kPieProbability + 4), "at most 0.02 from 0.1 on");
    step.add(mux(kPieProbability + 4), "at most 0.02 from 0.1 on");
  }
  step.add(adder(kPieProbability + 4), "the new p");
  if (variant.draft || variant.of_linux()) {
    step.add(less_constant(kPieDelay), "a high delay");
    step.add(adder(kPieProbability + 4), "0.02 more");
  }
  step.add(mux(kPieProbability, 4), "0, the new p, less 2 %, or 1");
  step.add(hold(kSum), "between two steps");
  block.add(std::move(step));

  Block episode{"episode", "burst allowance and status"};
  episode.add(2, less(kPieDelay), "delay and last one below half of the target");
  episode.add(2, is_constant(kPieDelay), "no delay at all");
  if (!variant.of_linux()) {
    episode.add(subtractor(kPieDelay), "an interval less of the allowance");
    episode.add(less(kPieDelay), "not below 0");
    episode.add(mux(kPieDelay), "not below 0");
  }
  if (variant.draft) {
    episode.add(adder(kQuiet), "quiet for an interval more");
    episode.add(less_constant(kQuiet), "for a second");
  }
  episode.add(control(6, 8), "busy, quiet, resting, restart");
  block.add(std::move(episode));

  Block sequencer{"sequencer", "steps of the law, queue by queue"};
  sequencer.add(flip_flops(widths.depth), "depth of the queue at hand");
  sequencer.add(control(20, 28), "steps, products among them");
  sequencer.add(counter(16), "the queue at hand");
  block.add(std::move(sequencer));
  return block;
}

}  // namespace

LawInventory pie_inventory(const queue::LawConfig& law, const InventoryWidths& widths) {
  const Variant variant(law);
  LawInventory inventory;
  inventory.data_path = data_path(law, variant, widths);
  inventory.control_law = control_law(variant, widths);
  inventory.shared_bits = kPieProbability + 2 * kPieDelay + kPieStatus + kGeneration +
                          (variant.by_token_bucket() ? 0 : kMeasured);
  inventory.state_bits = inventory.shared_bits + (variant.derandomize ? kPieAccumulator : 0) +
                         (variant.by_rate ? meter_state_bits(variant.threshold_bytes) : 0) +
                         (variant.linux_flavour ? 1 + kTimeBits : 0);
  inventory.law_state_bits = variant.draft ? kQuiet : 0;
  inventory.settings_bits =
      kPieDelay + limit_bits(law, widths) + (variant.ecn ? kPieProbability : 0);
  inventory.law_settings_bits =
      2 * kWeight + kPieDelay + (variant.by_token_bucket() ? 2 * kByteTimeBits : 0);
  if (option_of(law, PIE_EXCLUDE_CE) != 0) {
    inventory.marked_bits = widths.depth;
    add_measure(inventory.data_path, widths.depth);
    if (variant.by_timestamp) {
      inventory.data_path.add(equal(kEcnBits), "whether what leaves carries CE");
    } else {
      add_measure(inventory.control_law, widths.depth);
    }
  }
  inventory.draws = true;
  inventory.stamps = variant.by_timestamp;
  return inventory;
}

}  // namespace docsis_vp::cm
