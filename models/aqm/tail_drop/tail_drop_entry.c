#include "models/aqm/registry.h"
#include "models/aqm/tail_drop/tail_drop.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  (void)options;
  return tail_drop_params_init(params, config);
}
static void init_state(void* state) {
  tail_drop_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return tail_drop_enqueue(state, params, queue, packet, random);
}

static const aqm_option options[] = {{.name = 0}};

const aqm_algorithm tail_drop_algorithm = {
    .name = "tail_drop",
    .id = 0,
    .title = "Tail drop",
    .source = "RFC 8034 sec. A.3",
    .family = "tail_drop",
    .limits_only = 1,
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(tail_drop_params),
    .state_bytes = sizeof(tail_drop_state),
    .options = options,
    .cost = {.enqueue = {.additions = 1, .comparisons = 5, .words_read = 2}, .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
};
