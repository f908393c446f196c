#include "fw/hal/aqm_engine.h"

#include "registers/aqm_engine.h"
#include "registers/soc.h"

static volatile aqm_engine_t* engine(void) {
  return (volatile aqm_engine_t*)SOC_AQM_ENGINE_BASE;
}

uint32_t aqm_engine_algorithm_of(unsigned flow) {
  return engine()->flow[flow].algorithm;
}

uint32_t aqm_engine_flow_count(void) {
  return engine()->flow_count;
}

void aqm_engine_read_config(unsigned flow, aqm_config* config) {
  volatile aqm_flow__stride100_t* registers = &engine()->flow[flow];
  config->latency_target_us = registers->latency_target;
  config->peak_rate_bytes_per_s = registers->peak_rate;
  config->msr_bytes_per_s = registers->msr_rate;
  config->buffer_bytes = registers->buffer_bytes;
  config->buffer_packets = registers->buffer_packets;
}

void aqm_engine_read_options(unsigned flow, uint32_t count, uint32_t* values) {
  volatile aqm_flow_options__stride80_t* options = &engine()->options[flow];
  for (uint32_t i = 0; i < count; ++i) {
    values[i] = options->value[i];
  }
}

void aqm_engine_read_params(unsigned flow, docsis_pie_params* params) {
  volatile aqm_flow__stride100_t* registers = &engine()->flow[flow];
  params->latency_target_us = registers->latency_target;
  params->buffer_bytes = registers->buffer_bytes;
  params->limit_packets = registers->buffer_packets;
  params->peak.mantissa = registers->peak_mantissa;
  params->peak.shift = registers->peak_shift;
  params->msr.mantissa = registers->msr_mantissa;
  params->msr.shift = registers->msr_shift;
  params->peak_bytes_per_s = registers->peak_rate;
  params->msr_bytes_per_s = registers->msr_rate;
  uint32_t options[DOCSIS_PIE_OPTIONS];
  aqm_engine_read_options(flow, DOCSIS_PIE_OPTIONS, options);
  docsis_pie_params_set_options(params, options);
}

uint32_t aqm_engine_enabled_flows(void) {
  return engine()->flow_enable;
}

uint32_t aqm_engine_pending_flows(void) {
  return engine()->update_pending;
}

uint32_t aqm_engine_enabled_flows_1(void) {
  return engine()->flow_enable_1;
}

uint32_t aqm_engine_pending_flows_1(void) {
  return engine()->update_pending_1;
}

void aqm_engine_enable_interrupt(void) {
  engine()->interrupt_enable = AQM_ENGINE__INTERRUPT_ENABLE__TICK_bm;
}

void aqm_engine_clear_interrupt(void) {
  engine()->interrupt_status = AQM_ENGINE__INTERRUPT_STATUS__TICK_bm;
}

uint32_t aqm_engine_tick_time_us(void) {
  return engine()->tick_time;
}

uint32_t aqm_engine_ticks(void) {
  return engine()->tick_count;
}

void aqm_engine_read_queue(unsigned flow, aqm_queue* queue) {
  volatile aqm_flow__stride100_t* registers = &engine()->flow[flow];
  queue->bytes = registers->depth_bytes;
  queue->msr_tokens = registers->msr_tokens;
}

void aqm_engine_read_snapshot(unsigned flow, aqm_queue* queue, aqm_law* law) {
  volatile aqm_flow__stride100_t* registers = &engine()->flow[flow];
  queue->bytes = registers->depth_bytes;
  queue->msr_tokens = registers->msr_tokens;
  law->drop_prob_q28 = registers->drop_prob;
  law->qdelay_old_us = registers->qdelay_old;
  law->burst_us = registers->burst;
  const uint32_t state = registers->state;
  law->status = state & AQM_FLOW__STATE__STATUS_bm;
  law->generation = state >> AQM_FLOW__STATE__GENERATION_bp;
}

void aqm_engine_commit(unsigned flow, const aqm_law* law) {
  volatile aqm_flow__stride100_t* registers = &engine()->flow[flow];
  registers->commit_drop_prob = law->drop_prob_q28;
  registers->commit_qdelay_old = law->qdelay_old_us;
  registers->commit_burst = law->burst_us;
  registers->commit = law->generation << AQM_FLOW__COMMIT__GENERATION_bp | law->status;
}

uint32_t aqm_engine_depth_packets(unsigned flow) {
  return engine()->flow[flow].depth_packets;
}

void aqm_engine_read_grants_and_marks(unsigned flow, aqm_queue* queue) {
  volatile aqm_flow__stride100_t* registers = &engine()->flow[flow];
  queue->ce_bytes = registers->ce_bytes;
  queue->granted_bytes = registers->granted_bytes;
  queue->drained_maps = registers->drained_maps;
}

uint32_t aqm_engine_measured(unsigned flow) {
  return engine()->flow[flow].measured;
}

void aqm_engine_set_measured(unsigned flow, uint32_t measured) {
  engine()->flow[flow].commit_measured = measured;
}

void aqm_engine_read_counters(unsigned flow, aqm_counters* counters) {
  volatile aqm_flow__stride100_t* registers = &engine()->flow[flow];
  counters->accepted = registers->accepted_packets_low;
  counters->dropped = registers->aqm_drop_packets_low + registers->head_drop_packets_low;
  counters->marked = registers->aqm_mark_packets_low;
  counters->without_room = registers->tail_drop_packets_low;
  counters->missed_updates = registers->missed_updates;
  counters->commit_conflicts = registers->commit_conflicts;
}
