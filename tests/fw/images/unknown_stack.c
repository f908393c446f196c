/* Everything that keeps a report from bounding the stack, and nobody says a word about it. */
#include <stdint.h>

#include "fw/hal/csr.h"

typedef uint32_t step(uint32_t);

static volatile uint32_t amount = 3;

__attribute__((noipa)) static uint32_t twice(uint32_t value) {
  return 2 * value;
}

step* volatile next_step = twice;

__attribute__((noipa)) static uint32_t countdown(uint32_t value) {
  return value == 0 ? 0 : value ^ countdown(value - 1);
}

__attribute__((noipa)) static uint32_t room_for(uint32_t words) {
  volatile uint32_t room[words];
  room[words - 1] = words;
  return room[words - 1];
}

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  csr_enable_interrupts();
}

int main(void) {
  return (int)(next_step(amount) + countdown(amount) + room_for(amount)) & 1;
}
