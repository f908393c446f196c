#include "models/aqm/pi/pi.h"
#include "models/aqm/registry.h"

static const char* init_pi(void* params, const aqm_config* config, const uint32_t* options) {
  return pi_params_init(params, PI_OF_LENGTH, config, options);
}
static const char* init_pi2(void* params, const aqm_config* config, const uint32_t* options) {
  return pi_params_init(params, PI_OF_DELAY, config, options);
}
static void init_state(void* state) {
  pi_state_init(state);
}
static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  return pi_enqueue(state, params, queue, packet, random);
}
static uint32_t update_interval_us(const void* params) {
  return ((const pi_params*)params)->update_us;
}
static void update(void* state, const void* params, const aqm_queue* queue, uint32_t now_us) {
  pi_update(state, params, queue, now_us);
}
static uint32_t queue_delay_us(const void* state, const void* params, const aqm_queue* queue) {
  (void)state;
  return pi_queue_delay_us(params, queue);
}
static int ignores_answers(const void* params) {
  (void)params;
  return 1;
}

#define PI_PLACES (AQM_IN_HARDWARE | AQM_LAW_IN_FIRMWARE | AQM_DROP_IN_FIRMWARE | AQM_AT_CMTS)
#define PI_HOOKS                                                                          \
  .state_init = init_state, .enqueue = enqueue, .update_interval_us = update_interval_us, \
  .update = update, .queue_delay_us = queue_delay_us, .ignores_answers = ignores_answers

const aqm_algorithm pi_algorithm = {
    .name = "pi",
    .id = 11,
    .title = "PI",
    .source = "Hollot, Misra, Towsley and Gong 2001",
    .family = "pi",
    .places = PI_PLACES,
    .params_bytes = sizeof(pi_params),
    .state_bytes = sizeof(pi_state),
    .target_us = PI_TARGET_DEFAULT_US,
    .options = pi_options,
    .cost = {.enqueue = {.additions = 1, .comparisons = 8, .words_read = 4, .random_words = 1},
             .update = {.additions = 9,
                        .multiplications = 5,
                        .comparisons = 13,
                        .words_read = 14,
                        .words_written = 3},
             .queues = 1},
    .params_init = init_pi,
    PI_HOOKS,
};

const aqm_algorithm pi2_algorithm = {
    .name = "pi2",
    .id = 12,
    .title = "PI2",
    .source = "De Schepper, Bondarenko, Tsang and Briscoe 2016",
    .family = "pi",
    .places = PI_PLACES,
    .params_bytes = sizeof(pi_params),
    .state_bytes = sizeof(pi_state),
    .target_us = PI_TARGET_DEFAULT_US,
    .options = pi2_options,
    .cost = {.enqueue = {.additions = 1, .comparisons = 8, .words_read = 4, .random_words = 1},
             .update = {.additions = 8,
                        .multiplications = 5,
                        .comparisons = 10,
                        .words_read = 13,
                        .words_written = 4},
             .queues = 1},
    .params_init = init_pi2,
    PI_HOOKS,
};
