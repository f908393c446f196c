#include "models/aqm/choke/choke.h"
#include "models/aqm/registry.h"

static const red_params* red_of(const void* params) {
  return &((const choke_params*)params)->red;
}
static red_state* red_state_of(void* state) {
  return &((choke_state*)state)->red;
}

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return choke_params_init(params, config, options);
}
static void init_state(void* state) {
  choke_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return choke_enqueue(state, params, queue, packet, random);
}
static aqm_verdict dequeue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t now_us) {
  return choke_dequeue(state, params, queue, packet, now_us);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  red_departed(red_state_of(state), red_of(params), queue, packet, now_us);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  red_clamp_times(red_state_of(state), red_of(params), now_us);
}

const aqm_algorithm choke_algorithm = {
    .name = "choke",
    .id = 18,
    .title = "CHOKe",
    .source = "Pan, Prabhakar and Psounis 2000",
    .family = "choke",
    .places = AQM_IN_HARDWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(choke_params),
    .state_bytes = sizeof(choke_state),
    .table_bytes = CHOKE_ENTRIES * sizeof(uint32_t),
    .reads_flow_hash = 1,
    .target_us = RED_TARGET_DEFAULT_US,
    .options = choke_options,
    .cost = {.enqueue = {.additions = 36,
                         .multiplications = 72,
                         .comparisons = 130,
                         .words_read = 30,
                         .words_written = 12,
                         .random_words = 1},
             .dequeue = {.additions = 3, .comparisons = 5, .words_read = 4, .words_written = 4},
             .departed = {.comparisons = 1, .words_written = 2},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .dequeue = dequeue,
    .departed = departed,
    .clamp_times = clamp_times,
};
