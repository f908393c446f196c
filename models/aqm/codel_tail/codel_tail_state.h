/* Declares the state of CoDel at the tail for one queue. */
#ifndef DOCSIS_VP_CODEL_TAIL_STATE_H
#define DOCSIS_VP_CODEL_TAIL_STATE_H

#include "models/aqm/codel/codel_state.h"
#include "models/aqm/delay_predictor.h"

/* All of one queue's state: 12 words. */
typedef struct {
  codel_state codel;
  aqm_predictor predictor;
} codel_tail_state;

#endif
