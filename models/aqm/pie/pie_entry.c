#include "models/aqm/pie/pie.h"
#include "models/aqm/registry.h"

static const char* init_rfc(void* params, const aqm_config* config, const uint32_t* options) {
  return pie_params_init(params, PIE_RFC8033, config, options);
}
static const char* init_draft(void* params, const aqm_config* config, const uint32_t* options) {
  return pie_params_init(params, PIE_DRAFT, config, options);
}
static const char* init_linux(void* params, const aqm_config* config, const uint32_t* options) {
  return pie_params_init(params, PIE_LINUX, config, options);
}
static void init_state(void* state) {
  pie_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return pie_enqueue(state, params, queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  pie_departed(state, params, queue, packet, now_us);
}
static uint32_t accumulator_q28(const void* state) {
  return ((const pie_state*)state)->accu_prob_q28;
}
static uint32_t update_interval_us(const void* params) {
  return ((const pie_params*)params)->update_us;
}
static void update(void* state, const void* params, const aqm_queue* queue, uint32_t now_us) {
  pie_update(state, params, queue, now_us);
}
static uint32_t queue_delay_us(const void* state, const void* params, const aqm_queue* queue) {
  return pie_queue_delay_us(state, params, queue);
}

/* Alike in all three. */
#define PIE_COMMON                                                                                \
  .places = AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,           \
  .params_bytes = sizeof(pie_params), .state_bytes = sizeof(pie_state),                           \
  .cost = {.enqueue = {.additions = 8,                                                            \
                       .multiplications = 2,                                                      \
                       .divisions = 1,                                                            \
                       .comparisons = 32,                                                         \
                       .words_read = 30,                                                          \
                       .words_written = 8,                                                        \
                       .random_words = 1},                                                        \
           .departed = {.additions = 12,                                                          \
                        .multiplications = 1,                                                     \
                        .divisions = 1,                                                           \
                        .comparisons = 16,                                                        \
                        .words_read = 18,                                                         \
                        .words_written = 10},                                                     \
           .update = {.additions = 12,                                                            \
                      .multiplications = 6,                                                       \
                      .divisions = 1,                                                             \
                      .comparisons = 64,                                                          \
                      .words_read = 34,                                                           \
                      .words_written = 8},                                                        \
           .timestamp_bits = 32,                                                                  \
           .queues = 1},                                                                          \
  .state_init = init_state, .enqueue = enqueue, .departed = departed,                             \
  .accumulator_q28 = accumulator_q28, .update_interval_us = update_interval_us, .update = update, \
  .queue_delay_us = queue_delay_us

const aqm_algorithm pie_algorithm = {
    .name = "pie",
    .id = 5,
    .title = "PIE",
    .source = "RFC 8033",
    .target_us = PIE_TARGET_DEFAULT_US,
    .options = pie_options,
    .params_init = init_rfc,
    PIE_COMMON,
};
const aqm_algorithm pie_draft_algorithm = {
    .name = "pie_draft",
    .id = 6,
    .title = "PIE, draft of 2013",
    .source = "draft of 2013; CableLabs ns-2",
    .target_us = PIE_DRAFT_TARGET_DEFAULT_US,
    .options = pie_draft_options,
    .params_init = init_draft,
    PIE_COMMON,
};
const aqm_algorithm pie_linux_algorithm = {
    .name = "pie_linux",
    .id = 7,
    .title = "PIE of Linux",
    .source = "Linux sch_pie",
    .target_us = PIE_TARGET_DEFAULT_US,
    .options = pie_linux_options,
    .params_init = init_linux,
    PIE_COMMON,
};
