/* Implements DOCSIS-PIE by RFC 8034, which reproduces DOCSIS MULPI Annex M.
 *
 * Fixed point: delays are whole microseconds in 32 bits, rounded down, saturating at 71 minutes.
 * Probabilities are UQ4.28 in 32 bits (13.6 is the largest). A step of the law is computed in 64
 * bits, scaled for small probabilities there, then rounded to Q28 and clamped. No division. */
#ifndef DOCSIS_VP_DOCSIS_PIE_H
#define DOCSIS_VP_DOCSIS_PIE_H

#include "models/aqm/docsis_pie/docsis_pie_params.h"
#include "models/aqm/docsis_pie/docsis_pie_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void docsis_pie_state_init(docsis_pie_state* state);

/* Data path, sec. A.3: judges an arriving packet. `random` is uniform over 32 bits; it is always
 * given but rarely read. Never marks (sec. 4.7), except with params->use_ecn, an experiment
 * beyond the standard. */
aqm_verdict docsis_pie_enqueue(docsis_pie_state* state, const docsis_pie_params* params,
                               const aqm_queue* queue, const aqm_packet* packet, uint32_t random);

/* Control law, sec. A.4, every 16 ms. It counts whole intervals and needs no clock. */
void docsis_pie_update(docsis_pie_state* state, const docsis_pie_params* params,
                       const aqm_queue* queue, uint32_t now_us);

/* Predicts the queue delay, sec. 4.2 "calculate_queue_delay", or with params->predictor. A
 * tracked rate is part of the state in which the law runs. Microseconds. */
uint32_t docsis_pie_queue_delay_us(const docsis_pie_state* state, const docsis_pie_params* params,
                                   const aqm_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
