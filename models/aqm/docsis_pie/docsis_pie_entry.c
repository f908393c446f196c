#include "models/aqm/docsis_pie/docsis_pie.h"
#include "models/aqm/registry.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return docsis_pie_params_init(params, config, options);
}
static void init_state(void* state) {
  docsis_pie_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return docsis_pie_enqueue(state, params, queue, packet, random);
}
static uint32_t accumulator_q28(const void* state) {
  return ((const docsis_pie_state*)state)->accu_prob_q28;
}
static uint32_t update_interval_us(const void* params) {
  (void)params;
  return DOCSIS_PIE_INTERVAL_US;
}
static void update(void* state, const void* params, const aqm_queue* queue, uint32_t now_us) {
  docsis_pie_update(state, params, queue, now_us);
}
/* A tracked rate stays where the law runs; the committed words contain its result. */
static uint32_t queue_delay_us(const void* state, const void* params, const aqm_queue* queue) {
  return ((const docsis_pie_params*)params)->predictor == DOCSIS_PIE_TOKEN_BUCKET
             ? docsis_pie_queue_delay_us(state, params, queue)
             : ((const docsis_pie_state*)state)->law.qdelay_old_us;
}
static uint32_t departure_rate(const void* state, const void* law_state, const void* params) {
  (void)state;
  (void)params;
  return ((const docsis_pie_state*)law_state)->tracker.rate_bytes_per_s;
}
static int ignores_answers(const void* params) {
  return ((const docsis_pie_params*)params)->predictor == DOCSIS_PIE_TOKEN_BUCKET;
}

const aqm_algorithm docsis_pie_algorithm = {
    .name = "docsis_pie",
    .id = 1,
    .title = "DOCSIS-PIE",
    .source = "RFC 8034; DOCSIS MULPI Annex M",
    .family = "docsis_pie",
    .firmware = "docsis_pie",
    .mib_value = 3,
    .places = AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(docsis_pie_params),
    .state_bytes = sizeof(docsis_pie_state),
    .target_us = DOCSIS_PIE_LATENCY_TARGET_DEFAULT_US,
    .options = docsis_pie_options,
    .cost = {.enqueue = {.additions = 6,
                         .multiplications = 3,
                         .comparisons = 21,
                         .words_read = 12,
                         .words_written = 4,
                         .random_words = 1},
             .update = {.additions = 307,
                        .multiplications = 6,
                        .divisions = 4,
                        .comparisons = 305,
                        .words_read = 18,
                        .words_written = 9},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .accumulator_q28 = accumulator_q28,
    .update_interval_us = update_interval_us,
    .update = update,
    .queue_delay_us = queue_delay_us,
    .departure_rate = departure_rate,
    .ignores_answers = ignores_answers,
};
