/* DOCSIS-PIE in firmware: the control law of every enabled service flow, every 16 ms. The data
 * path is the AQM engine's (RFC 8034 sec. 5: law in software, drops in hardware), or, where packets
 * come into the ingress hold, firmware's too. */
#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/docsis_pie/arrivals.h"
#include "fw/docsis_pie/law.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/console.h"
#include "fw/hal/ingress_hold.h"
#include "fw/hal/interrupt_controller.h"

/* Laws of this image; `docsis-vp check` and `run` compare them with the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "docsis_pie";
/* Algorithms whose packets it can judge. */
extern const char firmware_drops[];
const char firmware_drops[] = "docsis_pie";

static docsis_pie_params params[AQM_ENGINE_FLOWS];
static docsis_pie_state states[AQM_ENGINE_FLOWS];
static int judges_packets;

static docsis_pie_law law(void) {
  return (docsis_pie_law){states, params, &judges_packets};
}

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    docsis_pie_law_serve_tick(law());
  } else if (source == INTERRUPT_INGRESS_HOLD) {
    arrivals_serve();
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

int main(void) {
  const uint32_t managed = docsis_pie_law_configure(law());
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
