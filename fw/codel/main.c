/* CoDel in firmware: judges packets at the head of the queue, within the MAP's deadline.
 * The AQM engine itself drops packets that exceed the buffer. */
#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/common/trap.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/console.h"
#include "fw/hal/csr.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/hal/verdict_port.h"
#include "fw/hal/watchdog.h"
#include "models/aqm/codel/codel.h"

/* Laws and verdicts of this image; docsis-vp compares them with the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "codel";
extern const char firmware_drops[];
const char firmware_drops[] = "codel";

static codel_params params[AQM_ENGINE_FLOWS];
static codel_state states[AQM_ENGINE_FLOWS];
static uint32_t clamped_us; /* time of the last clamp */

static void serve_heads(void) {
  aqm_packet packet = {0};
  aqm_queue queue = {0};
  for (uint32_t head = verdict_port_head(); head != 0; head = verdict_port_head()) {
    const uint32_t flow = verdict_port_flow_of(head);
    verdict_port_read_packet(head, &packet);
    queue.bytes = verdict_port_behind_bytes();
    verdict_port_judge(head,
                       codel_dequeue(&states[flow], &params[flow], &queue, &packet, csr_time_us()));
  }
}

/* Must run once in each span of the clock. Unused states do not change. */
static void clamp_times(uint32_t now_us) {
  if (!aqm_clamp_is_due(now_us, clamped_us)) {
    return;
  }
  clamped_us = now_us;
  for (unsigned flow = 0; flow < AQM_ENGINE_FLOWS; ++flow) {
    codel_clamp_times(&states[flow], &params[flow], now_us);
  }
}

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    aqm_engine_clear_interrupt();
    watchdog_kick();
    clamp_times(csr_time_us());
  } else if (source == INTERRUPT_VERDICT_PORT) {
    serve_heads();
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

static uint32_t configure_flows(void) {
  uint32_t judged = 0;
  const uint32_t flows = aqm_engine_flow_count();
  for (unsigned flow = 0; flow < flows; ++flow) {
    if (aqm_engine_algorithm_of(flow) == AQM_ENGINE_CODEL) {
      aqm_config config;
      uint32_t options[CODEL_OPTIONS];
      aqm_engine_read_config(flow, &config);
      aqm_engine_read_options(flow, CODEL_OPTIONS, options);
      const char* refused = codel_params_init(&params[flow], &config, options);
      if (refused != 0) {
        panic(refused);
      }
      codel_state_init(&states[flow]);
      ++judged;
    }
  }
  return judged;
}

int main(void) {
  const uint32_t judged = configure_flows();
  console_print("codel: ");
  console_print_decimal(judged);
  console_print(judged == 1 ? " service flow\n" : " service flows\n");

  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  aqm_engine_enable_interrupt();
  if (verdict_port_is_used()) {
    interrupt_controller_enable(INTERRUPT_VERDICT_PORT);
    verdict_port_enable_interrupt();
  }
  background_run(BACKGROUND_TICK_US);
}
