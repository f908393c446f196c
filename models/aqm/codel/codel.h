/* CoDel, RFC 8289: drops at the head of the queue while packets have been queued for longer than
 * TARGET over at least INTERVAL, at times that close up with 1/sqrt(count).
 *
 * Fixed point: times are microseconds in 32 bits and wrap; 1/sqrt(count) is UQ1.31. Which queue's
 * sojourn it holds down is the caller's: enqueued_us may be the time at this queue or at one
 * before it. */
#ifndef DOCSIS_VP_CODEL_H
#define DOCSIS_VP_CODEL_H

#include "models/aqm/codel/codel_params.h"
#include "models/aqm/codel/codel_state.h"

#ifdef __cplusplus
extern "C" {
#endif

void codel_state_init(codel_state* state);

/* AQM_ACCEPT or AQM_DROP_FULL: at arrival CoDel only looks at the limits. */
aqm_verdict codel_enqueue(codel_state* state, const codel_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t random);

/* Judges the head; the queue is what is left behind it. */
aqm_verdict codel_dequeue(codel_state* state, const codel_params* params, const aqm_queue* queue,
                          const aqm_packet* packet, uint32_t now_us);

/* The same for whoever knows the delay otherwise: a packet that leaves at now_us after having been
 * queued for sojourn_us, with bytes_behind behind it. */
aqm_verdict codel_judge(codel_state* state, const codel_params* params, const aqm_packet* packet,
                        uint32_t now_us, uint32_t sojourn_us, uint32_t bytes_behind);

/* The owner of many queues has dropped packets of this one to make room: they count as drops of an
 * episode, so that the law goes on from there. Linux sch_fq_codel, "fq_codel_drop". */
void codel_overflowed(codel_state* state, uint32_t packets);

/* See aqm.h. */
void codel_clamp_times(codel_state* state, const codel_params* params, uint32_t now_us);

/* RFC 8289 sec. 5.4, "control_law". */
uint32_t codel_control_law(uint32_t from_us, uint32_t interval_us, uint32_t inv_sqrt_q31);

#ifdef __cplusplus
}
#endif

#endif
