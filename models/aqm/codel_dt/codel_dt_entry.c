#include "models/aqm/codel_dt/codel_dt.h"
#include "models/aqm/registry.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return codel_dt_params_init(params, config, options);
}
static void init_state(void* state) {
  codel_dt_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return codel_dt_enqueue(state, params, queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  codel_dt_departed(state, params, queue, packet, now_us);
}
static void clamp_times(void* state, const void* params, uint32_t now_us) {
  codel_dt_clamp_times(state, params, now_us);
}
static uint32_t departure_rate(const void* state, const void* law_state, const void* params) {
  (void)law_state;
  (void)params;
  return ((const codel_dt_state*)state)->predictor.rate_bytes_per_s;
}

const aqm_algorithm codel_dt_algorithm = {
    .name = "codel_dt",
    .id = 3,
    .title = "CoDel-DT",
    .source = "cablelabs-2014 sec. 4.3",
    .family = "codel_dt",
    .firmware = "codel_dt",
    .places = AQM_IN_HARDWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(codel_dt_params),
    .state_bytes = sizeof(codel_dt_state),
    .target_us = CODEL_DT_TARGET_DEFAULT_US,
    .options = codel_dt_options,
    .cost = {.enqueue = {.additions = 21,
                         .multiplications = 8,
                         .comparisons = 37,
                         .words_read = 19,
                         .words_written = 6},
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
    .departure_rate = departure_rate,
};
