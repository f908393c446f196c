/* Accesses the AQM engine: reads snapshots of its flows for the control law, and commits the law's
 * results. */
#ifndef FW_HAL_AQM_ENGINE_H
#define FW_HAL_AQM_ENGINE_H

#include "models/aqm/docsis_pie/docsis_pie.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Flows in the first word of each mask of flows. Most images manage only these. */
#define AQM_ENGINE_FLOWS 32u
#define AQM_ENGINE_FLOWS_MAX 48u

/* Some results of aqm_engine_algorithm_of(). models/aqm/registry.h declares the other algorithms.
 */
#define AQM_ENGINE_TAIL_DROP 0u
#define AQM_ENGINE_DOCSIS_PIE 1u
#define AQM_ENGINE_CODEL 2u

uint32_t aqm_engine_flow_count(void);

uint32_t aqm_engine_algorithm_of(unsigned flow);
/* Reads the settings of a flow, for the configure() function of a law in models/aqm. */
void aqm_engine_read_config(unsigned flow, aqm_config* config);
/* Reads the first `count` options of the algorithm. */
void aqm_engine_read_options(unsigned flow, uint32_t count, uint32_t* values);
/* Reads DOCSIS-PIE's parameters, with the reciprocals of rates as mantissa and shift, as its
 * functions need them. */
void aqm_engine_read_params(unsigned flow, docsis_pie_params* params);

/* Returns one bit per flow whose law runs. */
uint32_t aqm_engine_enabled_flows(void);
/* Returns one bit per flow whose last snapshot is not yet answered by a commit. */
uint32_t aqm_engine_pending_flows(void);
/* The same of flows 32 to 47. */
uint32_t aqm_engine_enabled_flows_1(void);
uint32_t aqm_engine_pending_flows_1(void);

void aqm_engine_enable_interrupt(void);
void aqm_engine_clear_interrupt(void);
/* Time of the last tick in microseconds. */
uint32_t aqm_engine_tick_time_us(void);
uint32_t aqm_engine_ticks(void);

/* Snapshot of the last tick. read_snapshot costs 6 bus reads, read_queue 2, commit 4 writes. */
void aqm_engine_read_snapshot(unsigned flow, aqm_queue* queue, aqm_law* law);
void aqm_engine_read_queue(unsigned flow, aqm_queue* queue);
void aqm_engine_commit(unsigned flow, const aqm_law* law);

/* Values that laws other than DOCSIS-PIE use. Each function takes one bus access. */
uint32_t aqm_engine_depth_packets(unsigned flow);
uint32_t aqm_engine_measured(unsigned flow);
void aqm_engine_set_measured(unsigned flow, uint32_t measured); /* before aqm_engine_commit() */
/* Used by some options of laws. Reads the CE-marked bytes, the granted bytes and `drained_maps` at
 * the last tick: three bus reads. */
void aqm_engine_read_grants_and_marks(unsigned flow, aqm_queue* queue);

/* Counts of a flow since the start, modulo 2^32. The first four count packets. */
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
