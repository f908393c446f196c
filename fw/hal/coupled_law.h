/* Accesses the registers of the coupled law of Low Latency DOCSIS: reads the inputs of its periodic
 * computations, and commits their results to the data path. */
#ifndef FW_HAL_COUPLED_LAW_H
#define FW_HAL_COUPLED_LAW_H

#include "models/aqm/dual_queue/dual_queue.h"
#include "registers/coupled_law.h"
#include "registers/soc.h"

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

static inline volatile coupled_law_t* coupled_law_registers(void) {
  return (volatile coupled_law_t*)SOC_COUPLED_LAW_BASE;
}

/* Returns what is latched and not yet committed: one read. */
static inline uint32_t coupled_law_pending(void) {
  return coupled_law_registers()->pending;
}
/* Return one bit per aggregate whose alignment, or update, is pending. */
static inline uint32_t coupled_law_alignments(uint32_t pending) {
  return pending & COUPLED_LAW__PENDING__ALIGN_bm;
}
static inline uint32_t coupled_law_updates(uint32_t pending) {
  return pending >> COUPLED_LAW__PENDING__UPDATE_bp;
}

/* Update: six reads, six writes. Returns the bytes that arrived at the low-latency queue in the
 * interval. */
uint32_t coupled_law_read_update(unsigned aggregate, aqm_queue* classic, aqm_law* law);
void coupled_law_commit(unsigned aggregate, const aqm_law* law, uint64_t coupled_q32);

/* Alignment: two reads, a third one while the loop delay is not known. Returns the queued bytes of
 * the aggregate. Sets alignment->loop_delay_ns_q16 and alignment->loop_is_known. */
static inline uint32_t coupled_law_read_alignment(unsigned aggregate,
                                                  virtual_queue_alignment* alignment) {
  volatile coupled_aggregate__stride100_t* registers =
      &coupled_law_registers()->aggregate[aggregate];
  if (alignment->loop_is_known == 0) {
    alignment->loop_is_known = registers->loop_known;
  }
  alignment->loop_delay_ns_q16 = (uint64_t)registers->loop_delay << 16;
  return registers->queued_bytes;
}
/* least_ns: the least delay estimate until the next alignment; virtual_queue_least_ns() computes
 * it. high_word: the last high word that was written, COUPLED_LAW_NO_HIGH_WORD before. One write,
 * another one if the high word changes. */
#define COUPLED_LAW_NO_HIGH_WORD UINT32_MAX
static inline void coupled_law_align(unsigned aggregate, uint64_t least_ns, uint32_t* high_word) {
  volatile coupled_aggregate__stride100_t* registers =
      &coupled_law_registers()->aggregate[aggregate];
  const uint32_t high = (uint32_t)(least_ns >> 32);
  if (high != *high_word) {
    *high_word = high;
    registers->commit_least_high = high;
  }
  registers->commit_least = (uint32_t)least_ns;
}

#ifdef __cplusplus
}
#endif

#endif
