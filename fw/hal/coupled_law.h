/* Accesses the coupled law's registers: what the periodic parts of Low Latency DOCSIS compute from,
 * and where firmware commits their results to the data path. */
#ifndef FW_HAL_COUPLED_LAW_H
#define FW_HAL_COUPLED_LAW_H

#include "models/aqm/dual_queue/dual_queue.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COUPLED_LAW_AGGREGATES 16u

/* Aggregates whose law firmware computes. */
uint32_t coupled_law_count(void);
/* All that the periodic parts read; what only the data path reads is absent or 0. */
void coupled_law_read_config(unsigned aggregate, dual_queue_config* config);

void coupled_law_enable_interrupt(void);
/* Returns the causes that were pending, and clears them: one read, one write. */
uint32_t coupled_law_take_interrupt(void);
int coupled_law_is_update(uint32_t causes);
int coupled_law_is_alignment(uint32_t causes);

/* One bit per aggregate: latched and not yet committed. */
uint32_t coupled_law_updates(void);
uint32_t coupled_law_alignments(void);

/* Update: six reads, six writes. Returns the low-latency bytes of the interval. */
uint32_t coupled_law_read_update(unsigned aggregate, aqm_queue* classic, aqm_law* law);
void coupled_law_commit(unsigned aggregate, const aqm_law* law, uint64_t coupled_q32);

/* Alignment: three reads, two writes. Returns the queued bytes; the average of the loop delay goes
 * into the state. */
uint32_t coupled_law_read_alignment(unsigned aggregate, virtual_queue_alignment* alignment);
void coupled_law_align(unsigned aggregate, uint64_t least_ns);

#ifdef __cplusplus
}
#endif

#endif
