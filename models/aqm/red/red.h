/* Implements RED (Floyd and Jacobson 1993, as in ns-2) and Adaptive RED (Floyd, Gummadi, Shenker
 * 2001).
 *
 * Fixed point: the average queue and its thresholds are UQ32.32 of packets or bytes.
 * Probabilities are UQ4.28 in the law and Q32 for the random decision. max_p is divided by the
 * band through a reciprocal of 32 significant bits, so no packet costs a division. */
#ifndef DOCSIS_VP_RED_H
#define DOCSIS_VP_RED_H

#include "models/aqm/red/red_params.h"
#include "models/aqm/red/red_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void red_state_init(red_state* state);

/* Judges an arriving packet at its enqueued_us. */
aqm_verdict red_enqueue(red_state* state, const red_params* params, const aqm_queue* queue,
                        const aqm_packet* packet, uint32_t random);

/* Records when the queue becomes empty: idle time ages the average. */
void red_departed(red_state* state, const red_params* params, const aqm_queue* queue,
                  const aqm_packet* packet, uint32_t now_us);

/* See aqm.h. */
void red_clamp_times(red_state* state, const red_params* params, uint32_t now_us);

/* Adaptive RED, every params->interval_us: moves max_p so that the average stays in the middle
 * fifth of the band. */
void red_update(red_state* state, const red_params* params, const aqm_queue* queue,
                uint32_t now_us);

/* Transmission time of the queue at the flow's rate, for registers and traces. Microseconds. */
uint32_t red_queue_delay_us(const red_params* params, const aqm_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
