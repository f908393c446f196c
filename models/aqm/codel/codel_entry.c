#include "models/aqm/codel/codel.h"
#include "models/aqm/registry.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return codel_params_init(params, config, options);
}
static void init_state(void* state) {
  codel_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return codel_enqueue(state, params, queue, packet, random);
}
static aqm_verdict dequeue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t now_us) {
  return codel_dequeue(state, params, queue, packet, now_us);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  codel_clamp_times(state, params, now_us);
}
static void overflowed(void* state, uint32_t packets) {
  codel_overflowed(state, packets);
}

const aqm_algorithm codel_algorithm = {
    .name = "codel",
    .id = 2,
    .title = "CoDel",
    .source = "RFC 8289",
    .family = "codel",
    .firmware = "codel",
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(codel_params),
    .state_bytes = sizeof(codel_state),
    .target_us = CODEL_TARGET_DEFAULT_US,
    .options = codel_options,
    .cost = {.enqueue = {.additions = 1, .comparisons = 5, .words_read = 2},
             .dequeue = {.additions = 18,
                         .multiplications = 7,
                         .comparisons = 30,
                         .words_read = 15,
                         .words_written = 5},
             .timestamp_bits = 32,
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .dequeue = dequeue,
    .overflowed = overflowed,
    .clamp_times = clamp_times,
};
