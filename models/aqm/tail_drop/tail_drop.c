#include "models/aqm/tail_drop/tail_drop.h"

void tail_drop_state_init(tail_drop_state* state) {
  state->unused = 0;
}

aqm_verdict tail_drop_enqueue(tail_drop_state* state, const tail_drop_params* params,
                              const aqm_queue* queue, const aqm_packet* packet, uint32_t random) {
  (void)state;
  (void)random;
  const int no_bytes =
      params->limit_bytes != 0 && (uint64_t)queue->bytes + packet->size_bytes > params->limit_bytes;
  const int no_packets = params->limit_packets != 0 && queue->packets >= params->limit_packets;
  return queue->full || no_bytes || no_packets ? AQM_DROP_FULL : AQM_ACCEPT;
}
