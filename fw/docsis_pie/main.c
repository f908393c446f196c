/* DOCSIS-PIE in firmware: the control law of every enabled service flow, every 16 ms. The data
 * path is the AQM engine's (RFC 8034 sec. 5: law in software, drops in hardware), or, where packets
 * come into the ingress hold, firmware's too. */
#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/common/trap.h"
#include "fw/docsis_pie/arrivals.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/console.h"
#include "fw/hal/ingress_hold.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/hal/watchdog.h"

/* What this image computes; `docsis-vp check` and `run` hold it against the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "docsis_pie";
/* And whose packets it can judge. */
extern const char firmware_drops[];
const char firmware_drops[] = "docsis_pie";

static docsis_pie_params params[AQM_ENGINE_FLOWS];
static docsis_pie_state states[AQM_ENGINE_FLOWS];
static int judges_packets;

static void update_flow(unsigned flow, uint32_t now_us) {
  docsis_pie_state* state = &states[flow];
  aqm_queue queue = {0};
  if (judges_packets) {
    aqm_engine_read_queue(flow, &queue);
  } else {
    aqm_engine_read_snapshot(flow, &queue, &state->law);
  }
  if (params[flow].exclude_ce || params[flow].predictor != DOCSIS_PIE_TOKEN_BUCKET) {
    aqm_engine_read_grants_and_marks(flow, &queue);
  }
  docsis_pie_update(state, &params[flow], &queue, now_us);
  aqm_engine_commit(flow, &state->law);
}

static void serve_tick(void) {
  aqm_engine_clear_interrupt();
  watchdog_kick();
  const uint32_t now_us = aqm_engine_tick_time_us();
  uint32_t pending = aqm_engine_pending_flows();
  for (unsigned flow = 0; pending != 0; ++flow, pending >>= 1) {
    if (pending & 1) {
      update_flow(flow, now_us);
    }
  }
}

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    serve_tick();
  } else if (source == INTERRUPT_INGRESS_HOLD) {
    arrivals_serve();
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

static uint32_t configure_flows(void) {
  uint32_t managed = 0;
  uint32_t enabled = aqm_engine_enabled_flows();
  for (unsigned flow = 0; enabled != 0; ++flow, enabled >>= 1) {
    if (enabled & 1) {
      if (aqm_engine_algorithm_of(flow) != AQM_ENGINE_DOCSIS_PIE) {
        panic("a flow asks for another algorithm than DOCSIS-PIE");
      }
      aqm_engine_read_params(flow, &params[flow]);
      docsis_pie_state_init(&states[flow]);
      ++managed;
    }
  }
  return managed;
}

int main(void) {
  const uint32_t managed = configure_flows();
  judges_packets = ingress_hold_slots() != 0;
  console_print("docsis_pie: ");
  console_print_decimal(managed);
  console_print(managed == 1 ? " service flow\n" : " service flows\n");

  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  aqm_engine_enable_interrupt();
  if (judges_packets) {
    arrivals_start(states, params);
    interrupt_controller_enable(INTERRUPT_INGRESS_HOLD);
    ingress_hold_enable_interrupt();
  }
  background_run(BACKGROUND_TICK_US);
}
