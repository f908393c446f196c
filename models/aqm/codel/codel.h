/* Implements CoDel, RFC 8289: drops at the head of the queue while packets have been queued for
 * longer than TARGET over at least INTERVAL. The time between drops shrinks with 1/sqrt(count).
 *
 * Fixed point: times are microseconds in 32 bits and wrap; 1/sqrt(count) is UQ1.31. The caller
 * chooses the queue whose sojourn time is controlled: enqueued_us may be the time at this queue
 * or at an earlier one. */
#ifndef DOCSIS_VP_CODEL_H
#define DOCSIS_VP_CODEL_H

#include "models/aqm/codel/codel_params.h"
#include "models/aqm/codel/codel_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void codel_state_init(codel_state* state);

/* Returns AQM_ACCEPT or AQM_DROP_FULL: at arrival CoDel only checks the limits. */
aqm_verdict codel_enqueue(codel_state* state, const codel_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t random);

/* Judges the head; `queue` is the queue behind it. */
aqm_verdict codel_dequeue(codel_state* state, const codel_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t now_us);

/* As codel_dequeue(), for a caller that knows the delay: the packet leaves at now_us after
 * sojourn_us in the queue, with bytes_behind behind it. */
aqm_verdict codel_judge(codel_state* state, const codel_params* params, const aqm_packet* packet,
                        uint32_t now_us, uint32_t sojourn_us, uint32_t bytes_behind);

/* Counts packets that the owner of many queues dropped to make room. They count as drops of an
 * episode, so that the law continues from there. Linux sch_fq_codel, "fq_codel_drop". */
void codel_overflowed(codel_state* state, uint32_t packets);

/* See aqm.h. */
void codel_clamp_times(codel_state* state, const codel_params* params, uint32_t now_us);

/* RFC 8289 sec. 5.4, "control_law". */
uint32_t codel_control_law(uint32_t from_us, uint32_t interval_us, uint32_t inv_sqrt_q31);

#ifdef __cplusplus
}
#endif

#endif
