/* Declares the state of CoDel-DT for one queue. */
#ifndef DOCSIS_VP_CODEL_DT_STATE_H
#define DOCSIS_VP_CODEL_DT_STATE_H

#include "models/aqm/delay_predictor.h"

/* Bits of codel_dt_state.status. */
enum {
  CODEL_DT_TIMED = 1,    /* drop_time is set: the predicted delay is above target */
  CODEL_DT_DROPPING = 2, /* CODEL_DT_TIMED has led to a drop */
  CODEL_DT_RECENT = 4,   /* the last drop is less than 8 intervals ago */
};

/* All of one queue's state: 12 words. Times wrap. */
typedef struct {
  uint32_t status;
  uint32_t drop_time_us;
  uint32_t last_drop_us;
  uint32_t count;
  uint32_t inv_sqrt_q31; /* of the count of the last computation */
  uint32_t maxpacket;    /* bytes: the largest packet so far */
  aqm_predictor predictor;
} codel_dt_state;

#endif
