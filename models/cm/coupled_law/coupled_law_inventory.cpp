#include "models/cm/coupled_law/coupled_law_inventory.h"

#include <algorithm>
#include <utility>

#include "models/aqm/docsis_pie/docsis_pie_params.h"
#include "models/aqm/dual_queue/dual_queue.h"
#include "models/cm/aggregate_queue/aggregate_queue.h"
#include "models/cm/aqm_engine/laws/law_inventory.h"
#include "models/cm/aqm_engine/laws/law_units.h"
#include "models/cm/managed_queue/managed_queue_inventory.h"

namespace docsis_vp::cm {

namespace {

using namespace area;

// Formats of models/aqm/dual_queue.
constexpr std::uint32_t kNs = 64;          // times and delays, nanoseconds
constexpr std::uint32_t kCoupledOne = 33;  // probability in units of 2^-32, 1 included
constexpr std::uint32_t kRate = bits_for(DUAL_QUEUE_RATE_MAX);
constexpr std::uint32_t kByteNs = bits_for(AQM_BYTE_NS);
constexpr std::uint32_t kRatioFraction = 32;
constexpr std::uint32_t kScaledCount = bits_for(AQM_COUNT_MAX);
constexpr std::uint32_t kAverageQ16 = 48;  // averages of the alignment
constexpr std::uint32_t kEwma = bits_for(VIRTUAL_QUEUE_LG_EWMA_MAX);
constexpr std::uint32_t kIntervalBytes = 32;
constexpr std::uint32_t kRampNs = 32;  // of the ramp, nanoseconds
constexpr std::uint32_t kExponent = bits_for(IMMEDIATE_AQM_LG_RANGE_MAX);
constexpr std::uint32_t kCriticalNs = bits_for(UINT64_C(1000) * QUEUE_PROTECTION_THRESHOLD_MAX_US);
constexpr std::uint32_t kScore = bits_for(QUEUE_PROTECTION_SCORE_MAX_NS);
constexpr std::uint32_t kScoreShifts =
    QUEUE_PROTECTION_LG_AGING_MAX + 2 + QUEUE_PROTECTION_LG_TICK_MAX + 1;
constexpr std::uint32_t kBucketBits = 8 * sizeof(queue_protection_bucket);
constexpr std::uint32_t kCoupledBurst = bits_for(DOCSIS_PIE_MAX_BURST_US);
constexpr std::uint32_t kPieDropProb = 32;  // p of Classic, UQ4.28
constexpr std::uint32_t kCoupledWord = 32;
constexpr std::uint32_t kLawCounters = 2 * sizeof(dual_queue_counters) / sizeof(std::uint32_t);
constexpr std::uint32_t kCommitWordsOfAggregate = 6;  // coupled_law.rdl, those that are kept
constexpr std::uint32_t kIncidents = 3;               // the same: conflicts, missed
// Products of a low-latency arrival in series, two bits a clock: four of the conversion, p times
// size, and of queue protection the increment and delay times score.
constexpr std::uint32_t kArrivalProductClocks = 6 * kPacketLengthBits / 2 + kScore / 2;

// Sums up the aggregates of a modem.
struct CoupledUse {
  unsigned aggregates = 0;
  unsigned apart = 0;         // of them, with the periodic parts in firmware
  unsigned is_protected = 0;  // of them, with queue protection
  bool is_virtual = false;    // an estimate "V"
  std::uint32_t counts = 1;   // of marking, most of one aggregate
  bool drops_at_classic_probability = false;
  queue::LawConfig classic;

