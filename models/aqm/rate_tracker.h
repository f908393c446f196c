/* Tracks the rate at which the CMTS grants a service flow, from its grants: cablelabs-2014
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
  uint32_t granted_bytes;    /* counters of aqm_queue at the last update */
  uint32_t drained_maps;
  uint32_t silent_us; /* time without grants and requests */
} aqm_rate_tracker;

/* Call it every 16 ms. An interval yields a rate sample if each of its MAPs left a request waiting,
 * or if the flow got more than the estimate. A sample enters the estimate by half. The estimate
 * begins with the flow's own rate. It becomes invalid when requests stop: after stale_us of silence
 * it restarts (0: never, as published). */
void aqm_rate_tracker_update(aqm_rate_tracker* tracker, const aqm_queue* queue,
                             uint32_t initial_bytes_per_s, uint32_t stale_us);

#ifdef __cplusplus
}
#endif

#endif
