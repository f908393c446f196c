/* Low Latency DOCSIS in firmware: the periodic parts of the coupled law, and DOCSIS-PIE for service
 * flows without an aggregate. The AQM engine's gates judge every packet by what is committed. */
#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/common/trap.h"
#include "fw/docsis_pie/law.h"
#include "fw/dual_queue/aggregates.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/console.h"
#include "fw/hal/interrupt_controller.h"

/* Laws of this image; `docsis-vp check` and `run` compare them with the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "dual_queue docsis_pie";
/* Service flows of a modem that it can manage. */
extern const char firmware_flows[];
const char firmware_flows[] = "48";
/* It judges no packets. */
extern const char firmware_drops[];
const char firmware_drops[] = "";

static docsis_pie_params params[AQM_ENGINE_FLOWS_MAX];
static docsis_pie_state states[AQM_ENGINE_FLOWS_MAX];
static const int judges_packets = 0;
static int has_flows; /* of DOCSIS-PIE */

static docsis_pie_law law(void) {
  return (docsis_pie_law){states, params, &judges_packets};
}

__attribute__((noinline)) static void serve_flows(void) {
  if (aqm_engine_pending_flows() != 0 || aqm_engine_pending_flows_1() != 0) {
    docsis_pie_law_serve_tick(law());
    docsis_pie_law_update_flows(law(), AQM_ENGINE_FLOWS, aqm_engine_pending_flows_1(),
                                aqm_engine_tick_time_us());
  }
}

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    if (aggregates_serve()) {
      watchdog_kick();
    }
    if (has_flows) {
      serve_flows();
    }
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

int main(void) {
  const uint32_t managed = aggregates_start();
  const uint32_t flows =
      docsis_pie_law_configure(law()) +
      docsis_pie_law_configure_flows(law(), AQM_ENGINE_FLOWS, aqm_engine_enabled_flows_1());
  has_flows = flows != 0;
  console_print("dual_queue: ");
  console_print_decimal(managed);
  console_print(managed == 1 ? " aggregate, " : " aggregates, ");
  console_print_decimal(flows);
  console_print(flows == 1 ? " other service flow\n" : " other service flows\n");

  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  if (has_flows) {
    aqm_engine_enable_interrupt();
  }
  background_run(BACKGROUND_TICK_US);
}
