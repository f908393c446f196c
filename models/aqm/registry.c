#include "models/aqm/registry.h"

#include "models/aqm/docsis_pie/docsis_pie.h"
#include "models/aqm/tail_drop/tail_drop.h"

_Static_assert(sizeof(docsis_pie_params) <= AQM_PARAMS_BYTES_MAX, "raise AQM_PARAMS_BYTES_MAX");
_Static_assert(sizeof(docsis_pie_state) <= AQM_STATE_BYTES_MAX, "raise AQM_STATE_BYTES_MAX");

static const char* tail_drop_params_init_any(void* params, const aqm_config* config) {
  return tail_drop_params_init(params, config);
}
static void tail_drop_state_init_any(void* state) {
  tail_drop_state_init(state);
}
static aqm_verdict tail_drop_enqueue_any(void* state, const void* params, const aqm_queue* queue,
                                         const aqm_packet* packet, uint32_t random) {
  return tail_drop_enqueue(state, params, queue, packet, random);
}
static uint32_t tail_drop_accumulator_any(const void* state) {
  (void)state;
  return 0;
}

static const char* docsis_pie_params_init_any(void* params, const aqm_config* config) {
  return docsis_pie_params_init(params, config);
}
static void docsis_pie_state_init_any(void* state) {
  docsis_pie_state_init(state);
}
static aqm_verdict docsis_pie_enqueue_any(void* state, const void* params, const aqm_queue* queue,
                                          const aqm_packet* packet, uint32_t random) {
  return docsis_pie_enqueue(state, params, queue, packet, random);
}
static uint32_t docsis_pie_accumulator_any(const void* state) {
  return ((const docsis_pie_state*)state)->accu_prob_q28;
}
static void docsis_pie_update_any(void* state, const void* params, const aqm_queue* queue,
                                  uint32_t now_us) {
  docsis_pie_update(state, params, queue, now_us);
}
static uint32_t docsis_pie_queue_delay_us_any(const void* params, const aqm_queue* queue) {
  return docsis_pie_queue_delay_us(params, queue);
}
static const aqm_law* docsis_pie_law_any(const void* state) {
  return &((const docsis_pie_state*)state)->law;
}
static void docsis_pie_load_law_any(void* state, const aqm_law* law) {
  ((docsis_pie_state*)state)->law = *law;
}
static int docsis_pie_commit_any(void* state, const aqm_law* law) {
  return docsis_pie_commit(state, law);
}

const aqm_algorithm aqm_algorithms[] = {
    {.name = "docsis_pie",
     .id = 1,
     .params_bytes = sizeof(docsis_pie_params),
     .state_bytes = sizeof(docsis_pie_state),
     .update_interval_us = DOCSIS_PIE_INTERVAL_US,
     .params_init = docsis_pie_params_init_any,
     .state_init = docsis_pie_state_init_any,
     .enqueue = docsis_pie_enqueue_any,
     .accumulator_q28 = docsis_pie_accumulator_any,
     .update = docsis_pie_update_any,
     .queue_delay_us = docsis_pie_queue_delay_us_any,
     .law = docsis_pie_law_any,
     .load_law = docsis_pie_load_law_any,
     .commit = docsis_pie_commit_any},
    {.name = "tail_drop",
     .id = 0,
     .params_bytes = sizeof(tail_drop_params),
     .state_bytes = sizeof(tail_drop_state),
     .params_init = tail_drop_params_init_any,
     .state_init = tail_drop_state_init_any,
     .enqueue = tail_drop_enqueue_any,
     .accumulator_q28 = tail_drop_accumulator_any},
    {.name = 0},
};

static int same(const char* a, const char* b) {
  while (*a != 0 && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

const aqm_algorithm* aqm_find(const char* name) {
  const aqm_algorithm* algorithm = aqm_algorithms;
  while (algorithm->name != 0 && !same(algorithm->name, name)) {
    ++algorithm;
  }
  return algorithm->name != 0 ? algorithm : 0;
}
