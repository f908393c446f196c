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
  ingress_hold_read_queue(slot, queue);
  if (flow_params[flow].limit_packets != 0) {
    queue->packets = ingress_hold_depth_packets(slot);
  }
}

static aqm_verdict judge(uint32_t slot, uint32_t flow, aqm_queue* queue, aqm_packet* packet,
                         uint32_t random) {
  (void)slot;
  return docsis_pie_enqueue(&flow_states[flow], &flow_params[flow], queue, packet, random);
}

/* A packet costs three reads (four with a limit in packets) and a write; in batches two reads,
 * and
 * one write per eight packets. */
void arrivals_serve(void) {
  arrival_ring_serve(&ring, look, judge);
}
