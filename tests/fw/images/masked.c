/* Takes a timer's interrupt, then computes with interrupts off and never turns them on again. */
#include <stdint.h>

#include "fw/common/interrupt.h"
#include "fw/hal/csr.h"
#include "fw/hal/machine_timer.h"

static volatile uint32_t ticks;

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  ++ticks;
  machine_timer_interrupt_at(UINT32_MAX);
  INTERRUPT_HANDLER_ENDS();
}

int main(void) {
  machine_timer_interrupt_at(machine_timer_now_us() + 1000);
  csr_enable_timer_interrupt();
  csr_enable_interrupts();
  while (ticks == 0) {
  }
  csr_disable_interrupts();
  for (;;) {
    ++ticks;
  }
}
