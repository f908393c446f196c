/* Low Latency DOCSIS in firmware: the periodic parts of the coupled law, and DOCSIS-PIE for service
 * flows without an aggregate. The AQM engine's gates judge every packet by what is committed. */
#include "fw/common/background.h"
#include "fw/common/interrupt.h"
#include "fw/common/trap.h"
#include "fw/docsis_pie/law.h"
#include "fw/hal/aqm_engine.h"
#include "fw/hal/console.h"
#include "fw/hal/coupled_law.h"
#include "fw/hal/interrupt_controller.h"

/* Laws of this image; `docsis-vp check` and `run` compare them with the scenario. */
extern const char firmware_laws[];
const char firmware_laws[] = "dual_queue docsis_pie";
/* It judges no packets. */
extern const char firmware_drops[];
const char firmware_drops[] = "";

/* Firmware's part of an aggregate's state; the rest is the data path's. */
typedef struct {
  dual_queue_params params;
  docsis_pie_state classic;
  virtual_queue_alignment alignment;
} managed_aggregate;

static managed_aggregate aggregates[COUPLED_LAW_AGGREGATES];
static docsis_pie_params params[AQM_ENGINE_FLOWS];
static docsis_pie_state states[AQM_ENGINE_FLOWS];
static const int judges_packets = 0;

static docsis_pie_law law(void) {
  return (docsis_pie_law){states, params, &judges_packets};
}

static void update(unsigned number) {
  managed_aggregate* aggregate = &aggregates[number];
  aqm_queue classic = {0};
  const uint32_t interval_bytes =
      coupled_law_read_update(number, &classic, &aggregate->classic.law);
  const uint64_t coupled_q32 =
      dual_queue_run_law(&aggregate->classic, &aggregate->params, &classic, interval_bytes);
  coupled_law_commit(number, &aggregate->classic.law, coupled_q32);
}

static void align(unsigned number) {
  managed_aggregate* aggregate = &aggregates[number];
  const uint32_t queued_bytes = coupled_law_read_alignment(number, &aggregate->alignment);
  coupled_law_align(
      number, virtual_queue_least_ns(&aggregate->alignment, &aggregate->params.vq, queued_bytes));
}

static void for_each(uint32_t pending, void (*act)(unsigned)) {
  for (unsigned number = 0; pending != 0; ++number, pending >>= 1) {
    if (pending & 1) {
      act(number);
    }
  }
}

/* Alignments come first: they are due every 500 us, updates every 16 ms. */
static void serve_coupled_law(void) {
  const uint32_t causes = coupled_law_take_interrupt();
  if (coupled_law_is_alignment(causes)) {
    for_each(coupled_law_alignments(), align);
  }
  if (coupled_law_is_update(causes)) {
    watchdog_kick();
    for_each(coupled_law_updates(), update);
  }
}

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    serve_coupled_law();
    if (aqm_engine_pending_flows() != 0) {
      docsis_pie_law_serve_tick(law());
    }
  }
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

static uint32_t configure_aggregates(void) {
  const uint32_t count = coupled_law_count();
  for (unsigned number = 0; number < count; ++number) {
    managed_aggregate* aggregate = &aggregates[number];
    dual_queue_config config;
    coupled_law_read_config(number, &config);
    const char* refused = dual_queue_params_init(&aggregate->params, &config);
    if (refused != 0) {
      panic(refused);
    }
  }
  return count;
}

int main(void) {
  const uint32_t managed = configure_aggregates();
  const uint32_t flows = docsis_pie_law_configure(law());
  console_print("dual_queue: ");
  console_print_decimal(managed);
  console_print(managed == 1 ? " aggregate, " : " aggregates, ");
  console_print_decimal(flows);
  console_print(flows == 1 ? " other service flow\n" : " other service flows\n");

  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  coupled_law_enable_interrupt();
  if (flows != 0) {
    aqm_engine_enable_interrupt();
  }
  background_run(BACKGROUND_TICK_US);
}
