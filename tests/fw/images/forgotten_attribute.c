/* Its interrupt handler is an ordinary function: it returns by ret, with interrupts off. */
#include <stdint.h>

#include "fw/common/interrupt.h"
#include "fw/hal/csr.h"
#include "fw/hal/machine_timer.h"

static volatile uint32_t ticks;

void timer_interrupt(void);
void timer_interrupt(void) {
  ++ticks;
  machine_timer_interrupt_at(machine_timer_now_us() + 1000);
}

int main(void) {
  machine_timer_interrupt_at(machine_timer_now_us() + 1000);
  csr_enable_timer_interrupt();
  csr_enable_interrupts();
  for (;;) {
  }
}
