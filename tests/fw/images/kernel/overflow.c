/* A task whose frames outgrow its stack. */
#include <stdint.h>

#include "fw/kernel/kernel.h"

#define STACK_WORDS 128u

static uint32_t below[256];
static uint32_t stack[STACK_WORDS];
static kernel_task task;

__attribute__((noinline)) static uint32_t sink(volatile uint32_t* words, uint32_t depth) {
  volatile uint32_t more[8];
  for (uint32_t i = 0; i < 8; ++i) {
    more[i] = words[i % 4] + depth;
  }
  return depth == 0 ? more[0] : sink(more, depth - 1) + more[7];
}

static void run(void) {
  for (;;) {
    below[0] += sink(below, 12);
  }
}

void kernel_external_interrupt(void) {}

int main(void) {
  kernel_add(&task, 1, run, stack, STACK_WORDS);
  kernel_start(50);
}
