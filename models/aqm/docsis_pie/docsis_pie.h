/* DOCSIS-PIE: RFC 8034, which reproduces DOCSIS MULPI Annex M.
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

/* Data path, sec. A.3: judges an arriving packet. `random` is uniform over 32 bits, read in one
 * case of many, given always. Never marks (sec. 4.7), unless params->use_ecn asks what if. */
aqm_verdict docsis_pie_enqueue(docsis_pie_state* state, const docsis_pie_params* params,
                               const aqm_queue* queue, const aqm_packet* packet, uint32_t random);

/* Control law, sec. A.4, every 16 ms. It counts in whole intervals and so needs no clock. */
void docsis_pie_update(docsis_pie_state* state, const docsis_pie_params* params,
                       const aqm_queue* queue, uint32_t now_us);

/* Queue-delay prediction of sec. 4.2, "calculate_queue_delay", or as params->predictor says; what
 * is tracked is the state's that the law runs on. Microseconds. */
uint32_t docsis_pie_queue_delay_us(const docsis_pie_state* state, const docsis_pie_params* params,
                                   const aqm_queue* queue);

#ifdef __cplusplus
}
#endif

#endif
