/* Runs the background load below a program's interrupt handlers: the timer interrupt marks its work
 * as due, and the main loop does it. Compiled into its caller, including the handler. */
#ifndef FW_COMMON_BACKGROUND_TIMER_H
#define FW_COMMON_BACKGROUND_TIMER_H

#include "fw/common/background_work.h"
#include "fw/common/interrupt.h"
#include "fw/hal/machine_timer.h"

#ifdef __cplusplus
extern "C" {
#endif

static uint64_t next_period_us;
static volatile uint32_t interval_us; /* from next_period_us to the one after */
static background_work load;
static volatile uint32_t due;

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  next_period_us += interval_us;
  machine_timer_interrupt_at(next_period_us);
  due = 1;
  INTERRUPT_HANDLER_ENDS();
}

/* Requires that the scenario has a load, which background_work_read() tells. */
static void background_timer_start(void) {
  interval_us = background_interval_us(&load);
  next_period_us = machine_timer_now_us() + load.phase_us;
  machine_timer_interrupt_at(next_period_us);
  csr_enable_timer_interrupt();
}

/* Work that becomes due during the previous work follows it directly. If several periods become
 * due, one is done. */
static void work(void) {
  due = 0;
  interval_us = background_interval_us(&load); /* not in the handler, to keep it short */
  background_work_do(&load);
}

#ifdef __cplusplus
}
#endif

#endif
