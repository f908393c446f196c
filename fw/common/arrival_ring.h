/* Serves the ring of the ingress hold, for programs that judge arriving packets. */
#ifndef FW_ARRIVAL_RING_H
#define FW_ARRIVAL_RING_H

#include "fw/hal/ingress_hold.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ARRIVAL_RING_FLOWS 32u

typedef struct {
  uint32_t slots;
  uint32_t in_batches; /* 0 or 1 */
  uint32_t next_slot;
  uint32_t consumed;
} arrival_ring;

/* Reads the state of the queue that a law needs, and returns the law's verdict. The caller counts
 * the bytes and packets that a verdict adds to the queue, and draws the random words. */
typedef void arrival_look(uint32_t slot, uint32_t flow, aqm_queue* queue);
typedef aqm_verdict arrival_judge(uint32_t slot, uint32_t flow, aqm_queue* queue,
                                  aqm_packet* packet, uint32_t random);

static inline void arrival_ring_next(arrival_ring* ring) {
  ++ring->consumed;
  ring->next_slot = ring->next_slot + 1 == ring->slots ? 0 : ring->next_slot + 1;
}

/* Continues after a reset where the previous program stopped, after the packets it had judged. */
static inline void arrival_ring_start(arrival_ring* ring) {
  ring->slots = ingress_hold_slots();
  ring->in_batches = ingress_hold_wants_batches();
  ring->consumed = ingress_hold_consumed();
  ring->next_slot = ring->consumed % ring->slots;
  while (ring->consumed != ingress_hold_produced() && !ingress_hold_waits(ring->next_slot)) {
    arrival_ring_next(ring);
  }
}

/* In batches all packets of a flow see one depth, updated by the verdicts, and verdicts are
 * written in groups. Otherwise each packet sees its own depth, as in hardware. Inlined with both
 * functions, because a packet takes only a few instructions besides its law. */
__attribute__((always_inline)) static inline void arrival_ring_serve(arrival_ring* ring,
                                                                     arrival_look* look,
                                                                     arrival_judge* judge) {
  static aqm_queue queues[ARRIVAL_RING_FLOWS];
  aqm_packet packet = {0};
  uint32_t known = 0; /* a bit per flow whose depth is known */
  uint32_t verdicts = 0;
  for (uint32_t waiting = ingress_hold_produced() - ring->consumed; waiting != 0; --waiting) {
    const uint32_t slot = ring->next_slot;
    const uint32_t flow = ingress_hold_read_packet(slot, &packet);
    aqm_queue* queue = &queues[flow];
    if (!(known >> flow & 1)) {
      look(slot, flow, queue);
      known |= ring->in_batches << flow;
    }
    const aqm_verdict verdict = judge(slot, flow, queue, &packet, ingress_hold_random(slot));
    if (verdict == AQM_ACCEPT || verdict == AQM_MARK) {
      queue->bytes += packet.size_bytes;
      ++queue->packets;
    }
    verdicts |= ingress_hold_verdict(slot, verdict);
    if (!ring->in_batches || waiting == 1 || slot % INGRESS_HOLD_GROUP == INGRESS_HOLD_GROUP - 1) {
      ingress_hold_judge(slot, verdicts);
      verdicts = 0;
    }
    arrival_ring_next(ring);
  }
  ingress_hold_consume(ring->consumed);
}

#ifdef __cplusplus
}
#endif

#endif
