#include "models/aqm/fred/fred.h"
#include "models/aqm/registry.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return fred_params_init(params, config, options);
}
static void init_state(void* state) {
  fred_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return fred_enqueue(state, params, queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  fred_departed(state, params, queue, packet, now_us);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  fred_clamp_times(state, params, now_us);
}

const aqm_algorithm fred_algorithm = {
    .name = "fred",
    .id = 20,
    .title = "Flow Random Early Drop",
    .source = "Lin and Morris 1997",
    .family = "fred",
    .places = AQM_IN_HARDWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(fred_params),
    .state_bytes = sizeof(fred_state),
    .table_bytes = FRED_FLOWS * sizeof(fred_flow),
    .reads_flow_hash = 1,
    .options = fred_options,
    .cost = {.enqueue = {.additions = 12,
                         .multiplications = 54,
                         .comparisons = 114,
                         .words_read = 24,
                         .words_written = 8,
                         .random_words = 1},
             .departed = {.additions = 6,
                          .multiplications = 2,
                          .comparisons = 8,
                          .words_read = 7,
                          .words_written = 8},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
    .clamp_times = clamp_times,
};
