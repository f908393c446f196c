/* CoDel's law of RFC 8289, unchanged, fed with a predicted delay when a packet arrives
 * (clemson-2015 sec. 3.2). Its numbers are CoDel's and the predictor's. */
#ifndef DOCSIS_VP_CODEL_TAIL_H
#define DOCSIS_VP_CODEL_TAIL_H

#include "models/aqm/codel/codel.h"
#include "models/aqm/codel_tail/codel_tail_params.h"
#include "models/aqm/codel_tail/codel_tail_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void codel_tail_state_init(codel_tail_state* state);

/* Judges an arriving packet. An omniscient environment gives predicted_delay_us and
 * predicted_bytes; then, with clock "departure", one FIFO and a constant rate, the packets that
 * are dropped are those that CoDel drops at the head. */
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
