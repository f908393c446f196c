/* The background load below a program's interrupt handlers: the timer says when its work is due,
 * and the program does it in its main loop. Compiled into its caller, interrupt handler and all. */
#ifndef FW_COMMON_BACKGROUND_TIMER_H
#define FW_COMMON_BACKGROUND_TIMER_H

#include "fw/common/background_work.h"
#include "fw/common/interrupt.h"
#include "fw/hal/machine_timer.h"

#ifdef __cplusplus
extern "C" {
#endif

static uint64_t next_period_us;
static volatile uint32_t interval_us; /* from there to the one after */
static background_work load;
static volatile uint32_t due;

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  next_period_us += interval_us;
  machine_timer_interrupt_at(next_period_us);
  due = 1;
  INTERRUPT_HANDLER_ENDS();
}

/* Where the scenario wants a load at all, which background_work_read() knows. */
static void background_timer_start(void) {
  interval_us = background_interval_us(&load);
  next_period_us = machine_timer_now_us() + load.phase_us;
  machine_timer_interrupt_at(next_period_us);
  csr_enable_timer_interrupt();
}

/* Work that falls due while the last one is under way follows it. Of several, all but one are
 * lost. */
static void work(void) {
  due = 0;
  interval_us = background_interval_us(&load); /* not in the handler, which others wait for */
  background_work_do(&load);
}

#ifdef __cplusplus
}
#endif

#endif
