#include "fw/common/background.h"

#include <stdint.h>

#include "fw/common/background_work.h"
#include "fw/common/interrupt.h"
#include "fw/common/trap.h"
#include "fw/hal/csr.h"
#include "fw/hal/machine_timer.h"
#include "fw/hal/watchdog.h"

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

/* A period that begins while the last one's work is under way is lost. */
static void work(void) {
  due = 0;
  background_work_do(&load);
}

static void check_stack(void) {
  if (stack_overflowed()) {
    panic("stack overflow");
  }
}

static _Noreturn void wait_and_work(void) {
  next_period_us = machine_timer_now_us();
  machine_timer_interrupt_at(next_period_us);
  csr_enable_timer_interrupt();
  for (;;) {
    /* Masked, or the timer could come between the look and the wait; what is pending wakes. */
    csr_disable_interrupts();
    if (!due) {
      csr_wait_for_interrupt();
    }
    csr_enable_interrupts();
    if (due) {
      work();
    }
    check_stack();
  }
}

_Noreturn void background_run(uint32_t tick_us) {
  background_work_read(&load);
  csr_enable_external_interrupt();
  csr_enable_interrupts();
  watchdog_start(BACKGROUND_WATCHDOG_US(tick_us));
  if (load.period_us != 0) {
    wait_and_work();
  }
  for (;;) {
    csr_wait_for_interrupt();
    check_stack();
  }
}
