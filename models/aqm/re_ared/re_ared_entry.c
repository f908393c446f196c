#include "models/aqm/re_ared/re_ared.h"
#include "models/aqm/registry.h"

static const red_params* red_of(const void* params) {
  return &((const re_ared_params*)params)->red;
}

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return re_ared_params_init(params, config, options);
}
static void init_state(void* state) {
  red_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return red_enqueue(state, red_of(params), queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  red_departed(state, red_of(params), queue, packet, now_us);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  red_clamp_times(state, red_of(params), now_us);
}
static uint32_t update_interval_us(const void* params) {
  return red_of(params)->interval_us;
}
static void update(void* state, const void* params, const aqm_queue* queue, uint32_t now_us) {
  (void)now_us;
  re_ared_update(state, params, queue);
}
static uint32_t queue_delay_us(const void* state, const void* params, const aqm_queue* queue) {
  (void)state;
  return red_queue_delay_us(red_of(params), queue);
}
static int ignores_answers(const void* params) {
  (void)params;
  return 1;
}

const aqm_algorithm re_ared_algorithm = {
    .name = "re_ared",
    .id = 23,
    .title = "Refined Adaptive RED",
    .source = "Kim and Lee 2006",
    .family = "re_ared",
    .places = AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(re_ared_params),
    .state_bytes = sizeof(red_state),
    .target_us = RED_TARGET_DEFAULT_US,
    .options = re_ared_options,
    .cost = {.enqueue = {.additions = 15,
                         .multiplications = 70,
                         .comparisons = 118,
                         .words_read = 24,
                         .words_written = 6,
                         .random_words = 1},
             .departed = {.comparisons = 1, .words_written = 2},
             .update = {.additions = 5,
                        .multiplications = 5,
                        .comparisons = 10,
                        .words_read = 14,
                        .words_written = 2},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
    .clamp_times = clamp_times,
    .update_interval_us = update_interval_us,
    .update = update,
    .queue_delay_us = queue_delay_us,
    .ignores_answers = ignores_answers,
};
