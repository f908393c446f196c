#include "fw/docsis_pie/arrivals.h"

#include "fw/common/arrival_ring.h"

static arrival_ring ring;
static docsis_pie_state* flow_states;
static const docsis_pie_params* flow_params;

void arrivals_start(docsis_pie_state* of_flows, const docsis_pie_params* their_params) {
  flow_states = of_flows;
  flow_params = their_params;
  arrival_ring_start(&ring);
}

static void look(uint32_t slot, uint32_t flow, aqm_queue* queue) {
  (void)flow;
  ingress_hold_read_queue(slot, queue);
}

static aqm_verdict judge(uint32_t slot, uint32_t flow, aqm_queue* queue, aqm_packet* packet,
                         uint32_t random) {
  (void)slot;
  return docsis_pie_enqueue(&flow_states[flow], &flow_params[flow], queue, packet, random);
}

/* Three reads a packet and a write; in batches two, and a write for eight. */
void arrivals_serve(void) {
  arrival_ring_serve(&ring, look, judge);
}
