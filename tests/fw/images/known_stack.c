/* Calls that the report cannot derive; known_stack.calls declares them. */
#include <stdint.h>

#include "fw/hal/csr.h"

typedef uint32_t step(uint32_t);

static volatile uint32_t amount = 3;

__attribute__((noipa)) static uint32_t shallow(uint32_t value) {
  return 2 * value;
}

/* 256 bytes of variables. */
__attribute__((noipa)) static uint32_t deep(uint32_t value) {
  volatile uint32_t room[64];
  for (uint32_t i = 0; i < 64; ++i) {
    room[i] = value;
  }
  return room[value & 63];
}

static step* const steps[] = {shallow, deep};

__attribute__((noipa)) static uint32_t countdown(uint32_t value) {
  return value == 0 ? 0 : value ^ countdown(value - 1);
}

/* 1 KiB, on a stack of its own. */
void task(void);
void task(void) {
  volatile uint32_t room[256];
  for (uint32_t i = 0; i < 256; ++i) {
    room[i] = amount;
  }
  amount = room[amount & 255];
}
void (*volatile switch_to)(void) = task;

/* 128 bytes at least. */
__attribute__((interrupt("machine"))) void timer_interrupt(void);
void timer_interrupt(void) {
  volatile uint32_t room[32];
  room[amount & 31] = 0;
  amount = room[0];
  csr_enable_interrupts();
}

int main(void) {
  return (int)(steps[amount & 1](amount) + countdown(amount)) & (switch_to != 0);
}
