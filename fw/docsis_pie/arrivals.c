#include "fw/docsis_pie/arrivals.h"

#include "fw/common/arrival_ring.h"

static arrival_ring ring;
static docsis_pie_state* states;
static const docsis_pie_params* params;

void arrivals_start(docsis_pie_state* of_flows, const docsis_pie_params* their_params) {
  states = of_flows;
  params = their_params;
  arrival_ring_start(&ring);
}

static aqm_verdict judge(uint32_t slot, uint32_t flow, const aqm_queue* queue, aqm_packet* packet,
                         uint32_t random) {
  (void)slot;
  return docsis_pie_enqueue(&states[flow], &params[flow], queue, packet, random);
}

/* Three reads a packet and a write; in batches two, and a write for eight. */
void arrivals_serve(void) {
  arrival_ring_serve(&ring, ingress_hold_read_queue, judge);
}
