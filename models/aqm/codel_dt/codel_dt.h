/* Implements CoDel-DT, which applies CoDel's idea to a predicted delay and decides at the tail
 * (cablelabs-2014 sec. 4.3; the details are those of CableLabs' ns-2 model).
 *
 * Fixed point: times are microseconds in 32 bits and wrap; 1/sqrt(count) is UQ1.31. The measured
 * rate is whole bytes per second, its reciprocal an aqm_byte_time. */
#ifndef DOCSIS_VP_CODEL_DT_H
#define DOCSIS_VP_CODEL_DT_H

#include "models/aqm/codel_dt/codel_dt_params.h"
#include "models/aqm/codel_dt/codel_dt_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void codel_dt_state_init(codel_dt_state* state);

/* Judges an arriving packet at its enqueued_us. */
aqm_verdict codel_dt_enqueue(codel_dt_state* state, const codel_dt_params* params,
                             const aqm_queue* queue, const aqm_packet* packet, uint32_t random);

/* Measures the departure rate. */
void codel_dt_departed(codel_dt_state* state, const codel_dt_params* params, const aqm_queue* queue,
                       const aqm_packet* packet, uint32_t now_us);

/* See aqm.h. */
void codel_dt_clamp_times(codel_dt_state* state, const codel_dt_params* params, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
