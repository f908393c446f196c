/* DOCSIS-PIE under a kernel: the law is a task of high priority that interrupt handlers wake, and
 * what the scenario wants beside it (background_load) a task of low priority. */
#include <stdint.h>

#include "fw/common/background.h"
#include "fw/common/background_work.h"
#include "fw/docsis_pie/arrivals.h"
#include "fw/docsis_pie/law.h"
#include "fw/hal/console.h"
#include "fw/hal/ingress_hold.h"
#include "fw/hal/interrupt_controller.h"
#include "fw/hal/machine_timer.h"
#include "fw/kernel/kernel.h"

#define TICK_US 1000u
#define LAW_STACK_WORDS 256u
#define BACKGROUND_STACK_WORDS 128u

#define LAW_PRIORITY 2u
#define BACKGROUND_PRIORITY 1u

/* As in fw/docsis_pie/main.c. */
extern const char firmware_laws[];
const char firmware_laws[] = "docsis_pie";
extern const char firmware_drops[];
const char firmware_drops[] = "docsis_pie";

static docsis_pie_params params[AQM_ENGINE_FLOWS];
static docsis_pie_state states[AQM_ENGINE_FLOWS];
static int judges_packets;
static const docsis_pie_law law = {states, params, &judges_packets};

static kernel_task law_task;
static kernel_task background_task;
static uint32_t law_stack[LAW_STACK_WORDS];
static uint32_t background_stack[BACKGROUND_STACK_WORDS];

static kernel_semaphore tick_came;
static kernel_semaphore packets_came;
static kernel_semaphore work_came;

static background_work load;

/* The controller raises a source again after the task has completed it. */
void kernel_external_interrupt(void) {
  const uint32_t source = interrupt_controller_claim();
  if (source == INTERRUPT_AQM_TICK) {
    kernel_give(&tick_came);
    kernel_give(&work_came);
  } else if (source == INTERRUPT_INGRESS_HOLD) {
    kernel_give(&packets_came);
    kernel_give(&work_came);
  } else {
    interrupt_controller_complete(source);
  }
}

static int took(kernel_semaphore* semaphore) {
  if (semaphore->count == 0) {
    return 0;
  }
  kernel_take(semaphore);
  return 1;
}

static void run_law(void) {
  watchdog_confirm_image(); /* the kernel has started a task */
  for (;;) {
    kernel_take(&work_came);
    if (took(&tick_came)) {
      docsis_pie_law_serve_tick(law);
      interrupt_controller_complete(INTERRUPT_AQM_TICK);
    }
    if (took(&packets_came)) {
      arrivals_serve();
      interrupt_controller_complete(INTERRUPT_INGRESS_HOLD);
    }
  }
}

/* As in background_timer.h: work that becomes due during the previous work follows it directly.
 * If several periods become due, one is done. */
static void run_background(void) {
  uint64_t due_us = machine_timer_now_us() + load.phase_us;
  for (;;) {
    if (due_us > machine_timer_now_us()) {
      kernel_sleep_until(due_us);
    }
    const uint64_t begun_us = machine_timer_now_us();
    do {
      due_us += background_interval_us(&load);
    } while (due_us <= begun_us);
    background_work_do(&load);
  }
}

int main(void) {
  const uint32_t managed = docsis_pie_law_configure(law);
  judges_packets = ingress_hold_slots() != 0;
  background_work_read(&load);
  console_print("two_tasks: ");
  console_print_decimal(managed);
  console_print(managed == 1 ? " service flow\n" : " service flows\n");

  kernel_add(&law_task, LAW_PRIORITY, run_law, law_stack, LAW_STACK_WORDS);
  if (load.period_us != 0) {
    kernel_add(&background_task, BACKGROUND_PRIORITY, run_background, background_stack,
               BACKGROUND_STACK_WORDS);
  }
  interrupt_controller_enable(INTERRUPT_AQM_TICK);
  aqm_engine_enable_interrupt();
  if (judges_packets) {
    arrivals_start(states, params);
    interrupt_controller_enable(INTERRUPT_INGRESS_HOLD);
    ingress_hold_enable_interrupt();
  }
  watchdog_start(BACKGROUND_WATCHDOG_US(BACKGROUND_TICK_US));
  kernel_start(TICK_US);
}
