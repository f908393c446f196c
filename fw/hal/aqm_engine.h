/* The AQM engine: snapshots of its flows in, what the control law makes of them out. */
#ifndef FW_HAL_AQM_ENGINE_H
#define FW_HAL_AQM_ENGINE_H

#include "models/aqm/docsis_pie/docsis_pie.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AQM_ENGINE_FLOWS 32u

/* As aqm_algorithm.id numbers them. */
#define AQM_ENGINE_TAIL_DROP 0u
#define AQM_ENGINE_DOCSIS_PIE 1u
#define AQM_ENGINE_CODEL 2u

uint32_t aqm_engine_flow_count(void);

uint32_t aqm_engine_algorithm_of(unsigned flow);
void aqm_engine_read_config(unsigned flow, aqm_config* config);
/* The first `count` of the algorithm's own options. */
void aqm_engine_read_options(unsigned flow, uint32_t count, uint32_t* values);
void aqm_engine_read_params(unsigned flow, docsis_pie_params* params);

/* One bit per flow. */
uint32_t aqm_engine_enabled_flows(void);
uint32_t aqm_engine_pending_flows(void);

void aqm_engine_enable_interrupt(void);
void aqm_engine_clear_interrupt(void);
/* Microseconds, of the last tick. */
uint32_t aqm_engine_tick_time_us(void);
uint32_t aqm_engine_ticks(void);

/* Of the last tick: six reads, two without the law's words. Then four writes. */
void aqm_engine_read_snapshot(unsigned flow, aqm_queue* queue, aqm_law* law);
void aqm_engine_read_queue(unsigned flow, aqm_queue* queue);
void aqm_engine_commit(unsigned flow, const aqm_law* law);

/* What other laws read and write besides: one access each. */
uint32_t aqm_engine_depth_packets(unsigned flow);
uint32_t aqm_engine_measured(unsigned flow);
void aqm_engine_set_measured(unsigned flow, uint32_t measured); /* before the commit */
/* And by option, of the last tick: bytes with CE, bytes granted, MAPs that granted all. */
void aqm_engine_read_grants_and_marks(unsigned flow, aqm_queue* queue);

/* Of a flow since the start, modulo 2^32: packets but for the last two. */
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
