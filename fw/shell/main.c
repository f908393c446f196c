/* DOCSIS-PIE in firmware as fw/docsis_pie has it, with a shell at the console in the background:
 * interrupts pre-empt it, so the law keeps its time whatever is typed and printed. The shell and
 * the background load that a scenario asks for take turns. */
#include <stdio.h>

#include "fw/common/background.h"
#include "fw/common/background_timer.h"
#include "fw/common/trap.h"
#include "fw/docsis_pie/arrivals.h"
#include "fw/docsis_pie/law.h"
#include "fw/hal/csr.h"
#include "fw/hal/ingress_hold.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/shell/commands.h"
#include "fw/shell/flows.h"
#include "fw/shell/keyboard.h"
#include "fw/shell/line_editor.h"

/* As in fw/docsis_pie/main.c. */
extern const char firmware_laws[];
const char firmware_laws[] = "docsis_pie";
extern const char firmware_drops[];
const char firmware_drops[] = "docsis_pie";

static docsis_pie_params params[AQM_ENGINE_FLOWS];
static docsis_pie_state states[AQM_ENGINE_FLOWS];
static int judges_packets;
static const docsis_pie_law law = {states, params, &judges_packets};

__attribute__((interrupt("machine"))) void external_interrupt(void);
void external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    docsis_pie_law_serve_tick(law);
  } else if (source == INTERRUPT_INGRESS_HOLD) {
    arrivals_serve();
  } else if (source == INTERRUPT_CONSOLE) {
    keyboard_serve();
  }
  commands_count_interrupt(source);
  interrupt_controller_complete(source);
  INTERRUPT_HANDLER_ENDS();
}

static void wait_for_interrupt(void) {
  /* Masked: an interrupt between test and wait would be lost; a pending one ends the wait. */
  csr_disable_interrupts();
  if (!keyboard_has_some() && !due) {
    csr_wait_for_interrupt();
  }
  csr_enable_interrupts();
}

static void serve_user(void) {
  for (int character = keyboard_get(); character >= 0; character = keyboard_get()) {
    char* line = line_editor_take(character);
    if (line != 0) {
      commands_run(line);
      line_editor_prompt();
    }
  }
}

int main(void) {
  const uint32_t managed = docsis_pie_law_configure(law);
  judges_packets = ingress_hold_slots() != 0;
  flows_use(&law);
  printf("shell: %u service flow%s, try help\n", (unsigned)managed, managed == 1 ? "" : "s");
  line_editor_prompt();

  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  aqm_engine_enable_interrupt();
  if (judges_packets) {
    arrivals_start(states, params);
    interrupt_controller_enable(INTERRUPT_INGRESS_HOLD);
    ingress_hold_enable_interrupt();
  }
  background_work_read(&load);
  if (load.period_us != 0) {
    background_timer_start();
  }
  keyboard_start();
  csr_enable_external_interrupt();
  csr_enable_interrupts();
  watchdog_start(BACKGROUND_WATCHDOG_US(BACKGROUND_TICK_US));
  wait_for_interrupt();
  watchdog_confirm_image();
  for (;;) {
    wait_for_interrupt();
    serve_user();
    flows_keep_log();
    if (due) {
      work();
    }
    if (stack_overflowed()) {
      panic("stack overflow");
    }
  }
}
