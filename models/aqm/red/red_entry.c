#include "models/aqm/red/red.h"
#include "models/aqm/registry.h"

static const char* init_red(void* params, const aqm_config* config, const uint32_t* options) {
  return red_params_init(params, 0, config, options);
}
static const char* init_ared(void* params, const aqm_config* config, const uint32_t* options) {
  return red_params_init(params, 1, config, options);
}
static void init_state(void* state) {
  red_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return red_enqueue(state, params, queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  red_departed(state, params, queue, packet, now_us);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  red_clamp_times(state, params, now_us);
}
static uint32_t update_interval_us(const void* params) {
  return ((const red_params*)params)->interval_us;
}
static void update(void* state, const void* params, const aqm_queue* queue, uint32_t now_us) {
  red_update(state, params, queue, now_us);
}
static uint32_t queue_delay_us(const void* state, const void* params, const aqm_queue* queue) {
  (void)state;
  return red_queue_delay_us(params, queue);
}
static int ignores_answers(const void* params) {
  (void)params;
  return 1;
}

const aqm_algorithm red_algorithm = {
    .name = "red",
    .id = 9,
    .title = "RED",
    .source = "Floyd and Jacobson 1993; ns-2",
    .family = "red",
    .firmware = "red",
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(red_params),
    .state_bytes = sizeof(red_state),
    .target_us = RED_TARGET_DEFAULT_US,
    .options = red_options,
    .cost = {.enqueue = {.additions = 15,
                         .multiplications = 70,
                         .comparisons = 118,
                         .words_read = 24,
                         .words_written = 6,
                         .random_words = 1},
             .departed = {.comparisons = 1, .words_written = 2},
             .queues = 1},
    .params_init = init_red,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
    .clamp_times = clamp_times,
};

const aqm_algorithm ared_algorithm = {
    .name = "ared",
    .id = 8,
    .title = "Adaptive RED",
    .source = "Floyd, Gummadi and Shenker 2001; ns-2",
    .family = "red",
    .firmware = "red",
    .places = AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(red_params),
    .state_bytes = sizeof(red_state),
    .target_us = RED_TARGET_DEFAULT_US,
    .options = ared_options,
    .cost = {.enqueue = {.additions = 15,
                         .multiplications = 70,
                         .comparisons = 118,
                         .words_read = 24,
                         .words_written = 6,
                         .random_words = 1},
             .departed = {.comparisons = 1, .words_written = 2},
             .update = {.additions = 3,
                        .multiplications = 3,
                        .comparisons = 8,
                        .words_read = 9,
                        .words_written = 2},
             .queues = 1},
    .params_init = init_ared,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
    .clamp_times = clamp_times,
    .update_interval_us = update_interval_us,
    .update = update,
    .queue_delay_us = queue_delay_us,
    .ignores_answers = ignores_answers,
};
