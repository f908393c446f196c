/* The background load below a program's interrupt handlers: the timer says when its work is due,
 * and the program does it in its main loop. Compiled into its caller, interrupt handler and all. */
#ifndef FW_COMMON_BACKGROUND_TIMER_H
#define FW_COMMON_BACKGROUND_TIMER_H

#include "fw/common/background_work.h"
#include "fw/common/interrupt.h"
#include "fw/hal/machine_timer.h"

static uint64_t next_period_us;
static background_work load;
static volatile uint32_t due;

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  next_period_us += load.period_us;
  machine_timer_interrupt_at(next_period_us);
  due = 1;
  INTERRUPT_HANDLER_ENDS();
}

/* Where the scenario wants a load at all, which background_work_read() knows. */
static void background_timer_start(void) {
  next_period_us = machine_timer_now_us();
  machine_timer_interrupt_at(next_period_us);
  csr_enable_timer_interrupt();
}

/* A period that begins while the last one's work is under way is lost. */
static void work(void) {
  due = 0;
  background_work_do(&load);
}

#endif
