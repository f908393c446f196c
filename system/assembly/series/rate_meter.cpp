#include "system/assembly/series/rate_meter.h"

#include "system/results/series_sample.h"

namespace docsis_vp::system {

void RateMeter::add_to(QueueSample& sample, unsigned queue, const DrainCounts& counts, TimePs at) {
  Last& last = last_[queue];
  const bool is_backlogged = sample.queue_bytes > 0;
  if (last.at >= 0 && at > last.at && last.is_backlogged && is_backlogged) {
    sample.departure_rate_mbps = 8e-6 *
                                 static_cast<double>(counts.sent_bytes - last.counts.sent_bytes) /
                                 to_seconds(at - last.at);
  }
  if (counts.estimated_bytes_per_s > 0) {
    sample.estimated_rate_mbps = 8e-6 * counts.estimated_bytes_per_s;
    if (const double truth = sample.departure_rate_mbps.value_or(0); truth > 0) {
      sample.rate_error_percent = 100 * (*sample.estimated_rate_mbps / truth - 1);
    }
  }
  if (last.at >= 0 && at > last.at) {
    const DrainCounts& before = last.counts;
    const double us = 1e6 * to_seconds(at - last.at);
    sample.offered_mbps = 8 * static_cast<double>(counts.offered_bytes - before.offered_bytes) / us;
    sample.sent_mbps = 8 * static_cast<double>(counts.sent_bytes - before.sent_bytes) / us;
    sample.aqm_drops = counts.aqm_drops - before.aqm_drops;
    sample.buffer_drops = counts.buffer_drops - before.buffer_drops;
    sample.ingress_drops = counts.ingress_drops - before.ingress_drops;
    sample.other_drops = counts.other_drops - before.other_drops;
  }
  last = {at, counts, is_backlogged};
}

}  // namespace docsis_vp::system
