/* Hangs in an interrupt handler that came while wait_for_it() waited. */
#include <stdint.h>

#include "fw/hal/csr.h"
#include "fw/hal/machine_timer.h"
#include "fw/hal/watchdog.h"

static volatile uint32_t turns;

__attribute__((noinline)) static void spin(void) {
  for (;;) {
    ++turns;
  }
}

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  spin();
}

__attribute__((noinline)) static void wait_for_it(void) {
  while (turns == 0) {
  }
  ++turns;
}

int main(void) {
  watchdog_start(2000);
  machine_timer_interrupt_at(machine_timer_now_us() + 1000);
  csr_enable_timer_interrupt();
  csr_enable_interrupts();
  wait_for_it();
  return 0;
}
