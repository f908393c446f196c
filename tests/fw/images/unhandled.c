/* Enables an interrupt that it has no handler for. */
#include <stdint.h>

#include "fw/hal/csr.h"
#include "fw/hal/machine_timer.h"

static volatile uint32_t turns;

__attribute__((noinline)) static void wait_for_it(void) {
  for (;;) {
    ++turns;
  }
}

int main(void) {
  machine_timer_interrupt_at(machine_timer_now_us() + 1000);
  csr_enable_timer_interrupt();
  csr_enable_interrupts();
  wait_for_it();
  return 0;
}
