/* PIE: RFC 8033, and flavours of it, the draft of 2013 and Linux's, of 2014 and of today.
 *
 * Fixed point: delays are whole microseconds and saturate at 2^24 - 1; probabilities are UQ4.28,
 * at most 1; a step of the law is computed in 64 bits, alpha and beta being Q48 per microsecond,
 * scaled for small probabilities there, rounded to Q28 and clamped. */
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

/* Measures delay or rate. */
void pie_departed(pie_state* state, const pie_params* params, const aqm_queue* queue,
                  const aqm_packet* packet, uint32_t now_us);

/* Control law, every params->update_us. It counts in whole intervals and so needs no clock. */
void pie_update(pie_state* state, const pie_params* params, const aqm_queue* queue,
                uint32_t now_us);

/* What the estimator makes of its measurement. Microseconds. */
uint32_t pie_queue_delay_us(const pie_state* state, const pie_params* params,
                            const aqm_queue* queue);

/* See aqm.h. */
void pie_clamp_times(pie_state* state, const pie_params* params, uint32_t now_us);

#ifdef __cplusplus
}
#endif

#endif
