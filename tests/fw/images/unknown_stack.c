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

/* An entry of a table of its own labels lies in a0 until a function returns a pointer there. */
step* next_of(uint32_t entry);
__attribute__((noipa)) step* next_of(uint32_t entry) {
  return entry != 0 ? next_step : twice;
}
uint32_t behind_a_table(uint32_t which);
__asm__(
    ".pushsection .text.behind_a_table, \"ax\", @progbits\n"
    ".type behind_a_table, @function\n"
    "behind_a_table:\n"
    "  addi sp, sp, -16\n"
    "  sw ra, 12(sp)\n"
    "  slli a0, a0, 2\n"
    "  la a5, 1f\n"
    "  add a5, a5, a0\n"
    "  lw a0, 0(a5)\n"
    "  call next_of\n"
    "  lw ra, 12(sp)\n"
    "  addi sp, sp, 16\n"
    "2: jr a0\n"
    "  .balign 4\n"
    "1: .word 2b\n"
    ".size behind_a_table, . - behind_a_table\n"
    ".popsection\n");

__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  csr_enable_interrupts();
}

int main(void) {
  return (int)(next_step(amount) + countdown(amount) + room_for(amount) + behind_a_table(amount)) &
         1;
}
