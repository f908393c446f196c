#include "fw/common/background.h"

#include <stdint.h>

#include "fw/common/background_timer.h"
#include "fw/common/trap.h"
#include "fw/hal/csr.h"
#include "fw/hal/watchdog.h"

static void check_stack(void) {
  if (stack_overflowed()) {
    panic("stack overflow");
  }
}

static _Noreturn void wait_and_work(void) {
  background_timer_start();
  watchdog_confirm_image();
  for (;;) {
    /* Masked, so that no interrupt is lost between test and wait; a pending one ends the wait. */
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
  csr_wait_for_interrupt();
  check_stack();
  watchdog_confirm_image();
  for (;;) {
    csr_wait_for_interrupt();
    check_stack();
  }
}
