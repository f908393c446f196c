/* DOCSIS-PIE plus a handler for the alarms of an external block. */
#include "depth_watch.h"
#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/hal/watchdog.h"

#define THRESHOLD_BYTES 20000u

static docsis_pie_params params[AQM_ENGINE_FLOWS];
static docsis_pie_state states[AQM_ENGINE_FLOWS];

/* Read by the tests. */
uint32_t alarms;
uint32_t deepest_bytes;

static volatile uint32_t* depth_watch(uint32_t offset) {
  return (volatile uint32_t*)(DEPTH_WATCH_BASE + offset);
}

static void serve_tick(void) {
  aqm_engine_clear_interrupt();
  watchdog_kick();
  const uint32_t now_us = aqm_engine_tick_time_us();
  uint32_t pending = aqm_engine_pending_flows();
  for (unsigned flow = 0; pending != 0; ++flow, pending >>= 1) {
    if (pending & 1) {
      aqm_queue queue = {0};
      aqm_engine_read_snapshot(flow, &queue, &states[flow].law);
      docsis_pie_update(&states[flow], &params[flow], &queue, now_us);
      aqm_engine_commit(flow, &states[flow].law);
    }
  }
}

static void serve_alarm(void) {
  const uint32_t peak = *depth_watch(DEPTH_WATCH_PEAK_BYTES);
  deepest_bytes = peak > deepest_bytes ? peak : deepest_bytes;
  ++alarms;
  *depth_watch(DEPTH_WATCH_STATUS) = 1;
}

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    serve_tick();
  } else if (source == DEPTH_WATCH_INTERRUPT) {
    serve_alarm();
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

int main(void) {
  const uint32_t flows = aqm_engine_flow_count();
  for (unsigned flow = 0; flow < flows; ++flow) {
    aqm_engine_read_params(flow, &params[flow]);
    docsis_pie_state_init(&states[flow]);
  }
  *depth_watch(DEPTH_WATCH_THRESHOLD_BYTES) = THRESHOLD_BYTES;
  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  interrupt_controller_enable(DEPTH_WATCH_INTERRUPT);
  aqm_engine_enable_interrupt();
  background_run(BACKGROUND_TICK_US);
}
