#include "models/cm/shaper/shaper_inventory.h"

#include <algorithm>

namespace docsis_vp::cm {

namespace {

using namespace area;

// Whole bytes that a rate adds in a period.
std::uint32_t increment_bits(std::uint64_t rate_bps, std::uint64_t clock_hz) {
  return bits_for(rate_bps / 8 * kShaperPeriod / clock_hz) + kTokenFractionBits;
}

}  // namespace

Block shaper_inventory(const std::vector<ShaperConfig>& flows, std::uint64_t clock_hz,
                       const InventoryWidths& widths) {
  std::uint32_t rate = 0;
  std::uint32_t peak_rate = 0;
  bool limited = false;
  for (const ShaperConfig& flow : flows) {
    limited = limited || flow.max_sustained_rate_bps != 0 || flow.peak_rate_bps != 0;
    rate = std::max(rate, increment_bits(flow.max_sustained_rate_bps, clock_hz));
    peak_rate = std::max(peak_rate, increment_bits(flow.peak_rate_bps, clock_hz));
  }
  const std::uint32_t sustained = widths.tokens + kTokenFractionBits;
  const std::uint32_t peak = bits_for(kPeakBucketBytes) + kTokenFractionBits;

  Block block{"shaper", "dual token bucket per service flow, RFC 8034 sec. 3"};
  if (limited) {
    Block buckets{"buckets", "both buckets of the flow whose turn it is, a flow a clock"};
    buckets.add_state("levels", widths.flows, sustained + peak, "tokens of both buckets");
    buckets.add(Memory{"rates", widths.flows, rate + peak_rate + widths.tokens, 1, 1,
                       "what a period adds to each bucket, and the size of the larger"});
    buckets.add(adder(sustained), "tokens of a period, sustained rate");
    buckets.add(adder(peak), "tokens of a period, peak rate");
    buckets.add(less(sustained), "full, sustained");
    buckets.add(mux(sustained), "full, sustained");
    buckets.add(less_constant(peak), "full, peak: 1522 bytes");
    buckets.add(mux(peak), "full, peak");
    buckets.add(subtractor(sustained), "bytes released, sustained");
    buckets.add(subtractor(peak), "bytes released, peak");
    buckets.add(counter(bits_for(kShaperPeriod - 1)), "whose turn it is");
    block.add(std::move(buckets));
  }
  Block release{"release", "how many bytes become eligible: the least of backlog and both buckets"};
  release.add_state("backlogs", widths.flows, 2 * widths.depth, "unreleased and eligible bytes");
  release.add(2, less(widths.depth), "least of three");
  release.add(2, mux(widths.depth), "least of three");
  release.add(add_subtract(widths.depth),
              "unreleased bytes: a packet more, what was released less");
  release.add(add_subtract(widths.depth),
              "eligible bytes: what was released more, what was sent less");
  release.add(less(widths.depth), "no more eligible than queued after a drop");
  release.add(mux(widths.depth), "no more eligible than queued after a drop");
  release.add(control(6, 8), "write, release, take, drop");
  block.add(std::move(release));
  block.add(counters_inventory(widths.flows, "of released bytes"));
  return block;
}

}  // namespace docsis_vp::cm
