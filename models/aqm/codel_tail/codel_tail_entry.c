#include "models/aqm/codel_tail/codel_tail.h"
#include "models/aqm/registry.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return codel_tail_params_init(params, config, options);
}
static void init_state(void* state) {
  codel_tail_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return codel_tail_enqueue(state, params, queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  codel_tail_departed(state, params, queue, packet, now_us);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  codel_tail_clamp_times(state, params, now_us);
}

const aqm_algorithm codel_tail_algorithm = {
    .name = "codel_tail",
    .id = 4,
    .title = "CoDel deciding at the tail",
    .source = "clemson-2015 sec. 3.2; RFC 8289",
    .family = "codel_tail",
    .firmware = "codel_tail",
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(codel_tail_params),
    .state_bytes = sizeof(codel_tail_state),
    .target_us = CODEL_TAIL_TARGET_DEFAULT_US,
    .options = codel_tail_options,
    .cost = {.enqueue = {.additions = 22,
                         .multiplications = 9,
                         .comparisons = 42,
                         .words_read = 24,
                         .words_written = 5},
             .departed = {.additions = 150,
                          .multiplications = 1,
                          .divisions = 3,
                          .comparisons = 149,
                          .words_read = 8,
                          .words_written = 6},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
    .clamp_times = clamp_times,
};
