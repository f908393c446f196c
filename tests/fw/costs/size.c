/* The firmware part of one law: links against this contain the code per packet and per period,
 * and no configuration. ENTRY, included here so that it is inlined, defines the entry LAW. */
#include ENTRY

aqm_verdict size_enqueue(void* state, const void* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t random) {
  return LAW.enqueue(state, params, queue, packet, random);
}

aqm_verdict size_dequeue(void* state, const void* params, const aqm_queue* queue,
                         const aqm_packet* packet, uint32_t now_us) {
  return LAW.dequeue != 0 ? LAW.dequeue(state, params, queue, packet, now_us) : AQM_ACCEPT;
}

void size_departed(void* state, const void* params, const aqm_queue* queue,
                   const aqm_packet* packet, uint32_t now_us) {
  if (LAW.departed != 0) {
    LAW.departed(state, params, queue, packet, now_us);
  }
}

void size_update(void* state, const void* params, const aqm_queue* queue, uint32_t now_us) {
  if (LAW.update != 0) {
    LAW.update(state, params, queue, now_us);
  }
}

void size_clamp_times(void* state, const void* params, uint32_t now_us) {
  if (LAW.clamp_times != 0) {
    LAW.clamp_times(state, params, now_us);
  }
}
