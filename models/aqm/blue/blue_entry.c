#include "models/aqm/blue/blue.h"
#include "models/aqm/registry.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return blue_params_init(params, config, options);
}
static void init_state(void* state) {
  blue_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return blue_enqueue(state, params, queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  (void)packet;
  blue_departed(state, params, queue, now_us);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  blue_clamp_times(state, params, now_us);
}
static uint32_t probability_q28(const void* state) {
  return ((const blue_state*)state)->p_q28;
}

const aqm_algorithm blue_algorithm = {
    .name = "blue",
    .id = 13,
    .title = "BLUE",
    .source = "Feng, Shin, Kandlur and Saha 2002",
    .family = "blue",
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(blue_params),
    .state_bytes = sizeof(blue_state),
    .options = blue_options,
    .cost = {.enqueue = {.additions = 12,
                         .multiplications = 2,
                         .divisions = 1,
                         .comparisons = 22,
                         .words_read = 12,
                         .words_written = 4,
                         .random_words = 1},
             .departed = {.additions = 3,
                          .multiplications = 1,
                          .comparisons = 5,
                          .words_read = 5,
                          .words_written = 4},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
    .clamp_times = clamp_times,
    .accumulator_q28 = probability_q28,
};
