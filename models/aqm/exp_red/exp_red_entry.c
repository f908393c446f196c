#include "models/aqm/exp_red/exp_red.h"
#include "models/aqm/registry.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return exp_red_params_init(params, config, options);
}
static void init_state(void* state) {
  exp_red_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return exp_red_enqueue(state, params, queue, packet, random);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  exp_red_clamp_times(state, params, now_us);
}

const aqm_algorithm exp_red_algorithm = {
    .name = "exp_red",
    .id = 14,
    .title = "Exponential RED",
    .source = "Liu, Basar and Srikant 2005",
    .family = "exp_red",
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(exp_red_params),
    .state_bytes = sizeof(exp_red_state),
    .target_us = EXP_RED_TARGET_DEFAULT_US,
    .options = exp_red_options,
    .cost = {.enqueue = {.additions = 10,
                         .multiplications = 9,
                         .comparisons = 15,
                         .words_read = 15,
                         .words_written = 3,
                         .random_words = 1},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .clamp_times = clamp_times,
};
