/* Accesses the AQM engine: snapshots of its flows for the control law, and commits of the law's
 * results. */
#ifndef FW_HAL_AQM_ENGINE_H
#define FW_HAL_AQM_ENGINE_H

#include "models/aqm/docsis_pie/docsis_pie.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AQM_ENGINE_FLOWS 32u

/* Values of aqm_algorithm.id. */
#define AQM_ENGINE_TAIL_DROP 0u
#define AQM_ENGINE_DOCSIS_PIE 1u
#define AQM_ENGINE_CODEL 2u

uint32_t aqm_engine_flow_count(void);

uint32_t aqm_engine_algorithm_of(unsigned flow);
void aqm_engine_read_config(unsigned flow, aqm_config* config);
/* Reads the first `count` options of the algorithm. */
void aqm_engine_read_options(unsigned flow, uint32_t count, uint32_t* values);
void aqm_engine_read_params(unsigned flow, docsis_pie_params* params);

/* One bit per flow. */
uint32_t aqm_engine_enabled_flows(void);
uint32_t aqm_engine_pending_flows(void);

void aqm_engine_enable_interrupt(void);
void aqm_engine_clear_interrupt(void);
/* Time of the last tick in microseconds. */
uint32_t aqm_engine_tick_time_us(void);
uint32_t aqm_engine_ticks(void);

/* Snapshot of the last tick: six reads, two without the law's words. A commit: four writes. */
void aqm_engine_read_snapshot(unsigned flow, aqm_queue* queue, aqm_law* law);
void aqm_engine_read_queue(unsigned flow, aqm_queue* queue);
void aqm_engine_commit(unsigned flow, const aqm_law* law);

/* Further values for other laws: one access each. */
uint32_t aqm_engine_depth_packets(unsigned flow);
uint32_t aqm_engine_measured(unsigned flow);
void aqm_engine_set_measured(unsigned flow, uint32_t measured); /* before the commit */
/* Per option, at the last tick: bytes with CE, granted bytes, MAPs that granted everything. */
void aqm_engine_read_grants_and_marks(unsigned flow, aqm_queue* queue);

/* Counts of a flow since the start, modulo 2^32; packets except for the last two. */
typedef struct {
  uint32_t accepted;
  uint32_t dropped; /* by the law */
  uint32_t marked;
  uint32_t without_room;
  uint32_t missed_updates;
  uint32_t commit_conflicts;
} aqm_counters;
void aqm_engine_read_counters(unsigned flow, aqm_counters* counters);

#ifdef __cplusplus
}
#endif

#endif
