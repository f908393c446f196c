#include "models/aqm/rate_tracker.h"

#include "models/aqm/byte_time.h"

static uint32_t usable_rate(uint64_t bytes_per_s) {
  if (bytes_per_s < AQM_RATE_MIN_BYTES_PER_S) {
    return AQM_RATE_MIN_BYTES_PER_S;
  }
  return bytes_per_s < UINT32_MAX ? (uint32_t)bytes_per_s : UINT32_MAX;
}

void aqm_rate_tracker_update(aqm_rate_tracker* tracker, const aqm_queue* queue,
                             uint32_t initial_bytes_per_s, uint32_t stale_us) {
  const uint32_t granted = queue->granted_bytes - tracker->granted_bytes;
  const int always_pending = queue->drained_maps == tracker->drained_maps;
  tracker->granted_bytes = queue->granted_bytes;
  tracker->drained_maps = queue->drained_maps;
  if (tracker->rate_bytes_per_s == 0) {
    tracker->rate_bytes_per_s = initial_bytes_per_s;
  }

  if (granted == 0 && !always_pending) {
    tracker->silent_us += AQM_RATE_TRACKER_INTERVAL_US;
    if (stale_us != 0 && tracker->silent_us >= stale_us) {
      tracker->rate_bytes_per_s = initial_bytes_per_s;
      tracker->silent_us = 0;
    }
    return;
  }
  tracker->silent_us = 0;
  const uint64_t now_bytes_per_s = (uint64_t)granted * 125u / 2u; /* in 16 ms */
  if (always_pending || now_bytes_per_s > tracker->rate_bytes_per_s) {
    tracker->rate_bytes_per_s = usable_rate((tracker->rate_bytes_per_s + now_bytes_per_s) / 2u);
  }
}
