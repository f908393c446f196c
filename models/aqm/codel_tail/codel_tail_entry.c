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

const aqm_algorithm codel_tail_algorithm = {
    .name = "codel_tail",
    .id = 4,
    .title = "CoDel deciding at the tail",
    .source = "clemson-2015 sec. 3.2; RFC 8289",
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(codel_tail_params),
    .state_bytes = sizeof(codel_tail_state),
    .target_us = CODEL_TAIL_TARGET_DEFAULT_US,
    .options = codel_tail_options,
    .cost = {.enqueue = {.additions = 16,
                         .multiplications = 6,
                         .comparisons = 24,
                         .words_read = 30,
                         .words_written = 8},
             .departed = {.additions = 14,
                          .multiplications = 2,
                          .divisions = 2,
                          .comparisons = 48,
                          .words_read = 16,
                          .words_written = 6},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
};
