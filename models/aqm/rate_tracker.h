/* What the CMTS lets a service flow send, tracked from the grants it gives: cablelabs-2014
 * appendix A. For links whose radio side is slower than the flow's own rates. */
#ifndef DOCSIS_VP_AQM_RATE_TRACKER_H
#define DOCSIS_VP_AQM_RATE_TRACKER_H

#include "models/aqm/aqm.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AQM_RATE_TRACKER_INTERVAL_US 16000u

typedef struct {
  uint32_t rate_bytes_per_s; /* 0: not known */
  uint32_t granted_bytes;    /* aqm_queue's counters at the last update */
  uint32_t drained_maps;
  uint32_t silent_us; /* how long nothing was granted and nothing asked for */
} aqm_rate_tracker;

/* Every 16 ms. An interval whose every MAP left a request waiting shows the rate, and so does one
 * that got more than the estimate; half of it enters. The estimate begins with the flow's own
 * rate; it goes stale when requests stop, so after stale_us of silence it begins again (0: never,
 * as published). */
void aqm_rate_tracker_update(aqm_rate_tracker* tracker, const aqm_queue* queue,
                             uint32_t initial_bytes_per_s, uint32_t stale_us);

#ifdef __cplusplus
}
#endif

#endif
