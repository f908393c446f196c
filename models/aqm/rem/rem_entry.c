#include "models/aqm/registry.h"
#include "models/aqm/rem/rem.h"

static const char* init_params(void* params, const aqm_config* config, const uint32_t* options) {
  return rem_params_init(params, config, options);
}
static void init_state(void* state) {
  rem_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return rem_enqueue(state, params, queue, packet, random);
}
static uint32_t update_interval_us(const void* params) {
  return ((const rem_params*)params)->update_us;
}
static void update(void* state, const void* params, const aqm_queue* queue, uint32_t now_us) {
  (void)now_us;
  rem_update(state, params, queue);
}
static uint32_t queue_delay_us(const void* state, const void* params, const aqm_queue* queue) {
  (void)state;
  return rem_queue_delay_us(params, queue);
}
static int ignores_answers(const void* params) {
  (void)params;
  return 1;
}

const aqm_algorithm rem_algorithm = {
    .name = "rem",
    .id = 16,
    .title = "REM",
    .source = "Athuraliya, Low, Li and Yin 2001",
    .family = "rem",
    .places = AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(rem_params),
    .state_bytes = sizeof(rem_state),
    .target_us = REM_TARGET_DEFAULT_US,
    .options = rem_options,
    .cost = {.enqueue = {.additions = 2,
                         .comparisons = 12,
                         .words_read = 8,
                         .words_written = 1,
                         .random_words = 1},
             .update = {.additions = 16,
                        .multiplications = 12,
                        .comparisons = 16,
                        .words_read = 22,
                        .words_written = 7},
             .queues = 1},
    .params_init = init_params,
    .state_init = init_state,
    .enqueue = enqueue,
    .update_interval_us = update_interval_us,
    .update = update,
    .queue_delay_us = queue_delay_us,
    .ignores_answers = ignores_answers,
};
