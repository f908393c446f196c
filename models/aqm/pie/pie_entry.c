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
static const char* init_linux_2014(void* params, const aqm_config* config,
                                   const uint32_t* options) {
  return pie_params_init(params, PIE_LINUX_2014, config, options);
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
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  pie_clamp_times(state, params, now_us);
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
static uint32_t departure_rate(const void* state, const void* law_state, const void* params) {
  const pie_params* const by = params;
  (void)law_state;
  return by->estimator == PIE_BY_DEPARTURE_RATE
             ? aqm_meter_rate(&by->meter, ((const pie_state*)state)->law.measured)
             : 0;
}
static int ignores_answers(const void* params) {
  (void)params;
  return 1;
}

/* Common to all variants. */
#define PIE_ABOVE_COST(target, all_options)                                                    \
  .places = AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,        \
  .params_bytes = sizeof(pie_params), .state_bytes = sizeof(pie_state), .target_us = (target), \
  .options = all_options
#define PIE_BELOW_COST(init)                                                                    \
  .params_init = (init), .state_init = init_state, .enqueue = enqueue, .departed = departed,    \
  .clamp_times = clamp_times, .accumulator_q28 = accumulator_q28,                               \
  .update_interval_us = update_interval_us, .update = update, .queue_delay_us = queue_delay_us, \
  .departure_rate = departure_rate, .ignores_answers = ignores_answers

const aqm_algorithm pie_algorithm = {
    .name = "pie",
    .id = 5,
    .title = "PIE",
    .source = "RFC 8033",
    .family = "pie",
    .firmware = "pie",
    PIE_ABOVE_COST(PIE_TARGET_DEFAULT_US, pie_options),
    .cost = {.enqueue = {.additions = 5,
                         .multiplications = 2,
                         .comparisons = 28,
                         .words_read = 16,
                         .words_written = 9,
                         .random_words = 1},
             .departed = {.additions = 5, .comparisons = 13, .words_read = 10, .words_written = 4},
             .update = {.additions = 13,
                        .multiplications = 5,
                        .divisions = 1,
                        .comparisons = 35,
                        .words_read = 21,
                        .words_written = 4},
             .timestamp_bits = 32,
             .queues = 1},
    PIE_BELOW_COST(init_rfc),
};
const aqm_algorithm pie_draft_algorithm = {
    .name = "pie_draft",
    .id = 6,
    .title = "PIE, draft of 2013",
    .source = "draft of 2013; CableLabs ns-2",
    .family = "pie",
    .firmware = "pie",
    PIE_ABOVE_COST(PIE_DRAFT_TARGET_DEFAULT_US, pie_draft_options),
    .cost = {.enqueue = {.additions = 6,
                         .multiplications = 2,
                         .comparisons = 29,
                         .words_read = 18,
                         .words_written = 9,
                         .random_words = 1},
             .departed = {.additions = 5,
                          .multiplications = 1,
                          .divisions = 1,
                          .comparisons = 13,
                          .words_read = 10,
                          .words_written = 8},
             .update = {.additions = 152,
                        .multiplications = 5,
                        .divisions = 2,
                        .comparisons = 174,
                        .words_read = 22,
                        .words_written = 5},
             .timestamp_bits = 32,
             .queues = 1},
    PIE_BELOW_COST(init_draft),
};
const aqm_algorithm pie_linux_algorithm = {
    .name = "pie_linux",
    .id = 7,
    .title = "PIE of Linux",
    .source = "Linux sch_pie",
    .family = "pie",
    .firmware = "pie",
    PIE_ABOVE_COST(PIE_TARGET_DEFAULT_US, pie_linux_options),
    .cost = {.enqueue = {.additions = 6,
                         .multiplications = 2,
                         .comparisons = 35,
                         .words_read = 19,
                         .words_written = 9,
                         .random_words = 1},
             .departed = {.additions = 9,
                          .multiplications = 1,
                          .divisions = 1,
                          .comparisons = 18,
                          .words_read = 14,
                          .words_written = 9},
             .update = {.additions = 152,
                        .multiplications = 4,
                        .divisions = 2,
                        .comparisons = 173,
                        .words_read = 19,
                        .words_written = 4},
             .timestamp_bits = 32,
             .queues = 1},
    PIE_BELOW_COST(init_linux),
};
const aqm_algorithm pie_linux_2014_algorithm = {
    .name = "pie_linux_2014",
    .id = 10,
    .title = "PIE of Linux, 2014",
    .source = "Linux sch_pie of 2014",
    .family = "pie",
    .firmware = "pie",
    PIE_ABOVE_COST(PIE_DRAFT_TARGET_DEFAULT_US, pie_linux_2014_options),
    .cost = {.enqueue = {.additions = 6,
                         .multiplications = 2,
                         .comparisons = 28,
                         .words_read = 17,
                         .words_written = 6,
                         .random_words = 1},
             .departed = {.additions = 8,
                          .multiplications = 1,
                          .divisions = 1,
                          .comparisons = 19,
                          .words_read = 14,
                          .words_written = 9},
             .update = {.additions = 152,
                        .multiplications = 4,
                        .divisions = 2,
                        .comparisons = 173,
                        .words_read = 16,
                        .words_written = 4},
             .queues = 1},
    PIE_BELOW_COST(init_linux_2014),
};
