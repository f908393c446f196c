#include "models/aqm/registry.h"
#include "models/aqm/sred/sred.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return sred_params_init(params, config, options);
}
static void init_state(void* state) {
  sred_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return sred_enqueue(state, params, queue, packet, random);
}

const aqm_algorithm sred_algorithm = {
    .name = "sred",
    .id = 19,
    .title = "Stabilized RED",
    .source = "Ott, Lakshman and Wong 1999",
    .family = "sred",
    .places = AQM_IN_HARDWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(sred_params),
    .state_bytes = sizeof(sred_state),
    .table_bytes = SRED_ZOMBIES_MAX * sizeof(uint32_t),
    .reads_flow_hash = 1,
    .options = sred_options,
    .cost = {.enqueue = {.additions = 6,
                         .multiplications = 8,
                         .comparisons = 18,
                         .words_read = 16,
                         .words_written = 3,
                         .random_words = 1},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
};
