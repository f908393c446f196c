/* Accesses the registers of the coupled law of Low Latency DOCSIS: reads the inputs of its periodic
 * computations, and commits their results to the data path. */
#ifndef FW_HAL_COUPLED_LAW_H
#define FW_HAL_COUPLED_LAW_H

#include "models/aqm/dual_queue/dual_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COUPLED_LAW_AGGREGATES 16u

/* Returns the number of aggregates whose law runs in firmware. */
uint32_t coupled_law_count(void);
/* Reads all fields that the periodic computations use. Fields that only hardware uses are absent
 * or 0. */
void coupled_law_read_config(unsigned aggregate, dual_queue_config* config);

void coupled_law_enable_interrupt(void);
/* Returns the causes that were pending, and clears them: one read, one write. */
uint32_t coupled_law_take_interrupt(void);
int coupled_law_is_update(uint32_t causes);
int coupled_law_is_alignment(uint32_t causes);

/* Return one bit per aggregate whose update, or alignment, is latched and not yet committed. */
uint32_t coupled_law_updates(void);
uint32_t coupled_law_alignments(void);

/* Update: six reads, six writes. Returns the bytes that arrived at the low-latency queue in the
 * interval. */
uint32_t coupled_law_read_update(unsigned aggregate, aqm_queue* classic, aqm_law* law);
void coupled_law_commit(unsigned aggregate, const aqm_law* law, uint64_t coupled_q32);

/* Alignment: three reads, two writes. Returns the queued bytes of the aggregate. Sets
 * alignment->loop_delay_ns_q16 and alignment->loop_is_known. */
uint32_t coupled_law_read_alignment(unsigned aggregate, virtual_queue_alignment* alignment);
/* least_ns: the least delay estimate until the next alignment; virtual_queue_align() computes it.
 */
void coupled_law_align(unsigned aggregate, uint64_t least_ns);

#ifdef __cplusplus
}
#endif

#endif
