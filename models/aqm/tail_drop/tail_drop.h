/* Implements tail drop: accepts packets until the queue is full. */
#ifndef DOCSIS_VP_TAIL_DROP_H
#define DOCSIS_VP_TAIL_DROP_H

#include "models/aqm/tail_drop/tail_drop_params.h"
#include "models/aqm/tail_drop/tail_drop_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void tail_drop_state_init(tail_drop_state* state);

/* Returns AQM_ACCEPT or AQM_DROP_FULL: drops a whole frame that would exceed a limit. */
aqm_verdict tail_drop_enqueue(tail_drop_state* state, const tail_drop_params* params,
                              const aqm_queue* queue, const aqm_packet* packet, uint32_t random);

#ifdef __cplusplus
}
#endif

#endif
