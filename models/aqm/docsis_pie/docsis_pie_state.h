/* Declares the state of DOCSIS-PIE for one queue. */
#ifndef DOCSIS_VP_DOCSIS_PIE_STATE_H
#define DOCSIS_VP_DOCSIS_PIE_STATE_H

#include "models/aqm/aqm.h"
#include "models/aqm/rate_tracker.h"

/* aqm_law.status */
typedef enum {
  DOCSIS_PIE_INACTIVE = 0,  /* long idle: does not drop below a third of the buffer */
  DOCSIS_PIE_QUIESCENT = 1, /* may drop, but has not dropped in this episode */
  DOCSIS_PIE_ACTIVE = 2,    /* has dropped */
} docsis_pie_status;

/* All of one queue's state: 12 words. */
typedef struct {
  aqm_law law;              /* shared by both paths; `measured` is unused */
  uint32_t burst_reset_us;  /* control law only: duration of the quiet time, 0..1 008 000 */
  uint32_t accu_prob_q28;   /* data path only: UQ4.28, saturates at PROB_HIGH, which drops */
  aqm_rate_tracker tracker; /* control law only, with a tracking predictor */
} docsis_pie_state;

#endif
