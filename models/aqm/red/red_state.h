/* Declares the state of RED for one queue. */
#ifndef DOCSIS_VP_RED_STATE_H
#define DOCSIS_VP_RED_STATE_H

#include "models/aqm/aqm.h"

/* All of one queue's state: 12 words. */
typedef struct {
  /* drop_prob_q28: max_p as adapted by ARED; 0: the initial value. measured: the average queue,
   * UQ24.8 packets, or whole bytes in byte mode. */
  aqm_law law;
  uint32_t in_band;   /* the last packet found the average at or above the lower threshold */
  uint32_t count_q10; /* packets since the last drop; by size in byte mode; saturates */
  uint32_t idle;      /* the queue has been empty since idle_since_us */
  uint32_t idle_since_us;
  uint64_t average_q32; /* UQ32.32 packets or bytes */
} red_state;

#endif
