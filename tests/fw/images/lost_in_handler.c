/* Its interrupt handler calls what is not there. */
#include <stdint.h>

#include "fw/common/interrupt.h"
#include "fw/hal/csr.h"
#include "fw/hal/machine_timer.h"

typedef void (*action)(void);

static volatile uint32_t nowhere = 0x2fff0000u;
static volatile uint32_t turns;

__attribute__((noinline)) static void leap(void) {
  ((action)nowhere)();
  ++turns;
}

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  leap();
  INTERRUPT_HANDLER_ENDS();
}

int main(void) {
  machine_timer_interrupt_at(machine_timer_now_us() + 1000);
  csr_enable_timer_interrupt();
  csr_enable_interrupts();
  while (turns == 0) {
  }
  return 0;
}