  unsigned in_gates() const { return aggregates - apart; }
};

void add_use(CoupledUse& use, const queue::DualQueueConfig& config) {
  const dual_queue_config& law = config.law;
  const bool ect0 = law.ect0_in_ll != DUAL_QUEUE_ECT0_AS_ECT1;
  const bool overload = law.overload_drops != 0;
  const bool ect1 = law.ect1_in_classic != 0 && law.ect1_in_classic != DUAL_QUEUE_ABSENT;
  ++use.aggregates;
  use.apart += config.law_apart ? 1 : 0;
  use.is_protected += law.protect != 0 ? 1 : 0;
  use.is_virtual =
      use.is_virtual || (law.estimate == DUAL_QUEUE_DELAY_V &&
                         immediate_aqm_max_rate(law.amsr_bits_per_s, law.msr_l_bits_per_s) != 0);
  use.counts =
      std::max(use.counts, 1U + (ect0 ? 1U : 0U) + (overload ? 1U : 0U) + (ect1 ? 1U : 0U));
  use.drops_at_classic_probability = use.drops_at_classic_probability || ect0 || overload;
  use.classic.settings.buffer_bytes =
      std::max(use.classic.settings.buffer_bytes, law.classic_buffer_bytes);
  use.classic.settings.buffer_packets =
      std::max(use.classic.settings.buffer_packets, law.classic_buffer_packets);
}

std::uint32_t ratio_bits(std::uint32_t whole, std::uint32_t divisor) {
  return whole + kByteNs + divisor + kRatioFraction;
}

// aqm_scaled(): the products come one after the other.
Block scaled_unit(Pace pace, std::uint32_t count, const std::string& reason) {
  const std::uint32_t product = count + kByteNs;
  Block block{"scaled", reason};
  block.add(multiplier_unit(pace, kRate, count,
                            "count times fraction, rest and whole; estimate times divisor"));
  block.add(mux(kRate, 4), "the factors");
  block.add(2, hold(product), "estimate, and what it leaves");
  block.add(subtractor(product), "what the estimate leaves");
  add_unlike_less(block, product, kRate, "one more");
  block.add(adder(product), "whole and estimate");
  block.add(incrementer(product), "one more");
  return block;
}

Block estimate_unit(Pace pace) {
  Block block{"virtual_queue", "estimate V: what has not drained at MAX_RATE"};
  block.add(scaled_unit(pace, kPacketLengthBits, "nanoseconds of the packet's bytes"));
  block.add(subtractor(kNs), "time since the last arrival");
  block.add(2, subtractor(kNs), "less what drained; less a packet that does not stay");
  block.add(2, and_gates(kNs), "not below 0");
  block.add(adder(kNs), "with the packet");
  block.add(less(kNs), "shorter than the alignment asks for");
  block.add(mux(kNs, 4), "drained, with the packet, without it, lifted");
  return block;
}

Block marking_unit(const CoupledUse& use, Pace pace) {
  Block block{"marking", "the ramp, the coupled probability and the counts, RFC 9332"};
  add_unlike_less(block, kNs, kRampNs, "at or below MINTH");
  add_unlike_less(block, kNs, kRampNs, "at or above MAXTH");
  block.add(subtractor(kRampNs), "above MINTH");
  block.add(shifter(kRampNs, kRampNs), "by the length of the ramp");
  block.add(mux(kCoupledOne, 3), "0, the ramp, or 1");
  block.add(less(kCoupledOne), "the ramp or p_CL, the greater");
  block.add(mux(kCoupledOne), "the ramp or p_CL, the greater");
  if (use.drops_at_classic_probability) {
    block.add(multiplier_unit(pace, kPieDropProb, kPacketLengthBits, "p times size"));
    block.add(less_constant(kPieDropProb + kPacketLengthBits), "at most 0.85");
    block.add(mux(kCoupledOne), "at most 0.85");
  }
  if (use.counts > 1) {
    block.add(mux(kCoupledOne, use.counts), "which count");
    block.add(mux(kCoupledOne), "which probability");
  }
  block.add(adder(kCoupledOne), "the count");
  block.add(is_constant(kCoupledOne), "more than 1");
  block.add(mux(kCoupledOne, 3), "as it is, less 1, or 0");
  return block;
}

Block low_latency_path(const CoupledUse& use, Pace pace, const InventoryWidths& widths) {
  Block block{"low_latency", "judges packets that arrive at the low-latency queue"};
  if (use.is_virtual) {
    block.add(estimate_unit(pace));
  }
  block.add(marking_unit(use, pace));
  Block room{"room", "of the buffer less one frame"};
  if (use.is_virtual) {
    room.add(less(kNs), "the virtual queue");
  }
  add_unlike_sum(room, widths.depth, kPacketLengthBits, "bytes with the packet");
  room.add(less(widths.depth + 1), "bytes");
  block.add(std::move(room));
  block.add(adder(kIntervalBytes), "bytes of the interval");
  block.add(is_constant(kIntervalBytes), "saturates");
  block.add(control(8, 12), "estimate, mark, protect, drop, admit");
  return block;
}

// RFC 9957: a bucket a clock.
Block protection_unit(const CoupledUse& use, Pace pace) {
  const std::uint32_t increment = kCoupledOne + kPacketLengthBits;
  Block block{"queue_protection", "RFC 9957: scores flows and redirects those that build a queue"};
  block.add_state("buckets", std::uint64_t{use.is_protected} * (QUEUE_PROTECTION_NBUCKETS + 1),
                  kBucketBits, "identity and expiry; the last of each aggregate is the dregs");
  Block hash{"hash", "of addresses, ports or SPI, and protocol"};
  hash.add(hash_round_unit());
  hash.add(mux(3 * kCoupledWord, 4), "which words of the key");
  hash.add(hold(kCoupledWord), "salt");
  hash.add(control(6, 6), "rounds");
  block.add(std::move(hash));
  Block pick{"pick", "the flow's bucket, or one that it takes over"};
  pick.add(shifter(kNs, QUEUE_PROTECTION_LG_TICK_MAX + 1), "ticks");
  pick.add(equal(64), "the flow's own");
  pick.add(less(kNs), "expired");
  pick.add(mux(kNs), "expired: now");
  pick.add(mux(QUEUE_PROTECTION_BI_SIZE), "which bits of the hash");
  pick.add(hold(QUEUE_PROTECTION_BI_SIZE + 1), "the bucket to take");
  block.add(std::move(pick));
  Block fill{"fill", "adds the packet's score"};
  fill.add(multiplier_unit(pace, kCoupledOne, kPacketLengthBits, "probNative times size"));
  fill.add(shifter(increment, kScoreShifts), "by LG_AGING, in ticks");
  fill.add(subtractor(kNs), "the score that is left");
  add_unlike_sum(fill, increment, kScore, "and the packet's");
  add_unlike_less(fill, increment + 1, kScore, "at most qLSCORE_MAX");
  fill.add(mux(kScore), "at most qLSCORE_MAX");
  add_unlike_sum(fill, kNs, kScore, "when it expires");
  block.add(std::move(fill));
  Block sanction{"sanction", "whether the packet goes to Classic"};
  add_unlike_less(sanction, kNs, kCriticalNs, "longer than CRITICALqL");
  sanction.add(multiplier_unit(pace, kNs, kScore, "delay times score"));
  add_unlike_less(sanction, kNs + kScore, 2 * kCriticalNs, "more than CRITICALqLPRODUCT");
  block.add(std::move(sanction));
  block.add(control(8, 10), "hash, first, second, take, fill, judge");
  return block;
}

// x enters an average by a part of its distance.
void add_average(Block& block, const std::string& of) {
  block.add(subtractor(kAverageQ16 + 1), of + " less the average");
  block.add(shifter(kAverageQ16 + 1, VIRTUAL_QUEUE_LG_EWMA_MAX + 1), "a part of that");
  block.add(adder(kAverageQ16), "the average");
}

// Stays in gates, as each MAP has a sample.
Block loop_delay_unit(const CoupledUse& use, unsigned channels) {
  constexpr std::uint32_t kGrants = 8;  // of a MAP; an engineering choice
  constexpr std::uint32_t kStarts = kCoupledWord + kGrants;
  Block block{"loop_delay", "AllocStart - AckTime, averaged over MAPs"};
  block.add_state("sums", std::uint64_t{use.aggregates} * channels, kStarts + kGrants,
                  "starts and grants of the MAP that is being read");
  block.add(adder(kStarts), "starts");
  block.add(incrementer(kGrants), "grants");
  block.add(divider_unit(kStarts, kGrants, "their mean"));
  block.add(subtractor(kCoupledWord), "less the time of the acknowledgement");
  block.add(and_gates(kCoupledWord), "not below 0");
  add_average(block, "the sample");
  block.add(mux(kAverageQ16), "the first sample");
  block.add(control(5, 6), "grant, MAP ends, divide, average");
  return block;
}

// coupling_classic_rate(), coupling_classic_delay_us()
Block classic_delay_unit(const InventoryWidths& widths) {
  constexpr std::uint32_t kByteUs = bits_for(8'000'000);
  const std::uint32_t dividend = widths.depth + kByteUs;
  Block block{"classic_delay", "the rate that is left for Classic, and its delay at that rate"};
  block.add(2, adder(kRate), "bytes of the interval times 500: 512 less 8 less 4");
  block.add(3, less(kRate), "MSR of low latency, what arrived, MSR of Classic");
  block.add(3, mux(kRate), "the lower rate");
  block.add(subtractor(kRate), "what low latency leaves");
  block.add(4, adder(dividend), "bytes times 8 000 000: 2^9 x (2^14 - 2^9 - 2^8 + 2^3 + 1)");
  block.add(divider_unit(dividend, kRate, "by the rate"));
  block.add(is_constant(kRate), "no rate");
  block.add(is_constant(dividend > kCoupledWord ? dividend - kCoupledWord : 1), "saturates");
  block.add(2, and_gates(kCoupledWord), "0 without a rate, or saturated");
  return block;
}

// coupling_prob_q32()
Block square_root_unit() {
  constexpr std::uint32_t kFactor = 16;    // tenths, squared
  constexpr std::uint32_t kRadicand = 64;  // below 2^64: a root of 32 bits
  constexpr std::uint32_t kHundred = 7;
  Block block{"coupling", "p_CL = k sqrt(p), a digit a clock"};
  block.add(multiplier_unit(Pace::kArrival, kPieDropProb, kFactor, "p times the square of k"));
  block.add(less_constant(kPieDropProb + kFactor), "1 or more");
  block.add(divider_unit(kRadicand + kHundred, kHundred, "by 100"));
  block.add(hold(kRadicand), "digits that are left");
  block.add(hold(kCoupledWord), "the root so far");
  block.add(subtractor(kCoupledWord + 2), "whether the digit is 1");
  block.add(mux(kCoupledWord + 2), "what the digit leaves");
  block.add(counter(bits_for(kCoupledWord)), "digits");
  block.add(is_constant(kCoupledBurst), "burst allowance is over");
  block.add(mux(kCoupledOne, 3), "0, the root, or 1");
  return block;
}

Block alignment_unit() {
  Block block{"alignment", "the least delay of the virtual queue, every VQ_INTERVAL"};
  add_average(block, "bytes in the queue");
  block.add(adder(kCoupledWord + 1), "loop delay and its offset");
  block.add(2, is_constant(kCoupledWord), "counts saturate");
  block.add(2, and_gates(kScaledCount), "counts saturate");
  block.add(scaled_unit(Pace::kArrival, kScaledCount,
                        "bytes of the loop delay; nanoseconds of what is more"));
  block.add(mux(ratio_bits(kByteNs, kRate)), "which ratio");
  block.add(adder(kRate), "bytes of proactive grants");
  block.add(subtractor(kRate), "bytes that neither explains");
  block.add(and_gates(kNs), "0 if there are none, or no loop delay");
  block.add(control(6, 8), "average, allowed, more, nanoseconds");
  return block;
}

Block periodic_parts(const CoupledUse& use, const InventoryWidths& widths) {
  Block block{"control_law", "the update every 16 ms and the alignment, one after the other"};
  block.add(classic_delay_unit(widths));
  add_docsis_pie_steps(block);
  block.add(square_root_unit());
  if (use.is_virtual) {
    block.add(alignment_unit());
  }
  Block sequencer{"sequencer", "steps of the law, aggregate by aggregate"};
  sequencer.add(flip_flops(widths.depth + kIntervalBytes), "bytes of the aggregate at hand");
  sequencer.add(control(24, 32), "rate, delay, step, root");
  sequencer.add(counter(bits_for(use.in_gates())), "the aggregate at hand");
  block.add(std::move(sequencer));
  return block;
}

Block firmware_registers(const CoupledUse& use, const LawInventory& pie,
                         const InventoryWidths& widths) {
  Block block{"firmware_door", "snapshots of update and alignment, and commits"};
  block.add(Memory{"snapshots", use.apart,
                   pie.shared_bits + 2 * widths.depth + kIntervalBytes + kCoupledWord + 1, 2, 1,
                   "state of DOCSIS-PIE, bytes of both queues and of the interval, loop delay"});
  block.add(Memory{"incidents", use.apart, kIncidents * kCoupledWord, 1, 1,
                   "commits not taken, missed updates and alignments"});
  block.add(incrementer(kCoupledWord), "one more of them");
  Block registers{"registers", "what firmware writes"};
  registers.add(Memory{"commits", use.apart, kCommitWordsOfAggregate * kCoupledWord, 2, 1,
                       "words to commit"});
  registers.add(reset_register(2), "enable");
  block.add(std::move(registers));
  block.add(counter(bits_for(use.apart)), "the aggregate that is latched");
  block.add(mux(kCoupledWord, 32), "words that firmware reads");
  block.add(flip_flops(2 * use.apart), "updates and alignments pending");
  block.add(control(6, 10), "latch, read, commit");
  return block;
}

// Keys that firmware reads, where the law runs there.
constexpr std::uint32_t kKeysOfFirmware =
    3 * kRate + 2 * bits_for(UINT8_MAX) + 32 + bits_for(1U << 30) * 3 + kEwma + bits_for(16);
// Rates, the weight's part of them, k squared, loop ratio, proactive bytes, offset.
constexpr std::uint32_t kKeysOfGates =
    4 * kRate + 16 + (8 + kByteNs + kByteNs + kRatioFraction) + 32 + bits_for(1U << 30);

std::uint32_t data_path_settings(const CoupledUse& use, const LawInventory& pie,
                                 const InventoryWidths& widths) {
  constexpr std::uint32_t kRemark = 2 + 6 + 2;  // DSCP and ECN, each if given
  constexpr std::uint32_t kProtection =
      kCriticalNs + 2 * kCriticalNs + kScore + bits_for(kScoreShifts) + kExponent + kRemark;
  return pie.settings_bits + ratio_bits(kByteNs, kRate) + widths.depth + 2 * kRampNs + kExponent +
         (use.is_virtual ? kNs + kEwma : 0) + (use.is_protected != 0 ? kProtection : 0);
}

void add_memories(Block& block, const CoupledUse& use, const LawInventory& pie,
                  const InventoryWidths& widths) {
  const std::uint32_t virtual_bits = use.is_virtual ? 2 * kNs + kAverageQ16 + 1 : 0;
  block.add_state("state", use.aggregates,
                  pie.state_bits + virtual_bits + (1 + use.counts) * kCoupledOne + kIntervalBytes,
                  "DOCSIS-PIE, virtual queue, p_CL, counts of marking, bytes of the interval");
  block.add_state("law_state", use.in_gates(),
                  pie.law_state_bits + (use.is_virtual ? kAverageQ16 : 0),
                  "that the periodic parts alone keep");
  block.add(Memory{"settings", use.aggregates, data_path_settings(use, pie, widths), 1, 1,
                   "of each aggregate"});
  block.add(Memory{"law_settings", use.in_gates(), kKeysOfGates, 1, 1, "of the periodic parts"});
  block.add(Memory{"firmware_settings", use.apart, kKeysOfFirmware, 1, 1, "that firmware reads"});
  block.add(Memory{"congestion_counts", std::uint64_t{use.aggregates} * kLawCounters, kCoupledWord,
                   1, 1, "dual_queue_counters of both queues"});
  block.add(incrementer(kCoupledWord), "one more of a count");
}

}  // namespace

Block coupled_law_inventory(
    const std::vector<std::shared_ptr<const AggregateQueueConfig>>& aggregates, unsigned channels,
    const InventoryWidths& widths) {
  CoupledUse use;
  use.classic.algorithm = "docsis_pie";
  for (const auto& aggregate : aggregates) {
    add_use(use, aggregate->queue);
  }
  Block block{"coupled_law", "the law of " + std::to_string(use.aggregates) + " aggregates"};
  if (use.aggregates == 0) {
    return block;
  }
  LawInventory pie = law_inventory(use.classic, widths);
  const Pace pace = pace_at_arrival(widths, kArrivalProductClocks);
  pie.data_path.name = "classic";
  block.add(std::move(pie.data_path));
  block.add(low_latency_path(use, pace, widths));
  if (use.is_protected != 0) {
    block.add(protection_unit(use, pace));
  }
  if (use.is_virtual) {
    block.add(loop_delay_unit(use, channels));
  }
  if (use.in_gates() != 0) {
    block.add(periodic_parts(use, widths));
  }
  if (use.apart != 0) {
    block.add(firmware_registers(use, pie, widths));
  }
  add_memories(block, use, pie, widths);
  Block time{"time", "nanoseconds, and ticks of update and alignment"};
  time.add(counter(kNs - 2), "clocks of four nanoseconds");
  time.add(2, counter(20), "microseconds of 16 ms and of VQ_INTERVAL");
  time.add(2, is_constant(20), "a tick");
  block.add(std::move(time));
  Block random{"random", "32 bits for a decision, a bit a clock"};
  random.add(lfsr(32), "random word");
  block.add(std::move(random));
  return block;
}

}  // namespace docsis_vp::cm
