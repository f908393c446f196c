#include "lifetime.h"

typedef struct {
  uint32_t limit_bytes;
  uint32_t limit_packets;
  uint32_t lifetime_us;
} lifetime_params;

typedef struct {
  uint32_t unused; /* stateless; C11 has no empty struct */
} lifetime_state;

static const aqm_option options[] = {{.name = "lifetime_ms",
                                      .kind = AQM_NUMBER,
                                      .decimals = 3,
                                      .initial = 50000,
                                      .low = 1000,
                                      .high = 10000000,
                                      .says = "A packet that is older is not sent."},
                                     AQM_OPTIONS_END};

static const char* params_init(void* params, const aqm_config* config, const uint32_t* values) {
  lifetime_params* own = params;
  own->limit_bytes = config->buffer_bytes;
  own->limit_packets = config->buffer_packets;
  own->lifetime_us = aqm_option_value(options, values, 0);
  return 0;
}

static void state_init(void* state) {
  ((lifetime_state*)state)->unused = 0;
}

static aqm_verdict enqueue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t random) {
  const lifetime_params* own = params;
  (void)state;
  (void)random;
  return aqm_is_full(queue, packet, own->limit_bytes, own->limit_packets) ? AQM_DROP_FULL
                                                                          : AQM_ACCEPT;
}

static aqm_verdict dequeue(void* state, const void* params, const aqm_queue* queue,
                           const aqm_packet* packet, uint32_t now_us) {
  const lifetime_params* own = params;
  (void)state;
  (void)queue;
  return aqm_elapsed_us(now_us, packet->enqueued_us) > own->lifetime_us ? AQM_DROP : AQM_ACCEPT;
}

const aqm_algorithm lifetime_algorithm = {
    .name = "lifetime",
    .id = 0x81,
    .title = "Lifetime",
    .places = AQM_IN_HARDWARE | AQM_AT_CMTS,
    .params_bytes = sizeof(lifetime_params),
    .state_bytes = sizeof(lifetime_state),
    .options = options,
    .cost = {.enqueue = {.additions = 1, .comparisons = 2},
             .dequeue = {.additions = 1, .comparisons = 1},
             .timestamp_bits = 32,
             .queues = 1},
    .params_init = params_init,
    .state_init = state_init,
    .enqueue = enqueue,
    .dequeue = dequeue,
};
