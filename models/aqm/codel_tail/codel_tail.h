/* Applies CoDel's law of RFC 8289, unchanged, to a predicted delay when a packet arrives
 * (clemson-2015 sec. 3.2). The fixed-point formats are those of CoDel and of the predictor. */
#ifndef DOCSIS_VP_CODEL_TAIL_H
#define DOCSIS_VP_CODEL_TAIL_H

#include "models/aqm/codel/codel.h"
#include "models/aqm/codel_tail/codel_tail_params.h"
#include "models/aqm/codel_tail/codel_tail_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void codel_tail_state_init(codel_tail_state* state);

/* Judges an arriving packet. An omniscient environment sets predicted_delay_us and
 * predicted_bytes. With clock "departure", one FIFO and a constant rate, the law then drops the
 * same packets as CoDel at the head. */
aqm_verdict codel_tail_enqueue(codel_tail_state* state, const codel_tail_params* params,
                               const aqm_queue* queue, const aqm_packet* packet, uint32_t random);

/* Measures the departure rate. */
void codel_tail_departed(codel_tail_state* state, const codel_tail_params* params,
                         const aqm_queue* queue, const aqm_packet* packet, uint32_t now_us);

/* See aqm.h. */
void codel_tail_clamp_times(codel_tail_state* state, const codel_tail_params* params,
                            uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
