#include "models/aqm/registry.h"
#include "models/aqm/sfb/sfb.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return sfb_params_init(params, config, options);
}
static void init_state(void* state) {
  sfb_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return sfb_enqueue(state, params, queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  (void)queue;
  (void)now_us;
  sfb_departed(state, params, packet);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  (void)params;
  sfb_clamp_times(state, now_us);
}

const aqm_algorithm sfb_algorithm = {
    .name = "sfb",
    .id = 17,
    .title = "Stochastic Fair BLUE",
    .source = "Feng, Shin, Kandlur and Saha 2001",
    .family = "sfb",
    .places = AQM_IN_HARDWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(sfb_params),
    .state_bytes = sizeof(sfb_state),
    .table_bytes = SFB_LEVELS * SFB_BINS * sizeof(sfb_bin),
    .reads_flow_hash = 1,
    .options = sfb_options,
    .cost = {.enqueue = {.additions = 12,
                         .multiplications = 4,
                         .comparisons = 25,
                         .words_read = 15,
                         .words_written = 6,
                         .random_words = 1},
             .departed = {.additions = 4,
                          .multiplications = 2,
                          .comparisons = 8,
                          .words_read = 3,
                          .words_written = 2},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
    .clamp_times = clamp_times,
};
