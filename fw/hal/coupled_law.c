#include "fw/hal/coupled_law.h"

static volatile coupled_law_t* coupled(void) {
  return coupled_law_registers();
}

static uint64_t of_words(uint32_t high, uint32_t low) {
  return (uint64_t)high << 32 | low;
}

uint32_t coupled_law_count(void) {
  return coupled()->aggregate_count;
}

void coupled_law_read_config(unsigned aggregate, dual_queue_config* config) {
  volatile coupled_aggregate__stride100_t* registers = &coupled()->aggregate[aggregate];
  *config = dual_queue_config_absent();
  config->estimate = DUAL_QUEUE_DELAY_V;
  config->amsr_bits_per_s = of_words(registers->amsr_high, registers->amsr_low);
  config->msr_l_bits_per_s = of_words(registers->msr_l_high, registers->msr_l_low);
  config->msr_c_bits_per_s = of_words(registers->msr_c_high, registers->msr_c_low);
  config->weight = registers->weight;
  config->coupling_tenths = registers->coupling;
  config->latency_target_us = registers->latency_target;
  config->ggr_bits_per_s = registers->guaranteed_grant_rate;
  config->ggi_us = registers->guaranteed_grant_interval;
  config->map_interval_ns = registers->map_interval;
  config->frame_ns = registers->frame;
  config->vq_lg_ewma = registers->ewma_exponent;
  config->loop_delay_offset_maps = registers->loop_offset_maps;
  config->classic_buffer_bytes = 1; /* only the data path has a buffer */
}

void coupled_law_enable_interrupt(void) {
  coupled()->interrupt_enable =
      COUPLED_LAW__INTERRUPT_ENABLE__UPDATE_bm | COUPLED_LAW__INTERRUPT_ENABLE__ALIGN_bm;
}

uint32_t coupled_law_read_update(unsigned aggregate, aqm_queue* classic, aqm_law* law) {
  volatile coupled_aggregate__stride100_t* registers = &coupled()->aggregate[aggregate];
  classic->bytes = registers->classic_bytes;
  law->drop_prob_q28 = registers->drop_prob;
  law->qdelay_old_us = registers->qdelay_old;
  law->burst_us = registers->burst;
  const uint32_t state = registers->state;
  law->status = state & COUPLED_AGGREGATE__STATE__STATUS_bm;
  law->generation = state >> COUPLED_AGGREGATE__STATE__GENERATION_bp;
  return registers->interval_bytes;
}

void coupled_law_commit(unsigned aggregate, const aqm_law* law, uint64_t coupled_q32) {
  volatile coupled_aggregate__stride100_t* registers = &coupled()->aggregate[aggregate];
  registers->commit_drop_prob = law->drop_prob_q28;
  registers->commit_qdelay_old = law->qdelay_old_us;
  registers->commit_burst = law->burst_us;
  registers->commit_coupled_low = (uint32_t)coupled_q32;
  registers->commit_coupled_high = (uint32_t)(coupled_q32 >> 32);
  registers->commit = law->generation << COUPLED_AGGREGATE__COMMIT__GENERATION_bp | law->status;
}
