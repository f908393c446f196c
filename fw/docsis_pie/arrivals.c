#include "fw/docsis_pie/arrivals.h"

#include "fw/hal/aqm_engine.h"
#include "fw/hal/ingress_hold.h"

static docsis_pie_state* states;
static const docsis_pie_params* params;
static uint32_t slots;
static uint32_t in_batches; /* 0 or 1 */
static uint32_t next_slot;
static uint32_t consumed;

void arrivals_start(docsis_pie_state* of_flows, const docsis_pie_params* their_params) {
  states = of_flows;
  params = their_params;
  slots = ingress_hold_slots();
  in_batches = ingress_hold_wants_batches();
}

/* In batches all by one depth per flow, brought up to date by the verdicts themselves: two reads a
 * packet and a write for eight. Else each by the depth it finds, as hardware would: three reads and
 * a write. */
static void judge(uint32_t waiting) {
  static aqm_queue queues[AQM_ENGINE_FLOWS];
  aqm_packet packet = {0};
  uint32_t known = 0; /* a bit per flow whose depth need not be read again */
  uint32_t verdicts = 0;
  for (; waiting != 0; --waiting) {
    const uint32_t slot = next_slot;
    const uint32_t flow = ingress_hold_read_packet(slot, &packet);
    aqm_queue* queue = &queues[flow];
    if (!(known >> flow & 1)) {
      ingress_hold_read_queue(slot, queue);
      known |= in_batches << flow;
    }
    const aqm_verdict verdict =
        docsis_pie_enqueue(&states[flow], &params[flow], queue, &packet, ingress_hold_random(slot));
    if (verdict == AQM_ACCEPT || verdict == AQM_MARK) {
      queue->bytes += packet.size_bytes;
    }
    verdicts |= ingress_hold_verdict(slot, verdict);
    if (!in_batches || waiting == 1 || slot % INGRESS_HOLD_GROUP == INGRESS_HOLD_GROUP - 1) {
      ingress_hold_judge(slot, verdicts);
      verdicts = 0;
    }
    ++consumed;
    next_slot = slot + 1 == slots ? 0 : slot + 1;
  }
}

void arrivals_serve(void) {
  judge(ingress_hold_produced() - consumed);
  ingress_hold_consume(consumed);
}
