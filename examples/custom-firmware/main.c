/* Firmware with an own control law: computes a drop probability for each service flow at each
 * tick of the AQM engine. The hardware uses it to decide which packets to drop. */
#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/console.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/hal/watchdog.h"
#include "proportional.h"

static aqm_config config[AQM_ENGINE_FLOWS];

static void update_flow(unsigned flow) {
  aqm_queue queue = {0};
  aqm_law law = {0};
  aqm_engine_read_snapshot(flow, &queue, &law);
  law.qdelay_old_us = proportional_delay_us(queue.bytes, config[flow].msr_bytes_per_s);
  law.drop_prob_q28 = proportional_drop_prob_q28(law.qdelay_old_us, config[flow].latency_target_us);
  law.burst_us = 0;
  aqm_engine_commit(flow, &law);
}

static void serve_tick(void) {
  aqm_engine_clear_interrupt();
  watchdog_kick();
  uint32_t pending = aqm_engine_pending_flows();
  for (unsigned flow = 0; pending != 0; ++flow, pending >>= 1) {
    if (pending & 1) {
      update_flow(flow);
    }
  }
}

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    serve_tick();
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

int main(void) {
  const uint32_t flows = aqm_engine_flow_count();
  for (unsigned flow = 0; flow < flows; ++flow) {
    aqm_engine_read_config(flow, &config[flow]);
  }
  console_print("proportional: ready\n");
  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  aqm_engine_enable_interrupt();
  background_run(BACKGROUND_TICK_US);
}
