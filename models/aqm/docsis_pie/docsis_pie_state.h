#ifndef DOCSIS_VP_DOCSIS_PIE_STATE_H
#define DOCSIS_VP_DOCSIS_PIE_STATE_H

#include "models/aqm/aqm.h"
#include "models/aqm/rate_tracker.h"

/* aqm_law.status */
typedef enum {
  DOCSIS_PIE_INACTIVE = 0,  /* idle for long: judges nothing below a third of the buffer */
  DOCSIS_PIE_QUIESCENT = 1, /* judges, but has not dropped in this episode */
  DOCSIS_PIE_ACTIVE = 2,    /* has dropped */
} docsis_pie_status;

/* All of one queue's state: 12 words. */
typedef struct {
  aqm_law law;              /* both paths; nothing is measured */
  uint32_t burst_reset_us;  /* control law only: how long it has been quiet, 0..1 008 000 */
  uint32_t accu_prob_q28;   /* data path only: UQ4.28, saturates at PROB_HIGH, which decides */
  aqm_rate_tracker tracker; /* control law only, unless the predictor is the standard's */
} docsis_pie_state;

#endif
