#include "models/cm/shaper/shaper_inventory.h"

#include <algorithm>
#include <utility>

namespace docsis_vp::cm {

namespace {

using namespace area;

// Bits of the whole bytes that a rate adds per update.
std::uint32_t whole_bits(std::uint64_t rate_bps, std::uint64_t clock_hz) {
  return bits_for(rate_bps / 8 * kShaperPeriod / clock_hz);
}

}  // namespace

Block bucket_unit(const std::string& name, const BucketWidths& widths) {
  const std::uint32_t whole = widths.whole;
  const std::uint32_t remainder = widths.remainder;
  Block block{name, "a bucket brought up to date"};
  block.add(subtractor(whole), "less what is released");
  block.add(widths.constant_cap ? less_constant(whole) : less(whole), "full");
  block.add(widths.constant_cap ? and_gates(whole) : mux(whole), "what it holds, at most full");
  block.add(widths.constant_cap ? and_gates(whole) : mux(whole), "full, and nothing waits");
  block.add(and_gates(remainder), "no remainder if full");
  block.add(adder(remainder), "remainder of a turn");
  block.add(add_constant(remainder + 1), "less a byte");
  block.add(mux(remainder), "whether it fits");
  block.add(widths.adds == 0 ? incrementer(whole) : adder(whole), "whole bytes of a turn");
  block.add(is_constant(whole), "saturates");
  block.add(and_gates(whole), "no rate");
  return block;
}

Block release_unit(std::uint32_t depth, std::uint32_t peak) {
  Block block{"release", "how many bytes become eligible: the least of backlog and both buckets"};
  block.add(less(depth), "backlog or sustained tokens, the fewer");
  block.add(mux(depth), "backlog or sustained tokens, the fewer");
  add_unlike_less(block, depth, peak, "or peak tokens");
  block.add(mux(peak), "or peak tokens");
  block.add(and_gates(depth - peak), "or peak tokens: the bits above");
  block.add(subtractor(depth), "unreleased bytes, less what is released");
  block.add(adder(depth), "eligible bytes, what is released more");
  block.add(is_constant(depth), "nothing waits");
  add_unlike_sum(block, depth, kPacketLengthBits, "a packet more");
  block.add(subtractor(depth), "less what is sent");
  add_unlike_difference(block, depth + 1, kPacketLengthBits, "less what is dropped");
  block.add(adder(depth), "eligibility that a drop loses");
  block.add(2, mux(depth, 3), "as released, sent or written, dropped");
  return block;
}

Block shaper_inventory(const std::vector<ShaperConfig>& flows, std::uint64_t clock_hz,
                       const InventoryWidths& widths) {
  std::uint32_t rate = 0;
  std::uint32_t peak_rate = 0;
  bool limited = false;
  for (const ShaperConfig& flow : flows) {
    limited = limited || flow.max_sustained_rate_bps != 0 || flow.peak_rate_bps != 0;
    rate = std::max(rate, whole_bits(flow.max_sustained_rate_bps, clock_hz));
    peak_rate = std::max(peak_rate, whole_bits(flow.peak_rate_bps, clock_hz));
  }
  const std::uint32_t remainder = bits_for(8 * clock_hz / kShaperPeriod - 1);
  const std::uint32_t sustained = widths.tokens + 1;
  const std::uint32_t peak = bits_for(kPeakBucketBytes) + 1;

  Block block{"shaper", "dual token bucket per service flow, RFC 8034 sec. 3"};
  if (limited) {
    Block buckets{"buckets", "both buckets of the flow whose turn it is, a flow a clock"};
    buckets.add_state("levels", widths.flows, sustained + peak + 2 * remainder,
                      "tokens of both buckets");
    buckets.add(Memory{"rates", widths.flows, rate + peak_rate + 2 * remainder + widths.tokens, 1,
                       1, "what a turn adds to each bucket, and the size of the larger"});
    buckets.add(bucket_unit("sustained", {sustained, remainder, rate, false}));
    buckets.add(bucket_unit("peak", {peak, remainder, peak_rate, true}));
    buckets.add(counter(bits_for(kShaperPeriod - 1)), "whose turn it is");
    block.add(std::move(buckets));
  }
  Block release = release_unit(widths.depth, std::min(peak, widths.depth));
  release.add_state("backlogs", widths.flows, 2 * widths.depth, "unreleased and eligible bytes");
  release.add(control(6, 8), "write, release, take, drop");
  block.add(std::move(release));
  block.add(counters_inventory(widths.flows, "of released bytes"));
  return block;
}

}  // namespace docsis_vp::cm
