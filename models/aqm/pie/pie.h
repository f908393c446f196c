/* Implements PIE, RFC 8033, and three variants: the draft of 2013, Linux of 2014 and Linux of
 * today.
 *
 * Fixed point: delays are whole microseconds and saturate at 2^24 - 1; probabilities are UQ4.28,
 * at most 1. A step of the law is computed in 64 bits, with alpha and beta in Q48 per
 * microsecond. It is scaled for small probabilities, rounded to Q28 and clamped. */
#ifndef DOCSIS_VP_PIE_H
#define DOCSIS_VP_PIE_H

#include "models/aqm/pie/pie_params.h"
#include "models/aqm/pie/pie_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void pie_state_init(pie_state* state);

/* Judges an arriving packet. */
aqm_verdict pie_enqueue(pie_state* state, const pie_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random);

/* Measures the delay or the departure rate. */
void pie_departed(pie_state* state, const pie_params* params, const aqm_queue* queue,
                  const aqm_packet* packet, uint32_t now_us);

/* Control law, every params->update_us. It counts whole intervals and needs no clock. */
void pie_update(pie_state* state, const pie_params* params, const aqm_queue* queue,
                uint32_t now_us);

/* Queue delay that the estimator derives from its measurement. Microseconds. */
uint32_t pie_queue_delay_us(const pie_state* state, const pie_params* params,
                            const aqm_queue* queue);

/* See aqm.h. */
void pie_clamp_times(pie_state* state, const pie_params* params, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
