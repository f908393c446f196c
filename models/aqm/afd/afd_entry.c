#include "models/aqm/afd/afd.h"
#include "models/aqm/registry.h"

static const char* init_afd(void* params, const aqm_config* config, const uint32_t* options) {
  return afd_params_init(params, AFD_OF_LENGTH, config, options);
}
static const char* init_afd_delay(void* params, const aqm_config* config, const uint32_t* options) {
  return afd_params_init(params, AFD_OF_DELAY, config, options);
}
static void init_state(void* state) {
  afd_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return afd_enqueue(state, params, queue, packet, random);
}
static void departed(void* state, const void* params, const aqm_queue* queue,
                     const aqm_packet* packet, uint32_t now_us) {
  (void)queue;
  afd_departed(state, params, packet, now_us);
}
static uint32_t update_interval_us(const void* params) {
  return ((const afd_params*)params)->update_us;
}
static void update(void* state, const void* params, const aqm_queue* queue, uint32_t now_us) {
  (void)now_us;
  afd_update(state, params, queue);
}
static uint32_t queue_delay_us(const void* state, const void* params, const aqm_queue* queue) {
  return afd_queue_delay_us(state, params, queue);
}
static int ignores_answers(const void* params) {
  (void)params;
  return 1;
}

const aqm_algorithm afd_algorithm = {
    .name = "afd",
    .id = 21,
    .title = "Approximate Fair Dropping",
    .source = "Pan, Breslau, Prabhakar and Shenker 2003",
    .family = "afd",
    .places = AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(afd_params),
    .state_bytes = sizeof(afd_state),
    .table_bytes = (AFD_SHADOW_MAX + AFD_FLOWS) * sizeof(uint32_t),
    .reads_flow_hash = 1,
    .target_us = AFD_TARGET_DEFAULT_US,
    .options = afd_options,
    .cost = {.enqueue = {.additions = 6,
                         .multiplications = 6,
                         .comparisons = 14,
                         .words_read = 14,
                         .words_written = 3,
                         .random_words = 1},
             .update = {.additions = 10,
                        .multiplications = 4,
                        .comparisons = 11,
                        .words_read = 14,
                        .words_written = 3},
             .queues = 1},
    .params_init = init_afd,
    .state_init = init_state,
    .enqueue = enqueue,
    .update_interval_us = update_interval_us,
    .update = update,
    .queue_delay_us = queue_delay_us,
    .ignores_answers = ignores_answers,
};

const aqm_algorithm afd_delay_algorithm = {
    .name = "afd_delay",
    .id = 22,
    .title = "AFD by delay",
    .source = "clemson-2015; Pan, Breslau, Prabhakar and Shenker 2003",
    .family = "afd",
    .places = AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(afd_params),
    .state_bytes = sizeof(afd_state),
    .table_bytes = (AFD_SHADOW_MAX + AFD_FLOWS) * sizeof(uint32_t),
    .reads_flow_hash = 1,
    .target_us = AFD_TARGET_DEFAULT_US,
    .options = afd_delay_options,
    .cost = {.enqueue = {.additions = 6,
                         .multiplications = 6,
                         .comparisons = 14,
                         .words_read = 14,
                         .words_written = 3,
                         .random_words = 1},
             .departed = {.additions = 2, .comparisons = 3, .words_read = 3, .words_written = 1},
             .update = {.additions = 10,
                        .multiplications = 4,
                        .comparisons = 11,
                        .words_read = 14,
                        .words_written = 3},
             .timestamp_bits = 32,
             .queues = 1},
    .params_init = init_afd_delay,
    .state_init = init_state,
    .enqueue = enqueue,
    .departed = departed,
    .update_interval_us = update_interval_us,
    .update = update,
    .queue_delay_us = queue_delay_us,
    .ignores_answers = ignores_answers,
};
